import { type CoinOrToken, isCoinOf } from '@hopscope/domain';
import { Amount } from './Amount.tsx';
import { UnitAmount } from './UnitAmount.tsx';

/**
 * An amount of a coin or token in its smallest unit: bitcoin with all 8 decimals; others are shortened if long, with all digits
 * in the title. Signed if it has a direction; `bare`: without its unit.
 */
export function CoinAmount({
  coin,
  amount,
  direction,
  bare = false,
}: {
  coin: CoinOrToken;
  amount: string | bigint;
  direction?: 'in' | 'out' | 'self' | undefined;
  bare?: boolean;
}) {
  const units = BigInt(amount);
  if (isCoinOf('bitcoin', coin) && units <= BigInt(Number.MAX_SAFE_INTEGER)) {
    const sats = Number(units);
    return <Amount sats={direction === 'out' ? -sats : sats} unit={!bare} signed={direction === 'in'} />;
  }
  return (
    <UnitAmount
      amt={String(units)}
      decimals={coin.decimals}
      unit={bare ? undefined : coin.symbol}
      direction={direction}
    />
  );
}
