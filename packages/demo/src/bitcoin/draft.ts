import { encodeTransaction, type Hashing, sha256d, type Transaction, type TxInput } from '@hopscope/chain';
import type { Random } from '../random.ts';
import { hasWitness, inputWeight, type Keyring } from './keys.ts';
import type { Coin, Fingerprint } from './wallet.ts';

/** An output to create. */
export interface DraftOutput {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** A transaction as bytes, with the data that its block and its spends need. */
export interface MadeTransaction {
  readonly txid: Uint8Array;
  readonly wtxid: Uint8Array;
  readonly bytes: Uint8Array;
  readonly weight: number;
  readonly fee: bigint;
  readonly hasWitness: boolean;
}

const noHash = new Uint8Array(0);

/**
 * Returns the weight of a transaction before it is created, from the lengths of its locking scripts, to determine its fee.
 */
export function weightOf(inputs: readonly Coin[], outputs: readonly number[]): number {
  let weight = 4 * (8 + countLength(inputs.length) + countLength(outputs.length));
  let witness = false;
  for (const { wallet } of inputs) {
    weight += inputWeight[wallet.style];
    witness ||= hasWitness(wallet.style);
  }
  for (const length of outputs) weight += 4 * (8 + countLength(length) + length);
  if (witness) weight += 2 + inputs.filter(({ wallet }) => !hasWitness(wallet.style)).length;
  return weight;
}

function countLength(count: number): number {
  return count < 0xfd ? 1 : 3;
}

/** Creates a transaction that spends coins; the fee is inputs minus outputs. */
export function makeTransaction(
  parts: {
    inputs: readonly Coin[];
    outputs: readonly DraftOutput[];
    fingerprint: Fingerprint;
    height: number;
  },
  tools: { keyring: Keyring; random: Random; hashing: Hashing },
): MadeTransaction {
  const { inputs, outputs, fingerprint, height } = parts;
  const sequence = fingerprint.rbf ? 0xfffffffd : fingerprint.locktime ? 0xfffffffe : 0xffffffff;
  let witness = false;
  const spent: TxInput[] = inputs.map((coin) => {
    const { id, style } = coin.wallet;
    witness ||= hasWitness(style);
    const unlock = tools.keyring.unlock(id, style, coin.index, tools.random);
    return { prevTxid: coin.txid, prevVout: coin.vout, sequence, ...unlock };
  });
  const draft: Transaction = {
    txid: noHash,
    wtxid: noHash,
    version: fingerprint.version,
    segwit: witness,
    inputs: spent,
    outputs,
    locktime: fingerprint.locktime ? height : 0,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  };
  let fee = 0n;
  for (const coin of inputs) fee += coin.value;
  for (const output of outputs) fee -= output.value;
  if (fee < 0n) throw new RangeError('A demo transaction spends more than it has');
  return finish(draft, fee, tools.hashing);
}

/** Computes hashes and sizes of a transaction from its bytes. */
export function finish(draft: Transaction, fee: bigint, hashing: Hashing): MadeTransaction {
  const bytes = encodeTransaction(draft);
  if (!draft.segwit) {
    const txid = sha256d(hashing, bytes);
    return { txid, wtxid: txid, bytes, weight: 4 * bytes.length, fee, hasWitness: false };
  }
  const stripped = encodeTransaction(draft, { witness: false });
  return {
    txid: sha256d(hashing, stripped),
    wtxid: sha256d(hashing, bytes),
    bytes,
    weight: 3 * stripped.length + bytes.length,
    fee,
    hasWitness: true,
  };
}
