/** Amount at the end of a day; null: unknown. */
export interface ChartPoint {
  /** `2026-01-31` */
  day: string;
  amount: bigint | null;
}

interface Size {
  width: number;
  height: number;
}

/** Resolution of coordinates: fine enough for any screen, and integer until the final division. */
const parts = 10_000n;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Returns functions from days and amounts to positions in a chart of that size: from the first day to `until`, from 0 to the
 * largest amount.
 */
export function chartScale(points: readonly ChartPoint[], until: string, { width, height }: Size) {
  const first = timeOf(points[0]?.day ?? until);
  const span = Math.max(timeOf(until) - first, 1);
  const most = points.reduce(
    (largest, { amount }) => (amount !== null && amount > largest ? amount : largest),
    0n,
  );
  return {
    most,
    xOf: (day: string): number => ((timeOf(day) - first) / span) * width,
    yOf: (amount: bigint): number =>
      most === 0n ? height : height - (Number((amount * parts) / most) / Number(parts)) * height,
  };
}

const written = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns the step line of the amounts, and the area below it; each amount holds until the next day that has one. */
export function stepPaths(
  points: readonly ChartPoint[],
  until: string,
  size: Size,
): { line: string; area: string } {
  const { xOf, yOf } = chartScale(points, until, size);
  const line: string[] = [];
  const area: string[] = [];
  points.forEach(({ day, amount }, at) => {
    if (amount === null) return;
    const before = points[at - 1]?.amount ?? null;
    const [x, y, end] = [xOf(day), yOf(amount), xOf(points[at + 1]?.day ?? until)].map(written);
    line.push(before === null ? `M${x} ${y}` : `V${y}`, `H${end}`);
    area.push(`M${x} ${size.height}V${y}H${end}V${size.height}Z`);
  });
  return { line: line.join(''), area: area.join('') };
}

/** Returns the index of the last point at or before `x`, otherwise the first. */
export function pointAt(points: readonly ChartPoint[], x: number, xOf: (day: string) => number): number {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (xOf(points[middle]?.day ?? '') <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}
