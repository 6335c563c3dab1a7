import {
  demoChainId,
  gasPriceOfNote,
  internalTransfers,
  mixerNoteOf,
  movementsOfTransaction,
  toHex,
} from '@hopscope/chain';
import { type MixerHeuristic, mixerHeuristics } from '@hopscope/domain';
import {
  findDepositors,
  type MixerBook,
  type MixerDeposit,
  type MixerUse,
  type MixerWithdrawal,
  type NoteCount,
} from '@hopscope/risk';
import { mixerLimits, mixerWithdrawalsIn } from '../../contexts/explorer/ethereum/mixer-book.ts';
import type { Ratio } from '../ratio.ts';
import type { EthereumRiskTruth } from './ethereum-risk-truth.ts';

export interface MixerLinkQuality {
  /** Links of a heuristic that name who made the deposit. */
  readonly precision: Readonly<Record<MixerHeuristic, Ratio>>;
  /** Withdrawals that have such a link. */
  readonly recall: Ratio;
}

interface Hashed {
  readonly hash: string;
}
interface Contact {
  readonly since: number;
  readonly paid: Set<string>;
  readonly payers: Set<string>;
  movements: number;
}

/** Places in the order of the chain. */
const positionAt = (block: number, index: number): number => block * 2 ** 17 + index;

function countsOf(notes: readonly MixerUse[]): NoteCount[] {
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
  const deposits: (MixerDeposit & Hashed)[] = [];
  const withdrawals: (MixerWithdrawal & Hashed)[] = [];
  const contacts = new Map<string, Contact>();
  const contactOf = (account: string, since: number): Contact => {
    const found = contacts.get(account) ?? { since, paid: new Set(), payers: new Set(), movements: 0 };
    contacts.set(account, found);
    return found;
  };
  for (const [number, { block, receipts, traces }] of bundles.entries()) {
    const internal = traces ? internalTransfers(traces, block.header) : [];
    for (const [i, tx] of block.transactions.entries()) {
      const receipt = receipts[i];
      if (!receipt) continue;
      const position = positionAt(number, i);
      const hash = toHex(tx.hash);
      for (const each of mixerWithdrawalsIn({ tx, receipt, position }, demoChainId))
        withdrawals.push({ ...each, hash });
      for (const log of receipt.logs) {
        const note = mixerNoteOf(log, demoChainId);
        if (note?.leg !== 'deposit') continue;
        const price = gasPriceOfNote(note, tx);
        deposits.push({
          account: toHex(tx.from),
          price: price ? toHex(price) : null,
          pool: toHex(note.pool),
          position,
          hash,
        });
      }
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const facts = { tx, receipt, header: block.header, failed: receipt.success === false, internal: own };
      for (const { kind, from, to, amount } of movementsOfTransaction({ ...facts, isFake: () => false })) {
        const [payer, payee] = [from && toHex(from), to && toHex(to)];
        for (const account of new Set([payer, payee])) if (account) contactOf(account, position).movements++;
        if (kind === 'fee' || amount === 0n || !payer || !payee) continue;
        contactOf(payer, position).paid.add(payee);
        contactOf(payee, position).payers.add(payer);
      }
    }
  }
  return { deposits, withdrawals, contacts };
}

/** Returns all deposits into the mixer and withdrawals, with what the heuristics look up for them. */
export function mixerUseOf(truth: Pick<EthereumRiskTruth, 'bundles'>) {
  const { deposits, withdrawals, contacts } = collect(truth);
  const received = withdrawals.map(({ recipient, ...rest }) => ({ ...rest, account: recipient }));
  const legs = { deposit: deposits, withdrawal: received } as const;
  const byAccount = {
    deposit: Map.groupBy(deposits, ({ account }) => account),
    withdrawal: Map.groupBy(received, ({ account }) => account),
  } as const;
  const usesOf = (leg: keyof typeof legs, accounts: readonly string[]): MixerUse[] =>
    accounts.flatMap((account): readonly MixerUse[] => byAccount[leg].get(account) ?? []);
  const few = (uses: readonly MixerUse[]): readonly MixerUse[] | null =>
    uses.length > mixerLimits.uses ? null : uses.toSorted((a, b) => a.position - b.position);
  const accountsWith = (leg: keyof typeof legs, pool: string, wanted: number, before: number): string[] =>
    countsOf(legs[leg].filter((use) => use.pool === pool && use.position < before))
      .filter(({ count }) => count === wanted)
      .map(({ account }) => account);
  const book: MixerBook = {
    depositsOf: async (accounts, before) =>
      countsOf(usesOf('deposit', accounts).filter(({ position }) => position < before)),
    withdrawalsOf: async (accounts) => countsOf(usesOf('withdrawal', accounts)),
    recipientsWith: async (pool, wanted) =>
      accountsWith('withdrawal', pool, wanted, Number.POSITIVE_INFINITY),
    depositorsWith: async (pool, wanted, before) => accountsWith('deposit', pool, wanted, before),
    async contactsOf(account, most = mixerLimits.movements) {
      const found = contacts.get(account);
      if (!found || found.movements > most) return null;
      return { since: found.since, paid: [...found.paid], payers: [...found.payers] };
    },
    usesIn: async (leg, accounts, { from, to }) =>
      few(usesOf(leg, accounts).filter(({ position }) => position >= from && position <= to)),
    async usesNear(leg, pool, { side, position, most }) {
      const uses = legs[leg].filter((use) => use.pool === pool);
      return side === 'before'
        ? uses.filter((use) => use.position < position).slice(-most)
        : uses.filter((use) => use.position > position).slice(0, most);
    },
    usesAtPrice: async (leg, pool, price) =>
      few(legs[leg].filter((use) => use.pool === pool && use.price === price)),
    withdrawalsAt: async (uses) =>
      uses.flatMap(
        ({ account, pool, position }) =>
          withdrawals.find(
            (each) => each.recipient === account && each.pool === pool && each.position === position,
          ) ?? [],
      ),
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
  const none = { right: 0, of: 0 };
  const precision: Record<MixerHeuristic, { right: number; of: number }> = {
    same_account: { ...none },
    linked_account: { ...none },
    same_counts: { ...none },
    same_gas_price: { ...none },
    note_chain: { ...none },
    same_relayer: { ...none },
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
