import { basisName, type BitcoinProof, type HeaderLine, type Missing } from '@hopscope/canvas';
import {
  decodeTransaction,
  encodeTransaction,
  fromDisplayHash,
  isCoinbase,
  merkleBranch,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { flowEvidenceLimits as limits } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { readRawTx } from '../../../ledger/bitcoin/blocks/stored-scripts.ts';
import { type FoundTx, readTxidRun, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { heightOf, indexOf, positionOf } from '../../../ledger/bitcoin/positions.ts';
import { readBlocks } from '../../../ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { tooLarge, type Weighs } from './weight.ts';

const notInLedger = 'It is not in the ledger.';
const notStored = 'Its scripts are not stored.';

export interface BitcoinEvidence {
  readonly transactions: ReadonlyMap<string, Uint8Array>;
  readonly spent: ReadonlyMap<string, Uint8Array>;
  readonly proofs: readonly BitcoinProof[];
  readonly headers: readonly HeaderLine[];
  readonly linked: boolean;
  readonly missing: readonly Missing[];
}

interface Context {
  readonly session: SqlSession;
  readonly weight: Weighs;
  readonly signal: AbortSignal;
}

/** Returns the newest transaction of each txid (two of 2010 have duplicate txids, BIP 30). */
async function findTxs(session: SqlSession, txids: readonly string[]): Promise<Map<string, FoundTx>> {
  const found = await readTxsById(session, txids.map(fromDisplayHash));
  return new Map(found.map((tx) => [toDisplayHash(tx.txid), tx]));
}

async function readRaws(
  { session, weight, signal }: Context,
  txids: readonly string[],
  { what, found }: { what: 'transaction' | 'spent'; found: ReadonlyMap<string, FoundTx> },
): Promise<{ raws: Map<string, Uint8Array>; missing: Missing[] }> {
  const raws = new Map<string, Uint8Array>();
  const missing: Missing[] = [];
  for (const txid of txids) {
    signal.throwIfAborted();
    const tx = found.get(txid);
    const raw = tx && (await readRawTx(session, tx, nativeHashing));
    if (!raw) {
      missing.push({ what, id: txid, why: tx ? notStored : notInLedger });
      continue;
    }
    const plain = encodeTransaction(decodeTransaction(raw, { hashing: nativeHashing }), { witness: false });
    const bytes = what === 'spent' ? plain : raw;
    weight.add(bytes.length);
    raws.set(txid, bytes);
  }
  return { raws, missing };
}

/** Returns the merkle branches from transactions to the headers of their blocks. */
async function prove({ session, signal }: Context, found: readonly FoundTx[]): Promise<BitcoinProof[]> {
  const proofs: BitcoinProof[] = [];
  const heights = Map.groupBy(found, ({ position }) => heightOf(position));
  const blocks = await readBlocks(session, [...heights.keys()]);
  for (const [height, txs] of heights) {
    signal.throwIfAborted();
    const block = blocks.get(height);
    if (!block) throw new RangeError(`Block ${height} of a transaction is missing`);
    const first = positionOf(height, 0);
    const leaves = await readTxidRun(session, first, first + block.txCount);
    for (const { txid, position } of txs) {
      const place = indexOf(position);
      const branch = merkleBranch(leaves, place).map(toDisplayHash);
      proofs.push({ txid: toDisplayHash(txid), height, position: place, count: block.txCount, branch });
    }
  }
  return proofs;
}

/** Returns headers of the required blocks, and those between them if there aren't too many. */
async function readHeaders(
  { session, weight }: Context,
  needed: readonly number[],
  bases: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<Pick<BitcoinEvidence, 'headers' | 'linked' | 'missing'>> {
  const missing: Missing[] = [];
  const all = [...new Set([...needed, ...bases.keys()])].toSorted((a, b) => a - b);
  const [lowest, highest] = [all[0] ?? 0, all.at(-1) ?? -1];
  const row = Array.from(
    { length: Math.min(highest - lowest + 1, limits.headers + 1) },
    (_, i) => lowest + i,
  );
  const linked = row.length <= limits.headers;
  const blocks = await readBlocks(session, linked ? row : all);
  const isComplete = linked && row.every((height) => blocks.has(height));
  const wanted = isComplete ? row : all;
  const headers = wanted.flatMap((height): HeaderLine[] => {
    const block = blocks.get(height);
    return block ? [{ height, header: toHex(block.header) }] : [];
  });
  weight.add(headers.length * 80);
  for (const [height, hashes] of bases)
    for (const hash of hashes) {
      const block = blocks.get(height);
      const own = block && toDisplayHash(block.hash);
      if (own === hash) continue;
      const why = own ? `The ledger has block ${own} at that height.` : 'It is not in the ledger.';
      missing.push({ what: 'basis', id: basisName('bitcoin', height, hash), why });
    }
  return { headers, linked: isComplete, missing };
}

/**
 * Returns transactions with their proofs, and with the transactions whose outputs they spend. Throws 409 above the limits.
 */
export async function collectBitcoin(
  around: Context,
  txids: readonly string[],
  bases: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<BitcoinEvidence> {
  const { session } = around;
  const found = await findTxs(session, txids);
  const own = await readRaws(around, txids, { what: 'transaction', found });
  const before = new Set<string>();
  for (const raw of own.raws.values()) {
    const tx = decodeTransaction(raw, { hashing: nativeHashing });
    if (isCoinbase(tx)) continue;
    for (const { prevTxid } of tx.inputs) {
      const txid = toDisplayHash(prevTxid);
      if (!own.raws.has(txid)) before.add(txid);
    }
  }
  if (before.size > limits.spent) throw tooLarge(`spends the outputs of ${before.size} transactions`);
  const spentIds = [...before];
  const spent = await readRaws(around, spentIds, { what: 'spent', found: await findTxs(session, spentIds) });
  const stored = [...own.raws.keys()].flatMap((txid) => found.get(txid) ?? []);
  const proofs = await prove(around, stored);
  const { headers, linked, missing } = await readHeaders(
    around,
    proofs.map(({ height }) => height),
    bases,
  );
  return {
    transactions: own.raws,
    spent: spent.raws,
    proofs,
    headers,
    linked,
    missing: [...own.missing, ...spent.missing, ...missing],
  };
}
