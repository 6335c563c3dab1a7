import { createCopyReader } from '../../db/copy-binary.ts';
import type { SqlSession } from '../../db/session.ts';
import { markSpent, type SpendableTx } from './blocks/batch.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../shared/byte-keys.ts';
import { indexOfPoint, pointOf, positionOfPoint } from './positions.ts';
import { type StoredTx, unpackTx } from './blocks/tx-record.ts';

/** A transaction row of the ledger. */
export interface FoundTx {
  position: number;
  txid: Uint8Array;
  record: StoredTx;
}

const partSize = 20_000;

/** Returns the transactions at the positions, in no particular order; omits positions without one. */
export async function readTxsAt(session: SqlSession, positions: readonly number[]): Promise<FoundTx[]> {
  const found: FoundTx[] = [];
  for (const part of inParts(positions, partSize)) {
    const reader = createCopyReader(
      await session.copyOut(`select pos, txid, body from btc_tx where pos = any(${int8Array(part)})`),
    );
    while (reader.next()) {
      const position = reader.int8Number();
      const txid = reader.bytes().slice();
      found.push({ position, txid, record: unpackTx(reader.bytes().slice(), position) });
    }
  }
  return found;
}

/** Returns the txids of a range of positions, without `to`, in ascending order: those of a block, for its Merkle tree. */
export async function readTxidRun(session: SqlSession, from: number, to: number): Promise<Uint8Array[]> {
  const reader = createCopyReader(
    await session.copyOut(`select txid from btc_tx where pos >= ${from} and pos < ${to} order by pos`),
  );
  const txids: Uint8Array[] = [];
  while (reader.next()) txids.push(Uint8Array.from(reader.bytes()));
  return txids;
}

/** Returns the positions whose txid starts with one of the lookup keys; callers compare the whole txid. */
async function readPositions(session: SqlSession, keys: readonly bigint[]): Promise<number[]> {
  const positions: number[] = [];
  for (const part of inParts(keys, partSize)) {
    const reader = createCopyReader(
      await session.copyOut(`select pos from btc_tx_lookup where key = any(${int8Array(part)})`),
    );
    while (reader.next()) positions.push(reader.int8Number());
  }
  return positions;
}

/**
 * Returns all transactions with one of the txids (internal byte order), oldest first. Two blocks can share a coinbase txid
 * (BIP30).
 */
export async function readTxsById(session: SqlSession, txids: readonly Uint8Array[]): Promise<FoundTx[]> {
  const wanted = new Set(txids.map(byteKey));
  const positions = await readPositions(session, [...new Set(txids.map(prefixKey))]);
  const found = await readTxsAt(session, positions);
  return found.filter((tx) => wanted.has(byteKey(tx.txid))).sort((a, b) => a.position - b.position);
}

/** Returns the spends of all outputs of the transactions: outpoint → inpoint. */
export async function readSpends(
  session: SqlSession,
  txs: readonly { position: number; outputs: number }[],
): Promise<Map<bigint, bigint>> {
  const spends = new Map<bigint, bigint>();
  for (const part of inParts(txs, 2000)) {
    if (part.length === 0) continue;
    const from = part.map((tx) => pointOf(tx.position, 0));
    const to = part.map((tx) => pointOf(tx.position, tx.outputs));
    const { rows } = await session.query<{ outpoint: bigint; inpoint: bigint }>(
      `select s.outpoint, s.inpoint
       from unnest(${int8Array(from)}, ${int8Array(to)}) as r(lo, hi)
       join btc_spend s on s.outpoint >= r.lo and s.outpoint < r.hi`,
    );
    for (const row of rows) spends.set(row.outpoint, row.inpoint);
  }
  return spends;
}

/** Loads the transactions whose outputs a batch may spend, by txid, with the outputs that are already spent. */
export async function readSpendable(
  session: SqlSession,
  txids: readonly Uint8Array[],
): Promise<Map<string, SpendableTx>> {
  const spendable = new Map<string, SpendableTx>();
  const byPosition = new Map<number, SpendableTx>();
  for (const tx of await readTxsById(session, txids)) {
    const entry: SpendableTx = { position: tx.position, outputs: tx.record.outputs, spent: undefined };
    spendable.set(byteKey(tx.txid), entry);
    byPosition.set(tx.position, entry);
  }
  const spends = await readSpends(
    session,
    [...spendable.values()].map((tx) => ({ position: tx.position, outputs: tx.outputs.length })),
  );
  for (const outpoint of spends.keys()) {
    const tx = byPosition.get(positionOfPoint(outpoint));
    if (tx) markSpent(tx, indexOfPoint(outpoint));
  }
  return spendable;
}
