/** Fixed prefixes of addresses, which can't be chosen. */
const prefix = /^(0x|(?:bc|tb|bcrt|hs)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]?|[1-9a-z])/i;
/** Characters at either end that shortened addresses show, and that people compare. */
const shown = 4;
const shortestAddress = 20;

/** Returns the part of an address shown when shortened; undefined if the text is too short for an address. */
function endsOf(address: string): string | undefined {
  if (address.length < shortestAddress) return undefined;
  const head = (prefix.exec(address)?.[0].length ?? 0) + shown;
  return `${address.slice(0, head)}…${address.slice(-shown)}`.toLowerCase();
}

/**
 * Finds addresses of a list that begin and end alike but differ between, the sign of address poisoning: a transfer of almost
 * nothing places a look-alike in someone's history to be copied by mistake. By chance, this occurs in fewer than one of a
 * thousand lists of a thousand addresses. Doesn't determine the real address. Source: Tsuchiya, Dong, Soska, Christin,
 * "Blockchain Address Poisoning" (USENIX Security 2025).
 * @param addresses in any order, in display format
 * @returns for each affected address, the others that resemble it, in list order
 */
export function findLookAlikes(addresses: readonly string[]): Map<string, string[]> {
  const byEnds = new Map<string, string[]>();
  for (const address of new Set(addresses)) {
    const ends = endsOf(address);
    if (ends !== undefined) byEnds.set(ends, [...(byEnds.get(ends) ?? []), address]);
  }
  const found = new Map<string, string[]>();
  for (const alike of byEnds.values()) {
    for (const address of alike) {
      const others = alike.filter((other) => other.toLowerCase() !== address.toLowerCase());
      if (others.length > 0) found.set(address, others);
    }
  }
  return found;
}
