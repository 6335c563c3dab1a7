import { fromHex, gasPriceOfNote, type MixerNote, mixerNoteOf, mixerPoolAt, toHex } from '@hopscope/chain';
import type { MixerNoteView } from '@hopscope/contract';
import {
  findDepositors,
  findRecipients,
  measuredMixerLinks,
  type MixerBook,
  type MixerLink,
} from '@hopscope/risk';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { countNotes, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import type { EthereumSnapshot } from './ethereum-snapshot.ts';
import { addressOf, addressOrNull, hexOf } from './ethereum-values.ts';
import { openMixerBook } from './mixer-book.ts';

/** Questions per transaction: anyone can make a transaction with hundreds of deposits. */
const mostQuestions = 20;

/** Finds accounts on the other side of a note of a transaction that stand out (`findDepositors`, `findRecipients`). */
export function findLinks(
  { tx, position }: Pick<StoredEthereumTx, 'tx' | 'position'>,
  note: MixerNote,
  book: MixerBook,
): Promise<MixerLink[]> {
  const { recipient, relayer, pool } = note;
  const [sender, price] = [toHex(tx.from), gasPriceOfNote(note, tx)];
  const facts = { pool: toHex(pool), position, price: price ? toHex(price) : null };
  if (!recipient) return findRecipients({ ...facts, account: sender }, book);
  const withdrawal = {
    ...facts,
    recipient: toHex(recipient),
    sender: relayer ? null : sender,
    relayer: relayer && toHex(relayer),
  };
  return findDepositors(withdrawal, book);
}

/**
 * Returns the deposits into pools of mixers, and the withdrawals, in a transaction, with the accounts on the other side that stand
 * out.
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

  async function linksOf(note: MixerNote): Promise<Links> {
    const found = await findLinks({ tx, position }, note, book);
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
    const name = [pool, recipient ?? [], relayer ?? []].map((part) => toHex(Uint8Array.from(part))).join(' ');
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
