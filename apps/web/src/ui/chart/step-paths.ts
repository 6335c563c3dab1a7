/** An amount from a moment on; null: unknown. */
export interface StepPoint {
  /** Seconds since 1970. */
  at: number;
  amount: bigint | null;
}

const written = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * Returns the step line of amounts, and the area below it: each amount holds until the next point, the last one until `end`;
 * unknown ones leave a gap.
 */
export function stepPaths(
  points: readonly StepPoint[],
  {
    xOf,
    yOf,
    end,
    bottom,
  }: {
    xOf: (at: number) => number;
    yOf: (amount: bigint) => number;
    /** Right end and lower end in pixels. */
    end: number;
    bottom: number;
  },
): { line: string; area: string } {
  const line: string[] = [];
  const area: string[] = [];
  points.forEach(({ at, amount }, i) => {
    if (amount === null) return;
    const next = points[i + 1];
    const [x, y, to] = [xOf(at), yOf(amount), next ? xOf(next.at) : end].map(written);
    line.push((points[i - 1]?.amount ?? null) === null ? `M${x} ${y}` : `V${y}`, `H${to}`);
    area.push(`M${x} ${bottom}V${y}H${to}V${bottom}Z`);
  });
  return { line: line.join(''), area: area.join('') };
}
