import * as fc from 'fast-check';
import { decodeTransaction } from './decode-transaction.ts';
import { encodeTransaction } from './encode-transaction.ts';
import type { Transaction, TxInput, TxOutput } from './transaction.ts';

/** Fields of a transaction to be made; what is left out is empty, zero or final. */
export interface TransactionParts {
  readonly version?: number;
  readonly inputs?: readonly Partial<TxInput>[];
  readonly outputs?: readonly Partial<TxOutput>[];
  readonly locktime?: number;
}

const NO_BYTES = new Uint8Array(0);

/** A whole transaction (hashes, sizes) of the given fields. */
export function makeTransaction(parts: TransactionParts): Transaction {
  const inputs = (parts.inputs ?? [{}]).map((input) => ({
    prevTxid: input.prevTxid ?? new Uint8Array(32).fill(7),
    prevVout: input.prevVout ?? 0,
    script: input.script ?? NO_BYTES,
    sequence: input.sequence ?? 0xffffffff,
    witness: input.witness ?? [],
  }));
  const outputs = (parts.outputs ?? [{}]).map(({ value, script }) => ({
    value: value ?? 0n,
    script: script ?? NO_BYTES,
  }));
  const draft: Transaction = {
    txid: NO_BYTES,
    wtxid: NO_BYTES,
    version: parts.version ?? 2,
    segwit: inputs.some(({ witness }) => witness.length > 0),
    inputs,
    outputs,
    locktime: parts.locktime ?? 0,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  };
  return decodeTransaction(encodeTransaction(draft));
}

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const script = fc.oneof(
  { weight: 8, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  // Around the lengths at which a compact size grows.
  {
    weight: 1,
    arbitrary: fc.integer({ min: 250, max: 260 }).map((length) => new Uint8Array(length).fill(0x51)),
  },
);
const input = fc.record({
  prevTxid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  prevVout: uint32,
  script,
  sequence: uint32,
  witness: fc.array(script, { maxLength: 3 }),
});
const output = fc.record({ value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), script });

/** Any transaction that can be serialized, valid or not. */
export const anyTransaction = fc
  .record({
    version: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    inputs: fc.array(input, { minLength: 1, maxLength: 4 }),
    outputs: fc.array(output, { maxLength: 4 }),
    locktime: uint32,
  })
  .map(makeTransaction);
