/** Why two parts probably have the same owner: one of them paid, and the other one received the change. */
export interface OwnerLink<Evidence> {
  /** The part at the other end. */
  readonly to: string;
  readonly probability: number;
  readonly evidence: Evidence;
}

/** A part of an owner's wallet: a co-spending cluster, or a single address. */
export interface OwnerPart<Evidence> {
  readonly part: string;
  /** Probability of the weakest link on the way from the start; 1 for the start. */
  readonly weakest: number;
  /** How it was found; undefined for the start. */
  readonly link: (OwnerLink<Evidence> & { readonly from: string }) | undefined;
}

export interface ProbableOwner<Evidence> {
  /** The start, then others by their weakest link, the surest first. */
  readonly parts: readonly OwnerPart<Evidence>[];
  /** False if a limit ended the search: there may be more parts. */
  readonly complete: boolean;
}

/** Links of a part; `complete` is false if not all of its payments were read. */
export interface LinksOf<Evidence> {
  readonly links: readonly OwnerLink<Evidence>[];
  readonly complete: boolean;
}

/**
 * Finds the parts that links of at least `least` connect with `start`, each by the way whose weakest link is strongest (a
 * maximum spanning tree, by Prim's algorithm). So the parts for a higher threshold are those whose `weakest` reaches it. Stops
 * at `most` parts, or where `isSpent` returns true; parts that were found but not searched are part of the result.
 */
export async function findProbableOwner<Evidence>(
  start: string,
  options: {
    least: number;
    most: number;
    linksOf(part: string): Promise<LinksOf<Evidence>>;
    isSpent(): boolean;
  },
): Promise<ProbableOwner<Evidence>> {
  const { least, most, linksOf, isSpent } = options;
  const parts: OwnerPart<Evidence>[] = [];
  const open = new Map<string, OwnerPart<Evidence>>([[start, { part: start, weakest: 1, link: undefined }]]);
  let complete = true;
  while (open.size > 0) {
    let best: OwnerPart<Evidence> | undefined;
    for (const each of open.values()) if (!best || each.weakest > best.weakest) best = each;
    if (!best) break;
    if (parts.length === most) return { parts, complete: false };
    open.delete(best.part);
    parts.push(best);
    if (isSpent()) {
      complete = false;
      continue;
    }
    const { part: from, weakest } = best;
    const found = await linksOf(from);
    complete &&= found.complete;
    for (const link of found.links) {
      if (link.probability < least || parts.some(({ part }) => part === link.to)) continue;
      const reached = Math.min(weakest, link.probability);
      if (reached > (open.get(link.to)?.weakest ?? 0))
        open.set(link.to, { part: link.to, weakest: reached, link: { ...link, from } });
    }
  }
  return { parts, complete };
}
