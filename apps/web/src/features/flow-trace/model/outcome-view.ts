import {
  outcomeBands,
  type OutcomeBand,
  type OutcomeEnd,
  outcomeSums,
  type TraceOutcome,
} from '@hopscope/canvas';

/** What became of the traced money of one asset. */
export interface OutcomePictureModel {
  readonly asset: OutcomeEnd['asset'];
  readonly amount: bigint;
  readonly bands: readonly OutcomeBand[];
}

/** Groups an outcome by asset and reason, largest first. */
export function outcomePictures(outcome: TraceOutcome): OutcomePictureModel[] {
  return outcomeSums(outcome).map((sum) => ({
    asset: sum.asset,
    amount: sum.amount,
    bands: outcomeBands(sum),
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
