import type { Asset } from '@hopscope/canvas';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { UnitAmount } from '../../../../shared/amount/UnitAmount.tsx';
import type { Side } from '../../model/panel-rows.ts';

/** Formats an amount of an asset: bitcoin with 8 decimals, others in full or shortened with all digits in the title. */
export function AssetAmount({
  units,
  asset,
  side,
  bare = false,
}: {
  /** Smallest units, not negative. */
  units: bigint;
  asset: Asset;
  /** Gives it a sign. */
  side?: Side;
  /** Without its unit. */
  bare?: boolean;
}) {
  if (asset.chain === 'bitcoin' && units <= BigInt(Number.MAX_SAFE_INTEGER)) {
    const signed = side === 'in' || side === 'out';
    return <Amount sats={side === 'out' ? -Number(units) : Number(units)} signed={signed} unit={!bare} />;
  }
  return (
    <UnitAmount
      amt={String(units)}
      decimals={asset.decimals}
      unit={bare ? undefined : asset.symbol}
      direction={side}
    />
  );
}
