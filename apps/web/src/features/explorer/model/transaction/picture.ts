/** An input or output of the flow diagram; `amount` null: unknown. */
export interface Strand {
  readonly amount: number | null;
}

/** A row of the flow diagram and its ribbon; lengths in pixels. */
export interface PictureRow<Row> {
  /** Undefined: several rows folded into one. */
  readonly row: Row | undefined;
  /** Index of the input or output. */
  readonly index: number;
  /** Number of rows that this one represents. */
  readonly count: number;
  /** Known amount; null if unknown. */
  readonly amount: number | null;
  /** Number of folded rows with unknown amount. */
  readonly unknown: number;
  readonly height: number;
  /** Middle of the ribbon at the edge and at the center. */
  readonly edge: number;
  readonly center: number;
  readonly thickness: number;
  /** Thickness at the center, where both sides have the same height. */
  readonly inner: number;
}

export interface PictureSide<Row> {
  readonly rows: readonly PictureRow<Row>[];
  readonly height: number;
}

/** Separate rows per side; the rest is folded into one. */
const mostRows = 12;
const rowHeight = 44;
const rowPadding = 8;
/** Thickness of all ribbons together. */
const percent = 96;
const thinnest = 1.5;

interface Entry<Row> {
  row: Row | undefined;
  index: number;
  count: number;
  amount: number | null;
  unknown: number;
}

/** Keeps the largest rows in order and folds the others into one at the end. */
function fold<Row extends Strand>(rows: readonly Row[]): Entry<Row>[] {
  const entries = rows.map((row, index) => ({
    row,
    index,
    count: 1,
    amount: row.amount,
    unknown: row.amount === null ? 1 : 0,
  }));
  if (entries.length <= mostRows) return entries;
  const largest = new Set(
    entries.toSorted((a, b) => (b.amount ?? -1) - (a.amount ?? -1)).slice(0, mostRows - 1),
  );
  const rest = entries.filter((entry) => !largest.has(entry));
  const known = rest.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const folded: Entry<Row> = {
    row: undefined,
    index: rows.length,
    count: rest.length,
    amount: known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0),
    unknown: rest.length - known.length,
  };
  return [...entries.filter((entry) => largest.has(entry)), folded];
}

/**
 * Places one side of a transaction: the thickness of a ribbon is its part of `total` (satoshis on the larger side), and a row is
 * as high as its ribbon needs. All ribbons meet in the center, which is `middle` pixels from the top.
 */
function place<Row>(entries: readonly Entry<Row>[], total: number, middle: number): PictureRow<Row>[] {
  const thick = entries.map(({ amount }) =>
    total > 0 && amount !== null ? Math.max(thinnest, (amount / total) * percent) : thinnest,
  );
  // Ribbons too thin to see are drawn thicker at their edge only.
  const scale =
    percent /
    Math.max(
      percent,
      thick.reduce((sum, each) => sum + each, 0),
    );
  let center = middle - (thick.reduce((sum, each) => sum + each, 0) * scale) / 2;
  let top = 0;
  return entries.map((entry, i) => {
    const thickness = thick[i] ?? thinnest;
    const height = Math.max(rowHeight, thickness + rowPadding);
    const inner = thickness * scale;
    const placed = { ...entry, height, edge: top + height / 2, center: center + inner / 2, thickness, inner };
    top += height;
    center += inner;
    return placed;
  });
}

const heightOf = <Row>(rows: readonly PictureRow<Row>[]): number =>
  rows.reduce((sum, { height }) => sum + height, 0);

/** Lays out inputs and outputs side by side; the smaller side is centered on the larger. */
export function pictureOf<Input extends Strand, Output extends Strand>(
  inputs: readonly Input[],
  outputs: readonly Output[],
): { left: PictureSide<Input>; right: PictureSide<Output>; height: number } {
  const sumOf = (rows: readonly Strand[]) => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const total = Math.max(sumOf(inputs), sumOf(outputs));
  const [left, right] = [fold(inputs), fold(outputs)];
  const height = Math.max(heightOf(place(left, total, 0)), heightOf(place(right, total, 0)));
  const side = <Row>(entries: readonly Entry<Row>[]): PictureSide<Row> => {
    const rows = place(entries, total, height / 2);
    const own = heightOf(rows);
    const shift = (height - own) / 2;
    return { rows: rows.map((row) => ({ ...row, edge: row.edge + shift })), height: own };
  };
  return { left: side(left), right: side(right), height };
}

/** Returns the outline of a ribbon from one edge to the center, `width` apart. */
export function ribbonPath(
  { edge, center, thickness, inner }: Pick<PictureRow<unknown>, 'edge' | 'center' | 'thickness' | 'inner'>,
  width: number,
): string {
  const half = width / 2;
  const [a, b] = [edge - thickness / 2, edge + thickness / 2].map((y) => y.toFixed(1));
  const [c, d] = [center - inner / 2, center + inner / 2].map((y) => y.toFixed(1));
  return `M0 ${a}C${half} ${a} ${half} ${c} ${width} ${c}V${d}C${half} ${d} ${half} ${b} 0 ${b}Z`;
}
