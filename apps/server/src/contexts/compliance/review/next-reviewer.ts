/** A reviewer as the giving of new transactions sees them. */
interface Load {
  readonly userId: string;
  open: number;
  /** Null: never. */
  lastGivenAt: number | null;
}

/** Who is next: the fewest open, among these whoever has waited longest since the last one. Undefined where nobody takes part. */
export function nextReviewer(loads: readonly Load[]): Load | undefined {
  let next: Load | undefined;
  for (const load of loads) {
    if (!next || load.open < next.open) next = load;
    else if (load.open === next.open && (load.lastGivenAt ?? 0) < (next.lastGivenAt ?? 0)) next = load;
  }
  return next;
}
