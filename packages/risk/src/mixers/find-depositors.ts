import type { MixerHeuristic } from '@hopscope/domain';

/** How often an account used a pool. Accounts and pools are hex without 0x; positions are places in the chain. */
export interface NoteCount {
  readonly account: string;
  readonly pool: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

export interface MixerContacts {
  /** Position of the account's first movement. */
  readonly since: number;
  readonly accounts: readonly string[];
}

/** What the heuristics look up. */
export interface MixerBook {
  /** Deposits of accounts before a position, into all pools. */
  depositsOf(accounts: readonly string[], before: number): Promise<readonly NoteCount[]>;
  /** Withdrawals to accounts, from all pools. */
  withdrawalsOf(accounts: readonly string[]): Promise<readonly NoteCount[]>;
  /** Accounts with exactly `count` deposits into a pool before a position; null: too many to look at. */
  depositorsWith(pool: string, count: number, before: number): Promise<readonly string[] | null>;
  /** Accounts with exactly `count` withdrawals from a pool; null: too many to look at. */
  recipientsWith(pool: string, count: number): Promise<readonly string[] | null>;
  /** Accounts that paid an account or were paid by it, and its first movement; null: too many to look at. */
  contactsOf(account: string): Promise<MixerContacts | null>;
}

export interface MixerWithdrawal {
  readonly recipient: string;
  /** Who sent the transaction, if no relayer was paid for it; null: a relayer did. */
  readonly sender: string | null;
  readonly pool: string;
  readonly position: number;
}

/**
 * An account that may have made the deposit, with its deposits into the pool before the withdrawal; or one that may have withdrawn
 * a deposit, with its withdrawals from the pool.
 */
export interface MixerLink {
  readonly heuristic: MixerHeuristic;
  readonly notes: NoteCount;
}

export interface MixerDeposit {
  readonly account: string;
  readonly pool: string;
  readonly position: number;
}

/** An account with more contacts is in use, whatever it began with. */
const mostContacts = 10;
/** With fewer withdrawals, equal counts are chance. */
const leastSame = 3;

async function sameCounts(
  pool: string,
  withdrawn: readonly NoteCount[],
  book: MixerBook,
): Promise<NoteCount | undefined> {
  const own = withdrawn.find((each) => each.pool === pool);
  if (!own || withdrawn.reduce((sum, { count }) => sum + count, 0) < leastSame) return undefined;
  const end = Math.max(...withdrawn.map(({ last }) => last));
  const candidates = (await book.depositorsWith(pool, own.count, end)) ?? [];
  if (candidates.length === 0) return undefined;
  const deposits = Map.groupBy(await book.depositsOf(candidates, end), ({ account }) => account);
  const same = [...deposits.values()].filter(
    (counts) =>
      counts.length === withdrawn.length &&
      withdrawn.every((taken) =>
        counts.some(
          (given) =>
            given.pool === taken.pool &&
            given.count === taken.count &&
            given.last < taken.first &&
            given.last - given.first <= taken.last - taken.first,
        ),
      ),
  );
  return same.length === 1 ? same[0]?.find((given) => given.pool === pool) : undefined;
}

/** Finds accounts that may have made the deposit which a withdrawal took out; the same account by several heuristics, too. */
export async function findDepositors(withdrawal: MixerWithdrawal, book: MixerBook): Promise<MixerLink[]> {
  const { recipient, sender, pool, position } = withdrawal;
  const own = new Set(sender === null ? [recipient] : [recipient, sender]);
  const withdrawn = await book.withdrawalsOf([recipient]);
  const contacts = await book.contactsOf(recipient);
  const isFresh =
    contacts !== null &&
    contacts.accounts.length <= mostContacts &&
    withdrawn.some(({ first }) => first === contacts.since);
  const linked = isFresh ? contacts.accounts.filter((account) => !own.has(account)) : [];
  const inPool = (await book.depositsOf([...own, ...linked], position)).filter((each) => each.pool === pool);
  const links = inPool.map(
    (notes): MixerLink => ({
      heuristic: own.has(notes.account) ? 'same_account' : 'linked_account',
      notes,
    }),
  );
  const counted = await sameCounts(pool, withdrawn, book);
  return counted ? [...links, { heuristic: 'same_counts', notes: counted }] : links;
}

/**
 * Finds accounts that may have withdrawn what a deposit paid in: those for whose last withdrawal from the pool the depositor is
 * found. Withdrawals that others sent for themselves are found by their recipient only.
 */
export async function findRecipients(
  { account, pool, position }: MixerDeposit,
  book: MixerBook,
): Promise<MixerLink[]> {
  const deposits = await book.depositsOf([account], Number.MAX_SAFE_INTEGER);
  const inPool = deposits.find((each) => each.pool === pool);
  const sameCount = inPool ? await book.recipientsWith(pool, inPool.count) : null;
  const contacts = (await book.contactsOf(account))?.accounts ?? [];
  const candidates = new Set([account, ...contacts, ...(sameCount ?? [])]);
  const near = new Set([account, ...contacts]);
  const withdrawals = Map.groupBy(await book.withdrawalsOf([...candidates]), (each) => each.account);
  /** Without contact, only counts can link: no pool has more withdrawals than the account made deposits. */
  const canMatch = (other: string): boolean =>
    (withdrawals.get(other) ?? []).every(({ pool: of, count }) =>
      deposits.some((own) => own.pool === of && own.count >= count),
    );
  const links: MixerLink[] = [];
  for (const notes of [...withdrawals.values()].flat()) {
    if (notes.pool !== pool || notes.last <= position) continue;
    if (!near.has(notes.account) && !canMatch(notes.account)) continue;
    const withdrawal = { recipient: notes.account, sender: null, pool, position: notes.last };
    for (const { heuristic, notes: found } of await findDepositors(withdrawal, book)) {
      if (found.account === account) links.push({ heuristic, notes });
    }
  }
  return links;
}
