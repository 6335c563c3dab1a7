import {
  blocksAround,
  hasFewContacts,
  type MixerBook,
  type MixerUse,
  type MixerWithdrawal,
} from './mixer-book.ts';

/** Ten minutes on mainnet: who deposits later had time to do something else. */
const soon = 50;
/** Uses of a pool that are looked at, on each side of a position. */
const mostUses = 100;

/** Whether one use follows another one of the same account, within `soon` blocks. */
const follows = (later: MixerUse, earlier: MixerUse): boolean =>
  later.account === earlier.account &&
  later.position > earlier.position &&
  later.position <= blocksAround(earlier.position, { after: soon }).to;

/** Of withdrawals, those whose recipients deposited again, into any pool, within 50 blocks; null: too many to look at. */
async function passedOn(withdrawals: readonly MixerUse[], book: MixerBook): Promise<MixerUse[] | null> {
  const [first] = withdrawals;
  const last = withdrawals.at(-1);
  if (!first || !last) return [];
  const { to } = blocksAround(last.position, { after: soon });
  const accounts = [...new Set(withdrawals.map(({ account }) => account))];
  const deposits = await book.usesIn('deposit', accounts, { from: first.position, to });
  return deposits && withdrawals.filter((taken) => deposits.some((given) => follows(given, taken)));
}

/** Of deposits, those whose account had received a withdrawal, from any pool, within the 50 blocks before; null: too many. */
async function passedFrom(deposits: readonly MixerUse[], book: MixerBook): Promise<MixerUse[] | null> {
  const [first] = deposits;
  const last = deposits.at(-1);
  if (!first || !last) return [];
  const { from } = blocksAround(first.position, { before: soon });
  const accounts = [...new Set(deposits.map(({ account }) => account))];
  const withdrawals = await book.usesIn('withdrawal', accounts, { from, to: last.position });
  return withdrawals && deposits.filter((given) => withdrawals.some((taken) => follows(given, taken)));
}

/**
 * Returns the account before the recipient in a chain of notes: the recipient deposited again, into any pool, within 50 blocks
 * after the withdrawal; and among the last 100 deposits into the pool before it, since the last withdrawal (of 100) whose
 * recipient did so, only one account deposited within 50 blocks after a withdrawal to it. Both accounts have at most ten contacts:
 * accounts in use deposit again by chance. Undefined if nobody stands out.
 */
export async function findByChain(
  { recipient, sender, pool, position }: MixerWithdrawal,
  book: MixerBook,
): Promise<string | undefined> {
  const own = await passedOn([{ account: recipient, pool, position }], book);
  if (!own || own.length === 0 || !(await hasFewContacts(recipient, book))) return undefined;
  const where = { side: 'before', position, most: mostUses } as const;
  const passed = await passedOn(await book.usesNear('withdrawal', pool, where), book);
  if (!passed) return undefined;
  const since = passed.at(-1)?.position ?? 0;
  const deposits = await passedFrom(await book.usesNear('deposit', pool, where), book);
  const accounts = new Set(
    (deposits ?? []).filter((given) => given.position > since).map(({ account }) => account),
  );
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0 || account === recipient || account === sender)
    return undefined;
  return (await hasFewContacts(account, book)) ? account : undefined;
}

/** Returns the recipients of the first 100 withdrawals after a deposit that passed on a withdrawal, who passed theirs on. */
export async function recipientsByChain(use: MixerUse, book: MixerBook): Promise<string[]> {
  const own = await passedFrom([use], book);
  if (!own || own.length === 0) return [];
  const where = { side: 'after', position: use.position, most: mostUses } as const;
  const passed = await passedOn(await book.usesNear('withdrawal', use.pool, where), book);
  return (passed ?? []).map(({ account }) => account);
}
