import { fromHex, type MixerNote, mixerNoteOf, mixerPoolAt, toHex } from '@hopscope/chain';
import type { MixerNoteView } from '@hopscope/contract';
import {
  findDepositors,
  findRecipients,
  measuredMixerLinks,
  type MixerBook,
  type NoteCount,
} from '@hopscope/risk';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import {
  countNotes,
  type NoteCountRow,
  readAccountsWith,
  readEthereumAccount,
  readEthereumTxs,
  readNoteCounts,
} from '../../../ledger/ethereum/reader.ts';
import { parseEthereumAccount } from '../../../lib/identifiers.ts';
import { presentMovements } from './ethereum-movements.ts';
import type { EthereumSnapshot } from './ethereum-snapshot.ts';
import { addressOf, addressOrNull, hexOf } from './ethereum-values.ts';

/** Accounts with more movements, and counts of notes that more accounts have, say too little. */
const [mostMovements, mostAccounts] = [500, 1000];
/** Questions per transaction: anyone can make a transaction with hundreds of deposits. */
const mostQuestions = 20;

const countOf = ({ account, pool, ...rest }: NoteCountRow): NoteCount => ({
  account: toHex(account),
  pool: toHex(pool),
  ...rest,
});

/** Opens what heuristics for mixers look up in the ledger. */
function openMixerBook(snapshot: EthereumSnapshot): MixerBook {
  const { session } = snapshot;
  async function accountsWith(
    leg: MixerNote['leg'],
    pool: string,
    wanted: { count: number; before?: number },
  ): Promise<string[] | null> {
    const most = mostAccounts + 1;
    const keys = await readAccountsWith(session, leg, fromHex(pool), { ...wanted, most });
    return keys.length < most ? keys.map(toHex) : null;
  }
  return {
    depositsOf: async (accounts, before) =>
      (await readNoteCounts(session, 'deposit', accounts.map(fromHex), before)).map(countOf),
    withdrawalsOf: async (accounts) =>
      (await readNoteCounts(session, 'withdrawal', accounts.map(fromHex))).map(countOf),
    depositorsWith: (pool, count, before) => accountsWith('deposit', pool, { count, before }),
    recipientsWith: (pool, count) => accountsWith('withdrawal', pool, { count }),
    async contactsOf(account) {
      const found = await readEthereumAccount(session, fromHex(account));
      const list = found && (await openMovements(session, found.id, undefined));
      if (!list) return null;
      const { lo, hi } = list.pair.all;
      if (hi - lo > mostMovements) return null;
      const numbers = Array.from({ length: hi - lo }, (_, i) => lo + i);
      const accounts = (await presentMovements(snapshot, await list.at(numbers))).flatMap(
        ({ kind, direction, from, to, received, spent, spam }) => {
          const other = direction === 'in' ? from : to;
          const isPayment = kind !== 'fee' && spam === null && (received !== '0' || spent !== '0');
          return isPayment && other !== null ? [toHex(parseEthereumAccount(other).bytes)] : [];
        },
      );
      return { since: found.first, accounts: [...new Set(accounts)] };
    },
  };
}

/**
 * Returns the deposits into pools of mixers, and the withdrawals, in a transaction, with the accounts on the other side that stand
 * out (`findDepositors`, `findRecipients`).
 */
export async function readMixerNotes(
  snapshot: EthereumSnapshot,
  { tx, receipt, position, failed }: StoredEthereumTx,
): Promise<MixerNoteView[]> {
  const { session, state } = snapshot;
  const chainId = state.chain?.chainId ?? 0n;
  const notes = failed ? [] : receipt.logs.flatMap((log) => mixerNoteOf(log, chainId) ?? []);
  const book = openMixerBook(snapshot);
  const [range, ...others] = state.ranges;
  const hasAll = range?.from === 0 && others.length === 0;

  type Links = NonNullable<MixerNoteView['links']>;

  async function linksOf({ pool, recipient, relayer }: MixerNote): Promise<Links> {
    const [poolName, sender] = [toHex(pool), toHex(tx.from)];
    const found = recipient
      ? await findDepositors(
          { recipient: toHex(recipient), sender: relayer ? null : sender, pool: poolName, position },
          book,
        )
      : await findRecipients({ account: sender, pool: poolName, position }, book);
    const positions = found.map(({ notes: { last } }) => last);
    const hashes = new Map(
      (await readEthereumTxs(session, positions)).map((stored) => [stored.position, hexOf(stored.tx.hash)]),
    );
    return found.map(({ heuristic, notes: { account, count, last } }) => {
      const transaction = hashes.get(last);
      if (transaction === undefined) throw new RangeError(`No transaction at position ${last}`);
      const { right, of } = measuredMixerLinks[heuristic];
      return {
        heuristic,
        account: addressOf(fromHex(account)),
        notes: count,
        last: transaction,
        measured: of === 0 ? null : { right, of },
      };
    });
  }

  /** Answers to questions that notes of the transaction share. */
  const answers = new Map<string, { readonly links: Links; readonly unspent: number }>();
  /** Undefined: one question too many. */
  async function answerOf(note: MixerNote) {
    const { pool, recipient, relayer } = note;
    const name = [pool, recipient ?? [], relayer ? [1] : []]
      .map((part) => toHex(Uint8Array.from(part)))
      .join(' ');
    const known = answers.get(name);
    if (known !== undefined || answers.size >= mostQuestions) return known;
    const { deposits, withdrawals } = await countNotes(session, pool, position);
    const answer = { links: await linksOf(note), unspent: deposits - withdrawals };
    answers.set(name, answer);
    return answer;
  }

  async function present(note: MixerNote): Promise<MixerNoteView> {
    const { leg, pool, recipient, relayer, logIndex } = note;
    const answer = await answerOf(note);
    const known = mixerPoolAt(pool, chainId);
    return {
      log_index: logIndex,
      leg,
      pool: addressOf(pool),
      mixer: known?.mixer ?? null,
      amount: known?.amount ?? null,
      account: addressOf(recipient ?? tx.from),
      relayer: addressOrNull(relayer),
      unspent: hasAll ? (answer?.unspent ?? null) : null,
      links: answer?.links ?? null,
    };
  }
  const views: MixerNoteView[] = [];
  for (const note of notes) views.push(await present(note));
  return views;
}
