import { type MixerHeuristic, mixerHeuristics } from '@hopscope/domain';
import { demoChainId, internalTransfers, mixerNoteOf, movementsOfTransaction, toHex } from '@hopscope/chain';
import { findDepositors, type MixerBook, type MixerWithdrawal, type NoteCount } from '@hopscope/risk';
import type { Ratio } from '../ratio.ts';
import type { EthereumRiskTruth } from './ethereum-risk-truth.ts';

export interface MixerLinkQuality {
  /** Links of a heuristic that name who made the deposit. */
  readonly precision: Readonly<Record<MixerHeuristic, Ratio>>;
  /** Withdrawals that have such a link. */
  readonly recall: Ratio;
}

/** A deposit, or a withdrawal by its recipient. */
type Note = Pick<NoteCount, 'account' | 'pool'> & { readonly position: number };
type Withdrawal = MixerWithdrawal & { readonly hash: string };

/** Places in the order of the chain. */
const positionAt = (block: number, index: number): number => block * 2 ** 17 + index;

function countsOf(notes: readonly Note[]): NoteCount[] {
  const groups = Map.groupBy(notes, ({ account, pool }) => `${account} ${pool}`);
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    const last = all.at(-1);
    return first && last
      ? [
          {
            account: first.account,
            pool: first.pool,
            count: all.length,
            first: first.position,
            last: last.position,
          },
        ]
      : [];
  });
}

/** Everything that happened with the mixer, and who paid whom. */
function collect({ bundles }: Pick<EthereumRiskTruth, 'bundles'>) {
  const deposits: (Note & { readonly hash: string })[] = [];
  const withdrawals: Withdrawal[] = [];
  const contacts = new Map<string, { since: number; accounts: Set<string> }>();
  const meet = (one: string, other: string, position: number): void => {
    const own = contacts.get(one) ?? { since: position, accounts: new Set() };
    own.accounts.add(other);
    contacts.set(one, own);
  };
  for (const [number, { block, receipts, traces }] of bundles.entries()) {
    const internal = traces ? internalTransfers(traces, block.header) : [];
    for (const [i, tx] of block.transactions.entries()) {
      const receipt = receipts[i];
      if (!receipt) continue;
      const position = positionAt(number, i);
      for (const log of receipt.logs) {
        const note = mixerNoteOf(log, demoChainId);
        if (!note) continue;
        const [pool, sender] = [toHex(note.pool), toHex(tx.from)];
        if (note.recipient)
          withdrawals.push({
            recipient: toHex(note.recipient),
            sender: note.relayer ? null : sender,
            pool,
            position,
            hash: toHex(tx.hash),
          });
        else deposits.push({ account: sender, pool, position, hash: toHex(tx.hash) });
      }
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const facts = { tx, receipt, header: block.header, failed: receipt.success === false, internal: own };
      for (const { kind, from, to, amount } of movementsOfTransaction({ ...facts, isFake: () => false })) {
        if (kind === 'fee' || amount === 0n || !from || !to) continue;
        meet(toHex(from), toHex(to), position);
        meet(toHex(to), toHex(from), position);
      }
    }
  }
  return { deposits, withdrawals, contacts };
}

/** Returns all deposits into the mixer and withdrawals, with what the heuristics look up for them. */
export function mixerUseOf(truth: Pick<EthereumRiskTruth, 'bundles'>) {
  const { deposits, withdrawals, contacts } = collect(truth);
  const byAccount = Map.groupBy(deposits, ({ account }) => account);
  const byPool = Map.groupBy(deposits, ({ pool }) => pool);
  const byRecipient = Map.groupBy(
    withdrawals.map(({ recipient, pool, position }): Note => ({ account: recipient, pool, position })),
    ({ account }) => account,
  );
  const isBefore =
    (before: number) =>
    ({ position }: Note): boolean =>
      position < before;
  const book: MixerBook = {
    depositsOf: async (accounts, before) =>
      countsOf(accounts.flatMap((account) => byAccount.get(account) ?? []).filter(isBefore(before))),
    withdrawalsOf: async (accounts) =>
      countsOf(accounts.flatMap((account) => byRecipient.get(account) ?? [])),
    recipientsWith: async (pool, wanted) =>
      countsOf([...byRecipient.values()].flat())
        .filter((each) => each.pool === pool && each.count === wanted)
        .map(({ account }) => account),
    depositorsWith: async (pool, wanted, before) =>
      countsOf((byPool.get(pool) ?? []).filter(isBefore(before)))
        .filter(({ count }) => count === wanted)
        .map(({ account }) => account),
    async contactsOf(account) {
      const { since, accounts = [] } = contacts.get(account) ?? {};
      return since === undefined ? null : { since, accounts: [...accounts] };
    },
  };
  return {
    deposits,
    withdrawals,
    book,
    /** Deposits into a pool before a position, less withdrawals. */
    unspentIn: (pool: string, before: number): number =>
      deposits.filter((each) => each.pool === pool && each.position < before).length -
      withdrawals.filter((each) => each.pool === pool && each.position < before).length,
  };
}

/** Compares the accounts that the heuristics name for withdrawals from the mixer with who made the deposits. */
export async function evaluateMixerLinks(
  truth: Pick<EthereumRiskTruth, 'bundles' | 'mixed'>,
): Promise<MixerLinkQuality> {
  const { withdrawals, book } = mixerUseOf(truth);
  const precision: Record<MixerHeuristic, { right: number; of: number }> = {
    same_account: { right: 0, of: 0 },
    linked_account: { right: 0, of: 0 },
    same_counts: { right: 0, of: 0 },
  };
  let found = 0;
  for (const withdrawal of withdrawals) {
    const owner = truth.mixed.get(withdrawal.hash);
    const links = await findDepositors(withdrawal, book);
    if (links.some(({ notes: { account } }) => account === owner)) found++;
    for (const heuristic of mixerHeuristics) {
      const own = links.filter((link) => link.heuristic === heuristic);
      precision[heuristic].of += own.length;
      precision[heuristic].right += own.filter(({ notes: { account } }) => account === owner).length;
    }
  }
  return { precision, recall: { right: found, of: withdrawals.length } };
}
