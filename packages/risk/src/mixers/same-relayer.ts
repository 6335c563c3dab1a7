import { blocksAround, hasFewContacts, type MixerBook, type MixerWithdrawal } from './mixer-book.ts';

/** A day on mainnet. */
const window = 7200;
/** An account that more accounts paid is a service or a shop: to pay it connects nobody. */
const mostPayers = 10;
/** Likewise an account with more movements; to read them all would take too long. */
const mostMovements = 50;
/** Accounts that one paid, of those that are looked at. */
const mostPaid = 50;

/** Returns the accounts that an account paid, the first 50, without pools. */
async function paidBy(account: string, pools: ReadonlySet<string>, book: MixerBook): Promise<string[]> {
  const { paid = [] } = (await book.contactsOf(account)) ?? {};
  return paid.filter((other) => !pools.has(other)).slice(0, mostPaid);
}

/** Returns who paid an account; empty if they are too many. */
async function payersOf(account: string, book: MixerBook): Promise<readonly string[]> {
  const { payers = [] } = (await book.contactsOf(account, mostMovements)) ?? {};
  return payers.length <= mostPayers ? payers : [];
}

async function poolsOf(account: string, book: MixerBook): Promise<Set<string>> {
  const uses = [
    ...(await book.depositsOf([account], Number.MAX_SAFE_INTEGER)),
    ...(await book.withdrawalsOf([account])),
  ];
  return new Set(uses.map(({ pool }) => pool));
}

/**
 * Returns accounts behind recipients of one relayer: the recipient, which has at most ten contacts, and at least one other, for whom
 * the same relayer sent withdrawals, from any pool, within 7,200 blocks before or after, paid the same account outside of the mixer,
 * which at most ten accounts paid and that has at most 50 movements. That account and the others who paid it stand out; the caller keeps those that made deposits
 * into the pool.
 */
export async function findByRelayer(
  { recipient, relayer, pool, position }: MixerWithdrawal,
  book: MixerBook,
): Promise<string[]> {
  if (relayer === null || !(await hasFewContacts(recipient, book))) return [];
  const found = new Set<string>();
  const pools = await poolsOf(recipient, book);
  for (const collector of await paidBy(recipient, pools.add(pool), book)) {
    const payers = await payersOf(collector, book);
    if (!payers.includes(recipient)) continue;
    const range = blocksAround(position, { before: window, after: window });
    const uses = await book.usesIn('withdrawal', payers, range);
    if (!uses || uses.every(({ account }) => account === recipient)) continue;
    const relayed = (await book.withdrawalsAt(uses)).filter((other) => other.relayer === relayer);
    const members = new Set(relayed.map((other) => other.recipient));
    if (![...members].some((member) => member !== recipient)) continue;
    for (const account of [collector, ...payers]) {
      if (account !== recipient && !members.has(account)) found.add(account);
    }
  }
  return [...found];
}

/** Returns accounts that paid the same accounts as a depositor, or paid it: those for which `findByRelayer` can name it. */
export async function recipientsByRelayer(account: string, book: MixerBook): Promise<string[]> {
  const found = new Set(await payersOf(account, book));
  for (const collector of await paidBy(account, await poolsOf(account, book), book)) {
    for (const payer of await payersOf(collector, book)) found.add(payer);
  }
  return [...found];
}
