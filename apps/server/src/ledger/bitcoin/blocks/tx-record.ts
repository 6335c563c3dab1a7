import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { createPackReader, type PackReader, type PackWriter } from '../../shared/varint.ts';

/** The output that an input spends: found in the ledger, unknown to it, or none (coinbase). */
export type StoredPrevout =
  | {
      kind: 'known';
      position: number;
      vout: number;
      type: ScriptType;
      key: Uint8Array | undefined;
      value: bigint;
    }
  | { kind: 'unknown'; txid: Uint8Array; vout: number }
  | { kind: 'coinbase' };

export interface StoredInput {
  prevout: StoredPrevout;
  sequence: number;
  scriptSize: number;
  /** Serialized witness bytes of this input. */
  witnessSize: number;
}

export interface StoredOutput {
  type: ScriptType;
  /** Canonical address key; undefined if the script has no address. */
  key: Uint8Array | undefined;
  /** Satoshis. */
  value: bigint;
  /** The whole script of an OP_RETURN output. */
  script: Uint8Array | undefined;
}

/** A stored transaction: everything except signatures and scripts that follow from type and key. */
export interface StoredTx {
  version: number;
  locktime: number;
  segwit: boolean;
  coinbase: boolean;
  size: number;
  strippedSize: number;
  inputs: StoredInput[];
  outputs: StoredOutput[];
}

const isSegwit = 1;
const isCoinbase = 2;
const hasLocktime = 4;
const versionShift = 3; // 0: written out, 1: version 1, 2: version 2

const known = 0x10;
const sequenceShift = 5; // 0: written out, else index + 1 into usualSequences
const usualSequences = [0xffffffff, 0xfffffffe, 0xfffffffd];
const typeMask = 0x0f;

const typeNumbers = new Map<ScriptType, number>(scriptTypes.map((type, index) => [type, index]));

function numberOfType(type: ScriptType): number {
  const index = typeNumbers.get(type);
  if (index === undefined) throw new RangeError(`Unknown script type ${type}`);
  return index;
}

function typeOfNumber(index: number): ScriptType {
  const type = scriptTypes[index];
  if (type === undefined) throw new RangeError(`Unknown script type number ${index}`);
  return type;
}

/** Payload lengths of address keys by type; keys of other types are stored with their length. */
const payloadLengths: Partial<Record<ScriptType, number>> = {
  p2pk: 20,
  p2pkh: 20,
  p2sh: 20,
  p2wpkh: 20,
  p2wsh: 32,
  p2tr: 32,
};
const keyTags: Partial<Record<ScriptType, number>> = {
  p2pk: 0,
  p2pkh: 0,
  p2sh: 1,
  p2wpkh: 0x10,
  p2wsh: 0x10,
  p2tr: 0x11,
};

/** Returns true if the key of an output of this type has a fixed length, so that only its payload is stored. */
export function hasPlainPayload(type: ScriptType): boolean {
  return payloadLengths[type] !== undefined;
}

/** Returns the code of a common sequence number; 0 if it has none and is stored in full. */
export function sequenceNumber(sequence: number): number {
  return usualSequences.indexOf(sequence) + 1;
}

function writeKey(out: PackWriter, type: ScriptType, key: Uint8Array | undefined): void {
  if (payloadLengths[type] !== undefined) {
    if (key === undefined) throw new RangeError(`A ${type} output has an address`);
    out.raw(key.subarray(1));
  } else {
    out.byte(key?.length ?? 0);
    if (key) out.raw(key);
  }
}

function readKey(reader: PackReader, type: ScriptType): Uint8Array | undefined {
  const length = payloadLengths[type];
  const tag = keyTags[type];
  if (length !== undefined && tag !== undefined) {
    const key = new Uint8Array(1 + length);
    key[0] = tag;
    key.set(reader.raw(length), 1);
    return key;
  }
  const own = reader.byte();
  return own === 0 ? undefined : reader.raw(own);
}

