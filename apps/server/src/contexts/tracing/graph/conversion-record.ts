import type { ConversionRecord, FollowedCrossing } from '@hopscope/contract/flow-document';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { assetName, type MovedBy } from './moves.ts';

/** One side of a conversion or a crossing: the whole amount of an asset, and the transaction that moved it. */
export interface RecordedSide {
  readonly asset: ConversionRecord['gave']['asset'];
  readonly amount: bigint;
  readonly by: MovedBy;
}

function sideOf({ asset, amount, by }: RecordedSide): ConversionRecord['gave'] {
  const { transaction, time, position } = by;
  return { asset, amount: String(amount), transaction, time, height: heightOf(position) };
}

/** Returns a conversion between two nodes as the canvas draws it. `crossing` null: within one transaction. */
export function conversionRecord(of: {
  from: string;
  to: string;
  gave: RecordedSide;
  got: RecordedSide;
  basis: ConversionRecord['basis'];
  crossing: FollowedCrossing | null;
}): ConversionRecord {
  const { from, to, gave, got, basis, crossing } = of;
  const ends = [
    gave.by.transaction,
    got.by.transaction,
    from,
    to,
    assetName(gave.asset),
    assetName(got.asset),
  ];
  return {
    kind: 'conversion',
    id: ends.join('|'),
    from,
    to,
    gave: sideOf(gave),
    got: sideOf(got),
    basis,
    crossing,
  };
}
