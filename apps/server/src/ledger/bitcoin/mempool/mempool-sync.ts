import { decodeTransaction, equalBytes, type Hashing, toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { BitcoinListener } from '../listener.ts';
import { byteKey, inParts } from '../../shared/byte-keys.ts';
import { storeOutputs } from '../blocks/batch.ts';
import { type AddedTransaction, readAdditions } from './mempool-added.ts';
import { findRemoved, droppedStored, appendMempoolEvent } from './mempool-removed.ts';
import { chooseLeftOut } from './mempool-limit.ts';
import { loadSources } from './mempool-sources.ts';
import {
  readIncomplete,
  readMempoolState,
  readRaw,
  readAffectedKeys,
  readMempoolNames,
} from './mempool-store.ts';
import { effectsOf, unpackPrevouts, mempoolFee, type MempoolPrevouts } from './mempool-tx.ts';
import {
  deleteMempool,
  insertMempool,
  moveToDropped,
  nextIds,
  updatePrevouts,
  writeCounts,
} from './mempool-writer.ts';

/** The unconfirmed transactions of a node. */
export interface MempoolUpdate {
  /** The complete list of txids (internal byte order). */
  readonly present: readonly Uint8Array[];
  /** Raw bytes of transactions of the list that aren't stored. Others, and those that can't be unconfirmed, are rejected. */
  readonly arrived: readonly Uint8Array[];
  /**
   * Hash of the node's best block (internal byte order) at the time of the list. While the ledger has another chain tip,
   * transactions that left the list are kept unless a transaction of the list replaces them: they may be in a block that is
   * still to be read. Without it, the list alone decides.
   */
  readonly tip?: Uint8Array;
}

/** Result of synchronizing with a list. */
export interface SyncReport {
  readonly arrived: number;
  readonly replaced: number;
  readonly evicted: number;
  /**
   * Number of byte arrays that weren't a transaction of the list, or one that a block of the ledger contains or contradicts.
   */
  readonly refused: number;
  /** Number of the node's unconfirmed transactions that aren't stored because of the limit. */
  readonly leftOut: number;
}

export interface SyncOptions {
  hashing: Hashing;
  limit: number;
  /** Milliseconds since 1970. */
  now: number;
  /** Rates of the transactions omitted so far, by txid: their descendants are omitted as well. */
  leftOut: ReadonlyMap<string, bigint>;
  listener: BitcoinListener;
}

export interface SyncResult {
  report: SyncReport;
  /** Rates of the transactions of the list that are now omitted, by txid. */
  leftOut: Map<string, bigint>;
}

const none: SyncReport = { arrived: 0, replaced: 0, evicted: 0, refused: 0, leftOut: 0 };

/**
 * Returns the chain tip and locks the ledger's row, like appends: lists and blocks are serialized. Undefined while there is
 * no block.
 */
async function claimTip(session: SqlSession): Promise<Uint8Array | undefined> {
  await session.query('select network from btc_ledger for update');
  const { rows } = await session.query<{ hash: Uint8Array }>(
    'select hash from btc_block order by height desc limit 1',
  );
  return rows[0]?.hash;
}

/** Completes inputs after blocks were added: formerly unknown outputs may be known. Returns the affected address keys. */
async function completeInputs(
  session: SqlSession,
  { hashing, listener, now }: Pick<SyncOptions, 'hashing' | 'listener' | 'now'>,
): Promise<Uint8Array[]> {
  const affected = new Map<string, Uint8Array>();
  for (const part of inParts(await readIncomplete(session), 1000)) {
    const rows = (await readRaw(session, part)).map(({ id, raw, prevouts }) => ({
      id,
      raw,
      tx: decodeTransaction(raw, { hashing }),
      prevouts: unpackPrevouts(prevouts),
    }));
    const unknown = rows.flatMap(({ tx, prevouts }) => tx.inputs.filter((_, i) => !prevouts[i]));
    const sources = await loadSources(
      session,
      unknown.map(({ prevTxid }) => toHex(prevTxid)),
      hashing,
    );
    for (const { id, raw, tx, prevouts } of rows) {
      const completed = tx.inputs.map((input, i): MempoolPrevouts[number] => {
        const found = prevouts[i] ?? sources.find(input.prevTxid, input.prevVout);
        return typeof found === 'string' ? undefined : found;
      });
      const found = completed.filter((prevout, i) => prevout && !prevouts[i]);
      if (found.length === 0 || (mempoolFee(tx, completed) ?? 0n) < 0n) continue;
      const outputs = storeOutputs(tx, hashing);
      await updatePrevouts(session, { id, raw, tx, outputs, prevouts: completed });
      await listener.completed(session, [{ txid: toHex(tx.txid), outputs, prevouts: completed }], now);
      for (const { key } of effectsOf(outputs, completed).values()) affected.set(byteKey(key), key);
    }
  }
  return [...affected.values()];
}

/** Returns arrivals that don't spend from a removed transaction, and the number of the others. */
function withoutOrphans(
  accepted: readonly AddedTransaction[],
  going: ReadonlySet<string>,
): { staying: AddedTransaction[]; orphans: number } {
  const lost = new Set(going);
  const staying = accepted.filter(({ txid, tx }) => {
    if (!tx.inputs.some(({ prevTxid }) => lost.has(toHex(prevTxid)))) return true;
    lost.add(txid);
    return false;
  });
  return { staying, orphans: accepted.length - staying.length };
}

/** Returns omitted transactions that are still on the list, and their descendants. */
function stillLeftOut(
  before: ReadonlyMap<string, bigint>,
  present: ReadonlySet<string>,
  postponed: readonly { txid: string; parents: string[] }[],
): Map<string, bigint> {
  const leftOut = new Map([...before].filter(([txid]) => present.has(txid)));
  for (const { txid, parents } of postponed) {
    if (parents.some((parent) => leftOut.has(parent))) leftOut.set(txid, -1n);
  }
  return leftOut;
}

async function write(
  session: SqlSession,
  additions: readonly AddedTransaction[],
  now: number,
): Promise<Uint8Array[]> {
  if (additions.length === 0) return [];
  const ids = await nextIds(session, additions.length);
  await insertMempool(
    session,
    additions.map((addition, i) => ({
      ...addition,
      id: ids[i] ?? 0n,
      firstSeen: addition.firstSeen ?? now,
    })),
  );
  return additions.flatMap(({ outputs, prevouts }) =>
    [...effectsOf(outputs, prevouts).values()].map(({ key }) => key),
  );
}

/** Synchronizes with a list within the caller's transaction, as `BitcoinMempool.sync` describes. */
export async function syncMempool(
  session: SqlSession,
  update: MempoolUpdate,
  { hashing, limit, now, leftOut: before, listener }: SyncOptions,
): Promise<SyncResult> {
  const tip = await claimTip(session);
  if (!tip) return { report: none, leftOut: new Map() };
  const present = new Set(update.present.map(toHex));
  const names = await readMempoolNames(session);
  const stored = new Map(names.map((name) => [name.txid, name]));
  const { accepted, postponed, refused } = await readAdditions(session, update.arrived, {
    present,
    stored,
    hashing,
  });

  const absent = names.filter(({ txid }) => !present.has(txid));
  const evict = !update.tip || equalBytes(update.tip, tip);
  const removals = await findRemoved(session, absent, { present, accepted, evict, now });
  const going = new Set(removals.map(({ txid }) => txid));
  const affected = await readAffectedKeys(
    session,
    removals.map(({ id }) => id),
  );
  await moveToDropped(session, removals, droppedStored);
  await listener.removed(session, removals);

  const blocksCame = (await readMempoolState(session))?.tip !== toHex(tip);
  if (blocksCame) affected.push(...(await completeInputs(session, { hashing, listener, now })));
  const { staying, orphans } = withoutOrphans(accepted, going);
  const remaining = await remainingNames(session, names, { going, again: blocksCame });
  const dropped = await chooseLeftOut(session, remaining, staying, limit);
  const droppedIds = remaining.filter(({ txid }) => dropped.has(txid)).map(({ id }) => id);
  affected.push(...(await readAffectedKeys(session, droppedIds)));
  await deleteMempool(session, droppedIds);
  await listener.removed(
    session,
    [...dropped.keys()].map((txid) => ({ txid, reason: 'evicted', by: undefined })),
  );
  const additions = staying.filter(({ txid }) => !dropped.has(txid));
  affected.push(...(await write(session, additions, now)));
  await listener.added(session, additions, now);

  const arrived = new Set(additions.map(({ txid }) => txid));
  const leftOut = stillLeftOut(new Map([...before, ...dropped]), present, postponed);
  for (const txid of arrived) leftOut.delete(txid);
  await writeCounts(session, { leftOut: leftOut.size, at: now, tip: toHex(tip) });
  const changes = arrived.size + removals.length + droppedIds.length;
  if (changes + affected.length > 0) await appendMempoolEvent(session, affected);
  const count = (reason: string): number => removals.filter((removal) => removal.reason === reason).length;
  return {
    leftOut,
    report: {
      arrived: arrived.size,
      replaced: count('replaced'),
      evicted: count('evicted'),
      refused: refused + orphans,
      leftOut: leftOut.size,
    },
  };
}

/** Returns the remaining unconfirmed transactions; `again`: read them again because fees may have become known. */
async function remainingNames(
  session: SqlSession,
  names: Awaited<ReturnType<typeof readMempoolNames>>,
  { going, again }: { going: ReadonlySet<string>; again: boolean },
): Promise<typeof names> {
  return again ? readMempoolNames(session) : names.filter(({ txid }) => !going.has(txid));
}
