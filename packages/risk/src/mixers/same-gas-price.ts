import { blocksAround, type MixerBook, type MixerWithdrawal } from './mixer-book.ts';

/** Wallets propose prices from the last blocks, to all of their users: an equal price within so many blocks is nobody's own. */
const proposedFor = 50;

/**
 * Returns the account whose deposits into the pool, alone, have the gas price of a withdrawal that no relayer sent (Béres et al.,
 * 2021, heuristic 2): all deposits before the withdrawal with this price are its own, more of them than withdrawals with the price
 * before this one, and one at least is from more than 50 blocks before. Undefined if nobody stands out.
 */
export async function findByGasPrice(
  { recipient, sender, price, pool, position }: MixerWithdrawal,
  book: MixerBook,
): Promise<string | undefined> {
  if (price === null) return undefined;
  const uses = await book.usesAtPrice('deposit', pool, price);
  const given = (uses ?? []).filter((use) => use.position < position);
  const [first] = given;
  if (!first || first.account === recipient || first.account === sender) return undefined;
  const { from } = blocksAround(position, { before: proposedFor });
  if (first.position >= from || given.some(({ account }) => account !== first.account)) return undefined;
  const taken = await book.usesAtPrice('withdrawal', pool, price);
  if (!taken || taken.filter((use) => use.position < position).length >= given.length) return undefined;
  return first.account;
}
