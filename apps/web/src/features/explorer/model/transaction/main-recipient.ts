interface Side {
  readonly addr: string | null;
  readonly amt: number | null;
}

/**
 * Returns the address with the largest output that isn't change back to a sender, otherwise the first sender; undefined if no
 * address is known.
 */
export function mainRecipient({
  inputs,
  outputs,
}: {
  readonly inputs: readonly Side[];
  readonly outputs: readonly Side[];
}): string | undefined {
  const senders = new Set(inputs.map(({ addr }) => addr));
  const [largest] = outputs
    .filter(({ addr }) => addr !== null && !senders.has(addr))
    .toSorted((one, other) => (other.amt ?? 0) - (one.amt ?? 0));
  return largest?.addr ?? inputs.find(({ addr }) => addr !== null)?.addr ?? undefined;
}
