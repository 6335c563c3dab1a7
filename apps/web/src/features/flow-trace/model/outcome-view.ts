import { type TraceOutcome, outcomeSums, type OutcomeEnd } from '@hopscope/canvas';
import { descending } from '@hopscope/domain';
import { stopText } from './texts.ts';

/** One band of the picture: everything that ended for one reason. */
export interface OutcomeBand {
  readonly reason: string;
  readonly name: string;
  /** Exact, smallest units. */
  readonly amount: bigint;
  /** Share of the traced amount in hundredths of a percent, rounded half up. */
  readonly share: number;
  readonly count: number;
  /** By entity, largest first. */
  readonly ends: readonly OutcomeEnd[];
}

/** What became of the traced money of one asset. */
export interface OutcomePictureModel {
  readonly asset: OutcomeEnd['asset'];
  readonly amount: bigint;
  readonly bands: readonly OutcomeBand[];
}

/** Returns the share of an amount in hundredths of a percent, rounded half up; 0 of nothing. */
export function shareOfAmount(amount: bigint, of: bigint): number {
  return of === 0n ? 0 : Number((amount * 20_000n + of) / (2n * of));
}

/** Formats hundredths of a percent: `14.83%`, `<0.01%`. */
export function shareText(share: number, amount: bigint): string {
  if (share === 0 && amount > 0n) return '<0.01%';
  return `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}%`;
}

/** Groups an outcome by asset and reason, largest first. */
export function outcomePictures(outcome: TraceOutcome): OutcomePictureModel[] {
  return outcomeSums(outcome).map(({ asset, amount, ends }) => ({
    asset,
    amount,
    bands: [...Map.groupBy(ends, ({ reason }) => reason)]
      .map(([reason, own]) => {
        const sum = own.reduce((total, end) => total + BigInt(end.amount), 0n);
        const count = own.reduce((total, end) => total + end.count, 0);
        return {
          reason,
          name: stopText(reason),
          amount: sum,
          share: shareOfAmount(sum, amount),
          count,
          ends: own,
        };
      })
      .toSorted((a, b) => descending(a.amount, b.amount)),
  }));
}

/** Where a band leaves the trunk and where it arrives, in pixels. */
export interface BandPlace {
  readonly from: number;
  readonly thickness: number;
  readonly to: number;
  readonly height: number;
}

/** Places the bands of a picture: the trunk is as high as all rows, each row has room for its text. */
export function placeBands(bands: readonly OutcomeBand[], rowHeight: number): BandPlace[] {
  const height = bands.length * rowHeight;
  let from = 0;
  return bands.map(({ share }, i) => {
    const thickness = Math.max(1, (share / 10_000) * height);
    const place = { from, thickness, to: i * rowHeight + 3, height: Math.min(rowHeight - 6, thickness) };
    from += (share / 10_000) * height;
    return place;
  });
}
