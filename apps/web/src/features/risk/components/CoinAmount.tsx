import type { Price } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { Amount } from '../../../shared/amount/Amount.tsx';
import { Decimal } from '../../../ui/display/Figures.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { UnitAmount } from '../../../shared/amount/UnitAmount.tsx';
import { dollarsOf } from '../model/coin.ts';

/** An amount of a coin's or token's smallest unit; with a direction it has a sign. */
export function CoinAmount({
  coin,
  amount,
  direction,
}: {
  coin: Coin;
  amount: string | bigint;
  direction?: 'in' | 'out' | 'self';
}) {
  if (coin.symbol === 'BTC' && coin.decimals === 8) {
    const sats = Number(amount);
    return <Amount sats={direction === 'out' ? -sats : sats} unit signed={direction === 'in'} />;
  }
  return (
    <UnitAmount amt={String(amount)} decimals={coin.decimals} unit={coin.symbol} direction={direction} />
  );
}

/** What an amount is worth now; nothing where no price is known. A figure that is no price of a market says so. */
export function Dollars({
  coin,
  amount,
  price,
}: {
  coin: Coin;
  amount: string | bigint;
  price: Price | undefined;
}) {
  if (!price) return null;
  const title = price.fallback
    ? 'At a fixed figure: no price is known now.'
    : price.stale
      ? 'At the last price that is known.'
      : 'At the price of now.';
  return (
    <Text title={title} unknown={price.fallback}>
      {price.fallback && '≈ '}$
      <Decimal text={dollarsOf(BigInt(amount), coin, BigInt(price.priceMicros))} />
    </Text>
  );
}
