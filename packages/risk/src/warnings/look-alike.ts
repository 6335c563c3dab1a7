/** How an address begins before the part that nobody can choose for nothing. */
const prefix = /^(0x|(?:bc|tb|bcrt|hs)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]?|[1-9a-z])/i;
/** Characters at either end that shortened addresses show, and that people compare. */
const shown = 4;
const shortestAddress = 20;

/** What people see of an address where it is shortened; undefined for a text that is too short to be one. */
function endsOf(address: string): string | undefined {
  if (address.length < shortestAddress) return undefined;
  const head = (prefix.exec(address)?.[0].length ?? 0) + shown;
  return `${address.slice(0, head)}…${address.slice(-shown)}`.toLowerCase();
}

/**
 * Addresses of a list that begin and end like another one of it and differ between: the mark of address poisoning, where a
 * transfer of next to nothing places a look-alike in somebody's history to be copied by mistake. By chance two of a thousand
 * addresses do so less than once in a thousand lists. It does not say which of them is the real one.
 * Source: Tsuchiya, Dong, Soska, Christin, "Blockchain Address Poisoning" (USENIX Security 2025).
 * @param addresses in any order, as answers write them
 * @returns for each address that has any, the others that look like it, in the order of the list
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
