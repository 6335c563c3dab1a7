import { createCopyReader } from '../../db/copy-binary.ts';
import type { SqlSession } from '../../db/session.ts';
import { markSpent, type SpendableTx } from './blocks/batch.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../shared/byte-keys.ts';
import { readByNumbers, type RowReader } from '../shared/read-by-numbers.ts';
import { indexOfPoint, pointBits, pointOf, positionOfPoint } from './positions.ts';
import { type StoredTx, unpackTx } from './blocks/tx-record.ts';

/** A transaction row of the ledger. */
export interface FoundTx {
  position: number;
  txid: Uint8Array;
  record: StoredTx;
}

const partSize = 20_000;

function* readRows(reader: RowReader): Generator<FoundTx> {
  while (reader.next()) {
    const position = reader.int8Number();
    const txid = reader.bytes().slice();
    yield { position, txid, record: unpackTx(reader.bytes().slice(), position) };
  }
}

/** Returns the transactions at the positions, in no particular order; omits positions without one. */
export async function readTxsAt(session: SqlSession, positions: readonly number[]): Promise<FoundTx[]> {
  const found: FoundTx[] = [];
  for (const part of inParts(positions, partSize)) {
    const select = 'select pos, txid, body from btc_tx where pos = any($1)';
    for (const tx of readRows(await readByNumbers(session, select, part))) found.push(tx);
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

/**
 * Returns all transactions with one of the txids (internal byte order), oldest first. Two blocks can share a coinbase txid
 * (BIP30).
 */
export async function readTxsById(session: SqlSession, txids: readonly Uint8Array[]): Promise<FoundTx[]> {
  const wanted = new Set(txids.map(byteKey));
  const found: FoundTx[] = [];
  for (const part of inParts([...new Set(txids.map(prefixKey))], partSize)) {
    const select =
      'select t.pos, t.txid, t.body from btc_tx_lookup l join btc_tx t on t.pos = l.pos where l.key = any($1)';
    for (const tx of readRows(await readByNumbers(session, select, part))) {
      // Others start with the same bytes.
      if (wanted.has(byteKey(tx.txid))) found.push(tx);
    }
  }
  return found.sort((a, b) => a.position - b.position);
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

/** What connects transactions with others. */
export interface TxLinks {
  /** Outpoint → inpoint. */
  readonly spends: Map<bigint, bigint>;
  /** Txids by position. */
  readonly txids: Map<number, Uint8Array>;
}

/** Returns the spends of outputs with the spending txids, and the txids at `positions`, in one round trip. */
export async function readLinks(
  session: SqlSession,
  txs: readonly { position: number; outputs: number }[],
  positions: Iterable<number>,
): Promise<TxLinks> {
  const links: TxLinks = { spends: new Map(), txids: new Map() };
  const from = txs.map((tx) => pointOf(tx.position, 0));
  const to = txs.map((tx) => pointOf(tx.position, tx.outputs));
  const reader = await readByNumbers(
    session,
    `select s.outpoint, s.inpoint, s.inpoint >> ${pointBits} as pos,
       (select txid from btc_tx where pos = s.inpoint >> ${pointBits}) as txid
     from unnest($1, $2) as r(lo, hi) join btc_spend s on s.outpoint >= r.lo and s.outpoint < r.hi
     union all
     select -1::int8, -1::int8, pos, txid from btc_tx where pos = any($3)`,
    from,
    to,
    [...new Set(positions)],
  );
  while (reader.next()) {
    const outpoint = reader.int8();
    const inpoint = reader.int8();
    if (outpoint >= 0n) links.spends.set(outpoint, inpoint);
    links.txids.set(reader.int8Number(), reader.bytes().slice());
  }
  return links;
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
