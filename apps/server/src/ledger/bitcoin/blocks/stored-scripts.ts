import { decodeTransaction, equalBytes, type Hashing, type Transaction } from '@hopscope/chain';
import type { ScriptType } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { createCopyReader } from '../../../db/copy-binary.ts';
import { createPackReader, type PackReader, type PackWriter } from '../../shared/varint.ts';
import type { FoundTx } from '../lookups.ts';
import { readTxids } from '../reader.ts';
import type { StoredInput, StoredOutput } from './tx-record.ts';

const version0 = 0x00;
/** The opcode of witness version 1; the later versions follow it. */
const version1 = 0x51;
const witnessTag = 0x10;

/** Types whose scripts follow from the type and the address key, or are stored whole in the packed transaction. */
const rebuildable: ReadonlySet<ScriptType> = new Set([
  'p2pkh',
  'p2sh',
  'p2wpkh',
  'p2wsh',
  'p2tr',
  'witness_unknown',
  'anchor',
  'op_return',
]);

/** Returns true if the script of an output of this type isn't stored separately from the packed transaction. */
export function isRebuildable(type: ScriptType): boolean {
  return rebuildable.has(type);
}

/** Encodes a number below 2^32 as CompactSize (Bitcoin's wire format). */
export function compactSize(n: number): Uint8Array {
  if (n < 0xfd) return Uint8Array.of(n);
  if (n <= 0xffff) return Uint8Array.of(0xfd, n & 0xff, n >> 8);
  return Uint8Array.of(0xfe, n & 0xff, (n >>> 8) & 0xff, (n >>> 16) & 0xff, n >>> 24);
}

/**
 * Packs what `btc_tx.body` lacks to rebuild the exact bytes: input scripts, serialized witnesses, and each output script
 * that is neither implied by type and key nor stored, with its length. The body contains the lengths of the others.
 */
export function packRest(out: PackWriter, tx: Transaction, outputs: readonly StoredOutput[]): Uint8Array {
  for (const { script } of tx.inputs) out.raw(script);
  if (tx.segwit) {
    for (const { witness } of tx.inputs) {
      out.raw(compactSize(witness.length));
      for (const item of witness) {
        out.raw(compactSize(item.length));
        out.raw(item);
      }
    }
  }
  tx.outputs.forEach(({ script }, vout) => {
    const type = outputs[vout]?.type;
    if (type === undefined || rebuildable.has(type)) return;
    out.uint(script.length);
    out.raw(script);
  });
  return out.take();
}

function scriptOf({ type, key, script }: StoredOutput, rest: PackReader): Uint8Array {
  if (type === 'op_return') return script ?? new Uint8Array();
  if (!rebuildable.has(type)) return rest.raw(rest.uint());
  const payload = key?.subarray(1) ?? new Uint8Array();
  if (type === 'p2pkh') return Uint8Array.of(0x76, 0xa9, 20, ...payload, 0x88, 0xac);
  if (type === 'p2sh') return Uint8Array.of(0xa9, 20, ...payload, 0x87);
  const version = (key?.[0] ?? 0) - witnessTag;
  return Uint8Array.of(version === 0 ? version0 : version1 + version - 1, payload.length, ...payload);
}

/** Creates a buffer for serialized bytes that are appended piece by piece. */
function createBytes(size: number) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const forward = (length: number): number => {
    at += length;
    if (at > size) throw new RangeError('A transaction does not have its size');
    return at - length;
  };
  return {
    uint32: (value: number): void => view.setUint32(forward(4), value, true),
    uint64: (value: bigint): void => view.setBigUint64(forward(8), value, true),
    raw(value: Uint8Array): void {
      bytes.set(value, forward(value.length));
    },
    done(): Uint8Array {
      if (at !== size) throw new RangeError('A transaction does not have its size');
      return bytes;
    },
  };
}

function outpointOf(
  { prevout }: StoredInput,
  txids: ReadonlyMap<number, Uint8Array>,
): { txid: Uint8Array; vout: number } {
  if (prevout.kind === 'coinbase') return { txid: new Uint8Array(32), vout: 0xffffffff };
  if (prevout.kind === 'unknown') return prevout;
  const txid = txids.get(prevout.position);
  if (!txid) throw new RangeError(`No txid at position ${prevout.position}`);
  return { txid, vout: prevout.vout };
}

/**
 * Rebuilds the exact bytes of a stored transaction. `txids`: those at the positions that its inputs spend. Throws RangeError
 * if the stored parts don't result in a transaction with this txid and size.
 */
export function rebuildTransaction(
  { record, txid }: Pick<FoundTx, 'record' | 'txid'>,
  rest: Uint8Array,
  { txids, hashing }: { txids: ReadonlyMap<number, Uint8Array>; hashing: Hashing },
): { raw: Uint8Array; tx: Transaction } {
  const reader = createPackReader(rest);
  const scripts = record.inputs.map(({ scriptSize }) => reader.raw(scriptSize));
  const witnesses = record.segwit ? record.inputs.map(({ witnessSize }) => reader.raw(witnessSize)) : [];
  const out = createBytes(record.size);
  out.uint32(record.version >>> 0);
  if (record.segwit) out.raw(Uint8Array.of(0, 1));
  out.raw(compactSize(record.inputs.length));
  record.inputs.forEach((input, vin) => {
    const { txid: spent, vout } = outpointOf(input, txids);
    out.raw(spent);
    out.uint32(vout);
    out.raw(compactSize(input.scriptSize));
    out.raw(scripts[vin] ?? new Uint8Array());
    out.uint32(input.sequence);
  });
  out.raw(compactSize(record.outputs.length));
  for (const output of record.outputs) {
    const script = scriptOf(output, reader);
    out.uint64(output.value);
    out.raw(compactSize(script.length));
    out.raw(script);
  }
  for (const witness of witnesses) out.raw(witness);
  out.uint32(record.locktime);
  if (!reader.done) throw new RangeError('More is kept than the transaction has');
  const raw = out.done();
  const tx = decodeTransaction(raw, { hashing });
  if (!equalBytes(tx.txid, txid))
    throw new RangeError('What is kept does not have the hash of the transaction');
  return { raw, tx };
}

/** Returns the positions of the transactions that the inputs of `txs` spend, of each at most the first `limit`. */
export function spentPositions(txs: readonly Pick<FoundTx, 'record'>[], limit?: number): number[] {
  return txs.flatMap(({ record }) =>
    record.inputs
      .slice(0, limit)
      .flatMap(({ prevout }) => (prevout.kind === 'known' ? [prevout.position] : [])),
  );
}

/** Reads the stored scripts of the transactions from one position to before another, by position. */
export async function readRests(
  session: SqlSession,
  from: number,
  to: number,
): Promise<Map<number, Uint8Array>> {
  const reader = createCopyReader(
    await session.copyOut(`select pos, rest from btc_tx_rest where pos >= ${from} and pos < ${to}`),
  );
  const rests = new Map<number, Uint8Array>();
  while (reader.next()) rests.set(reader.int8Number(), reader.bytes().slice());
  return rests;
}

/**
 * Returns the exact bytes of a transaction of the ledger; undefined if its scripts aren't stored. Throws like
 * `rebuildTransaction`.
 */
export async function readRawTx(
  session: SqlSession,
  found: FoundTx,
  hashing: Hashing,
): Promise<Uint8Array | undefined> {
  const rest = (await readRests(session, found.position, found.position + 1)).get(found.position);
  if (!rest) return undefined;
  const txids = await readTxids(session, spentPositions([found]));
  return rebuildTransaction(found, rest, { txids, hashing }).raw;
}
