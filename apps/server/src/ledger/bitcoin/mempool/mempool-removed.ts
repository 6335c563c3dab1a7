import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { BitcoinListener } from '../listener.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { appendEvent } from '../../shared/events.ts';
import type { BlockAtHeight } from '../blocks/batch.ts';
import type { AddedTransaction } from './mempool-added.ts';
import {
  readInputsOf,
  readMempoolState,
  readNamed,
  readSpendersOf,
  readSpendersOfOutputs,
  readAffectedKeys,
  type MempoolName,
} from './mempool-store.ts';
import { outpointName } from './mempool-tx.ts';
import { type RemovedTransaction, moveToDropped, writeCounts } from './mempool-writer.ts';

/** Number of removed transactions to keep records of. */
export const droppedStored = 20_000;

/** Appends the event of added or removed unconfirmed transactions, with the affected address keys. */
export async function appendMempoolEvent(
  session: SqlSession,
  affected: readonly Uint8Array[],
): Promise<void> {
  const keys = [...new Map(affected.map((key) => [byteKey(key), key])).values()];
  await appendEvent(session, { kind: 'unconfirmed', blockchain: 'bitcoin', keys });
}

/**
 * Adds the unconfirmed descendants of removed transactions: they are removed for the same reason, by the same transaction.
 */
async function withDescendants(
  session: SqlSession,
  removals: ReadonlyMap<string, RemovedTransaction>,
): Promise<Map<string, RemovedTransaction>> {
  const all = new Map(removals);
  let fresh = [...removals.keys()];
  while (fresh.length > 0) {
    const spenders = await readSpendersOf(session, fresh);
    fresh = [];
    for (const { id, txid, prevTxid } of spenders) {
      const parent = all.get(prevTxid);
      if (!parent || all.has(txid)) continue;
      all.set(txid, { ...parent, id, txid });
      fresh.push(txid);
    }
  }
  return all;
}

/** Returns the transaction of the list that spends an output that one of these also spends, by the number of the latter. */
async function readReplacements(
  session: SqlSession,
  absent: readonly MempoolName[],
  about: { present: ReadonlySet<string>; accepted: readonly AddedTransaction[] },
): Promise<Map<bigint, string>> {
  const inputs = await readInputsOf(
    session,
    absent.map(({ id }) => id),
  );
  const rivals = await readSpendersOfOutputs(
    session,
    inputs.map(({ prevTxid, vout }) => ({ txid: prevTxid, vout })),
  );
  const takers = new Map<string, string>();
  const take = (output: string, txid: string): void => {
    if (!takers.has(output)) takers.set(output, txid);
  };
  for (const { txid, prevTxid, vout } of rivals) {
    if (about.present.has(txid)) take(`${prevTxid}:${vout}`, txid);
  }
  for (const { txid, tx } of about.accepted) {
    for (const { prevTxid, prevVout } of tx.inputs) take(outpointName(prevTxid, prevVout), txid);
  }
  const replacements = new Map<bigint, string>();
  for (const { id, prevTxid, vout } of inputs) {
    const by = takers.get(`${prevTxid}:${vout}`);
    if (by !== undefined && !replacements.has(id)) replacements.set(id, by);
  }
  return replacements;
}

/**
 * Finds transactions to remove because they aren't on the list. Replaced: a transaction of the list spends one of its
 * outputs, or one that an ancestor spent. Otherwise evicted, but only if `evict`, which requires that list and ledger have
 * the same chain tip.
 */
export async function findRemoved(
  session: SqlSession,
  absent: readonly MempoolName[],
  about: { present: ReadonlySet<string>; accepted: readonly AddedTransaction[]; evict: boolean; now: number },
): Promise<RemovedTransaction[]> {
  if (absent.length === 0) return [];
  const replacements = await readReplacements(session, absent, about);
  const replaced = new Map<string, RemovedTransaction>();
  for (const { id, txid } of absent) {
    const by = replacements.get(id);
    if (by !== undefined) replaced.set(txid, { id, txid, reason: 'replaced', by, droppedAt: about.now });
  }
  const removals = await withDescendants(session, replaced);
  if (!about.evict) return [...removals.values()];
  for (const { id, txid } of absent) {
    if (removals.has(txid)) continue;
    removals.set(txid, { id, txid, reason: 'evicted', by: undefined, droppedAt: about.now });
  }
  return [...(await withDescendants(session, removals)).values()];
}

/**
 * Removes transactions that blocks confirm, and those that they make impossible with all descendants. Call it in the
 * transaction that appends the blocks, which has locked the ledger's row. Without unconfirmed transactions, it reads only
 * one row.
 */
export async function removeConfirmed(
  session: SqlSession,
  placed: readonly BlockAtHeight[],
  listener: BitcoinListener,
): Promise<void> {
  const state = await readMempoolState(session);
  if (!state || state.transactions === 0) return;
  const confirmed = new Map<string, number>();
  const takers = new Map<string, { by: string; droppedAt: number }>();
  const outputs: { txid: string; vout: number }[] = [];
  for (const { block } of placed) {
    const droppedAt = block.header.time * 1000;
    for (const { txid, inputs } of block.transactions) {
      const by = toHex(txid);
      confirmed.set(by, droppedAt);
      for (const { prevTxid, prevVout } of inputs) {
        takers.set(outpointName(prevTxid, prevVout), { by, droppedAt });
        outputs.push({ txid: toHex(prevTxid), vout: prevVout });
      }
    }
  }
  const mined = (await readNamed(session, [...confirmed.keys()])).map(
    ({ id, txid }): RemovedTransaction => ({
      id,
      txid,
      reason: 'mined',
      by: undefined,
      droppedAt: confirmed.get(txid) ?? 0,
    }),
  );
  const impossible = new Map<string, RemovedTransaction>();
  for (const { id, txid, prevTxid, vout } of await readSpendersOfOutputs(session, outputs)) {
    const taker = takers.get(`${prevTxid}:${vout}`);
    if (taker && !confirmed.has(txid)) impossible.set(txid, { id, txid, reason: 'conflict', ...taker });
  }
  const conflicts = [...(await withDescendants(session, impossible)).values()];
  const affected = await readAffectedKeys(
    session,
    conflicts.map(({ id }) => id),
  );
  await moveToDropped(session, [...mined, ...conflicts], droppedStored);
  await listener.removed(session, conflicts);
  if (mined.length + conflicts.length > 0) await writeCounts(session);
  if (conflicts.length > 0) await appendMempoolEvent(session, affected);
}
