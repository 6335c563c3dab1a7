import type { Price } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { Amount } from '../../../shared/amount/Amount.tsx';
import { Decimal } from '../../../ui/display/Figures.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { UnitAmount } from '../../../shared/amount/UnitAmount.tsx';
import { dollarsOf } from '../model/coin.ts';

/** Formats an amount in a coin's or token's smallest unit; signed if it has a direction. */
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

/** Current value of an amount in dollars; renders nothing without a price. Marks the fallback price as approximate. */
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
    ? 'At a fixed fallback price: no current price available'
    : price.stale
      ? 'At the last known price'
      : 'At the current price';
  return (
    <Text title={title} unknown={price.fallback}>
      {price.fallback && '≈ '}$
      <Decimal text={dollarsOf(BigInt(amount), coin, BigInt(price.priceMicros))} />
    </Text>
  );
}
