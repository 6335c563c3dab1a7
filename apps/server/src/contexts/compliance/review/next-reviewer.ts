/** A reviewer as the giving of new transactions sees them. */
interface Load {
  readonly userId: string;
  open: number;
  /** Null: never. */
  lastGivenAt: number | null;
}

/**
 * Returns the next reviewer: the fewest open transactions, then the longest time since the last assignment. Undefined if
 * there is none.
 */
export function nextReviewer(loads: readonly Load[]): Load | undefined {
  let next: Load | undefined;
  for (const load of loads) {
    if (!next || load.open < next.open) next = load;
    else if (load.open === next.open && (load.lastGivenAt ?? 0) < (next.lastGivenAt ?? 0)) next = load;
  }
  return next;
}