function writeInput(out: PackWriter, input: StoredInput, position: number, segwit: boolean): void {
  const { prevout } = input;
  const usual = sequenceNumber(input.sequence);
  const head = usual << sequenceShift;
  if (prevout.kind === 'known') {
    out.byte(head | known | numberOfType(prevout.type));
    out.uint(position - prevout.position);
    out.uint(prevout.vout);
    out.amount(prevout.value);
    writeKey(out, prevout.type, prevout.key);
  } else {
    out.byte(head);
    if (prevout.kind === 'unknown') {
      out.raw(prevout.txid);
      out.uint(prevout.vout);
    }
  }
  if (usual === 0) out.uint(input.sequence);
  out.uint(input.scriptSize);
  if (segwit) out.uint(input.witnessSize);
}

function readInput(reader: PackReader, position: number, segwit: boolean, coinbase: boolean): StoredInput {
  const head = reader.byte();
  let prevout: StoredPrevout;
  if (head & known) {
    const type = typeOfNumber(head & typeMask);
    const spent = position - reader.uint();
    const vout = reader.uint();
    const value = reader.amount();
    prevout = { kind: 'known', position: spent, vout, type, value, key: readKey(reader, type) };
  } else if (coinbase) {
    prevout = { kind: 'coinbase' };
  } else {
    prevout = { kind: 'unknown', txid: reader.raw(32), vout: reader.uint() };
  }
  const usual = head >> sequenceShift;
  const sequence = usual === 0 ? reader.uint() : (usualSequences[usual - 1] ?? 0);
  const scriptSize = reader.uint();
  const witnessSize = segwit ? reader.uint() : 0;
  return { prevout, sequence, scriptSize, witnessSize };
}

/**
 * Packs a transaction for `btc_tx.body` (layout in `docs/concepts/ledger.md`). `position`: its own position in the chain.
 */
export function packTx(out: PackWriter, tx: StoredTx, position: number): Uint8Array {
  const usualVersion = tx.version === 1 || tx.version === 2 ? tx.version : 0;
  out.byte(
    (tx.segwit ? isSegwit : 0) |
      (tx.coinbase ? isCoinbase : 0) |
      (tx.locktime === 0 ? 0 : hasLocktime) |
      (usualVersion << versionShift),
  );
  if (usualVersion === 0) out.uint(tx.version >>> 0);
  if (tx.locktime !== 0) out.uint(tx.locktime);
  out.uint(tx.size);
  if (tx.segwit) out.uint(tx.size - tx.strippedSize);
  out.uint(tx.inputs.length);
  out.uint(tx.outputs.length);
  for (const input of tx.inputs) writeInput(out, input, position, tx.segwit);
  for (const output of tx.outputs) {
    out.byte(numberOfType(output.type));
    out.amount(output.value);
    writeKey(out, output.type, output.key);
    if (output.type === 'op_return') {
      out.uint(output.script?.length ?? 0);
      if (output.script) out.raw(output.script);
    }
  }
  return out.take();
}

/** Unpacks a transaction. Throws RangeError if the bytes are damaged. */
export function unpackTx(body: Uint8Array, position: number): StoredTx {
  const reader = createPackReader(body);
  const head = reader.byte();
  const segwit = (head & isSegwit) !== 0;
  const coinbase = (head & isCoinbase) !== 0;
  const version = head >> versionShift || reader.uint() | 0;
  const locktime = head & hasLocktime ? reader.uint() : 0;
  const size = reader.uint();
  const strippedSize = segwit ? size - reader.uint() : size;
  const inputCount = reader.uint();
  const outputCount = reader.uint();
  const inputs: StoredInput[] = [];
  for (let i = 0; i < inputCount; i++) inputs.push(readInput(reader, position, segwit, coinbase));
  const outputs: StoredOutput[] = [];
  for (let i = 0; i < outputCount; i++) {
    const type = typeOfNumber(reader.byte());
    const value = reader.amount();
    const key = readKey(reader, type);
    const script = type === 'op_return' ? reader.raw(reader.uint()) : undefined;
    outputs.push({ type, key, value, script });
  }
  return { version, locktime, segwit, coinbase, size, strippedSize, inputs, outputs };
}
