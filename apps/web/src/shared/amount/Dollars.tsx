import type { Price } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { Decimal } from '../../ui/display/Figures.tsx';
import { Text } from '../../ui/text/Text.tsx';
import { dollarsOf } from './dollars-of.ts';

/** Current value of an amount in dollars; renders nothing without a price. Marks the fallback price as approximate. */
export function Dollars({
  coin,
  amount,
  price,
  tone = 1,
}: {
  coin: Coin;
  amount: string | bigint;
  price: Price | undefined;
  tone?: 1 | 2 | 3;
}) {
  if (!price) return null;
  const title = price.fallback
    ? 'At a fixed fallback price: no current price available'
    : price.stale
      ? 'At the last known price'
      : 'At the current price';
  return (
    <Text tone={tone} title={title} unknown={price.fallback}>
      {price.fallback && '≈ '}$
      <Decimal text={dollarsOf(BigInt(amount), coin, BigInt(price.priceMicros))} />
    </Text>
  );
}
