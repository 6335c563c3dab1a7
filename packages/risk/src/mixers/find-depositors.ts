import type { MixerHeuristic } from '@hopscope/domain';
import {
  type MixerBook,
  type MixerDeposit,
  type MixerLink,
  mostContacts,
  type MixerWithdrawal,
  type NoteCount,
} from './mixer-book.ts';
import { findByChain, recipientsByChain } from './note-chain.ts';
import { findByGasPrice } from './same-gas-price.ts';
import { findByRelayer, recipientsByRelayer } from './same-relayer.ts';

/** With fewer withdrawals, equal counts are chance. */
const leastSame = 3;
/** Accounts that are looked at for a deposit, those that withdrew first: each takes many reads. */
const mostCandidates = 100;

async function sameCounts(
  pool: string,
  withdrawn: readonly NoteCount[],
  book: MixerBook,
): Promise<string | undefined> {
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
  return same.length === 1 ? same[0]?.[0]?.account : undefined;
}

/** Returns contacts of a recipient that began with a withdrawal and has few. */
async function freshContacts(
  recipient: string,
  withdrawn: readonly NoteCount[],
  book: MixerBook,
): Promise<string[]> {
  const contacts = await book.contactsOf(recipient);
  if (!contacts || !withdrawn.some(({ first }) => first === contacts.since)) return [];
  const accounts = new Set([...contacts.paid, ...contacts.payers]);
  return accounts.size <= mostContacts ? [...accounts] : [];
}

/** Finds accounts that may have made the deposit which a withdrawal took out; the same account by several heuristics, too. */
export async function findDepositors(withdrawal: MixerWithdrawal, book: MixerBook): Promise<MixerLink[]> {
  const { recipient, sender, pool, position } = withdrawal;
  const own = new Set(sender === null ? [recipient] : [recipient, sender]);
  const withdrawn = await book.withdrawalsOf([recipient]);
  const strangers = (accounts: readonly (string | undefined)[]): string[] =>
    accounts.flatMap((account) => (account === undefined || own.has(account) ? [] : [account]));
  const named: readonly (readonly [heuristic: MixerHeuristic, accounts: readonly string[]])[] = [
    ['same_account', [...own]],
    ['linked_account', strangers(await freshContacts(recipient, withdrawn, book))],
    ['same_counts', [await sameCounts(pool, withdrawn, book)].flatMap((account) => account ?? [])],
    ['same_gas_price', strangers([await findByGasPrice(withdrawal, book)])],
    ['note_chain', strangers([await findByChain(withdrawal, book)])],
    ['same_relayer', strangers(await findByRelayer(withdrawal, book))],
  ];
  const accounts = [...new Set(named.flatMap(([, each]) => each))];
  const deposits = (await book.depositsOf(accounts, position)).filter((each) => each.pool === pool);
  return named.flatMap(([heuristic, each]) =>
    deposits.filter(({ account }) => each.includes(account)).map((notes) => ({ heuristic, notes })),
  );
}

/**
 * Finds accounts that may have withdrawn what a deposit paid in: those for whose last withdrawal from the pool the depositor is
 * found; of at most 100 accounts, those that withdrew first. Withdrawals that the depositor sent for others are not looked for.
 */
export async function findRecipients(
  { account, price, pool, position }: MixerDeposit,
  book: MixerBook,
): Promise<MixerLink[]> {
  const deposits = await book.depositsOf([account], Number.MAX_SAFE_INTEGER);
  const inPool = deposits.find((each) => each.pool === pool);
  const sameCount = inPool ? await book.recipientsWith(pool, inPool.count) : null;
  const { paid = [], payers = [] } = (await book.contactsOf(account)) ?? {};
  const samePrice = price === null ? null : await book.usesAtPrice('withdrawal', pool, price);
  const near = new Set([
    account,
    ...paid,
    ...payers,
    ...(samePrice ?? []).map((use) => use.account),
    ...(await recipientsByChain({ account, pool, position }, book)),
    ...(await recipientsByRelayer(account, book)),
  ]);
  const candidates = new Set([...near, ...(sameCount ?? [])]);
  const withdrawals = Map.groupBy(await book.withdrawalsOf([...candidates]), (each) => each.account);
  /** Without contact, only counts can link: no pool has more withdrawals than the account made deposits. */
  const canMatch = (other: string): boolean =>
    (withdrawals.get(other) ?? []).every(({ pool: of, count }) =>
      deposits.some((own) => own.pool === of && own.count >= count),
    );
  const later = [...withdrawals.values()]
    .flat()
    .filter((notes) => notes.pool === pool && notes.last > position)
    .filter((notes) => near.has(notes.account) || canMatch(notes.account))
    .toSorted((a, b) => a.last - b.last)
    .slice(0, mostCandidates);
  const links: MixerLink[] = [];
  for (const notes of later) {
    const last = await book.withdrawalsAt([{ account: notes.account, pool, position: notes.last }]);
    for (const withdrawal of last) {
      for (const { heuristic, notes: found } of await findDepositors(withdrawal, book)) {
        if (found.account === account) links.push({ heuristic, notes });
      }
    }
  }
  return links;
}
