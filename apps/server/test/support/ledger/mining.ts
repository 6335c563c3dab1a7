import {
  type Block,
  type BlockHeader,
  type BitcoinNetwork,
  decodeBlock,
  decodeTransaction,
  encodeBlock,
  encodeHeader,
  encodeTransaction,
  merkleRoot,
  networks,
  sha256d,
  type Transaction,
  type TxInput,
  type TxOutput,
  verifyBlock,
} from '@hopscope/chain';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

const noBytes = new Uint8Array(0);
const easyBits = 0x207fffff;

/** Creates a full transaction (hashes, sizes) from these fields by encoding it. */
export function makeTransaction(parts: {
  version?: number;
  locktime?: number;
  inputs: readonly (Pick<TxInput, 'prevTxid' | 'prevVout'> & Partial<TxInput>)[];
  outputs: readonly TxOutput[];
}): Transaction {
  const inputs = parts.inputs.map((input) => ({
    script: noBytes,
    sequence: 0xffffffff,
    witness: [],
    ...input,
  }));
  const draft: Transaction = {
    txid: noBytes,
    wtxid: noBytes,
    version: parts.version ?? 2,
    segwit: inputs.some(({ witness }) => witness.length > 0),
    inputs,
    outputs: parts.outputs,
    locktime: parts.locktime ?? 0,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  };
  return decodeTransaction(encodeTransaction(draft), { hashing: nativeHashing });
}

/** Returns the shortest push of a height, as BIP34 requires. */
export function heightPush(height: number): number[] {
  if (height === 0) return [0];
  if (height <= 16) return [0x50 + height];
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return [bytes.length, ...bytes];
}

/** Returns the coinbase output that commits to the witnesses of a block (BIP141, nonce of zeros). */
export function witnessCommitment(others: readonly Transaction[]): TxOutput {
  const leaves = [new Uint8Array(32), ...others.map(({ wtxid }) => wtxid)];
  const hash = sha256d(nativeHashing, Uint8Array.of(...merkleRoot(leaves).root, ...new Uint8Array(32)));
  return { value: 0n, script: Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed, ...hash) };
}

/** Creates a block with the correct merkle root and easy proof of work; with `verify`, checks all block rules. */
export function mineBlock(
  transactions: readonly Transaction[],
  header: Partial<BlockHeader>,
  verify: boolean,
): Block {
  const draft: BlockHeader = {
    version: 4,
    prevHash: new Uint8Array(32),
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)).root,
    time: 1_600_000_000,
    bits: easyBits,
    nonce: 0,
    ...header,
  };
  let nonce = draft.nonce;
  if (draft.bits === easyBits) {
    while ((sha256d(nativeHashing, encodeHeader({ ...draft, nonce }))[31] ?? 0) >= 0x7f) nonce++;
  }
  const sizes = { hash: noBytes, size: 0, strippedSize: 0, weight: 0, trailing: 0 };
  const block = decodeBlock(encodeBlock({ ...sizes, header: { ...draft, nonce }, transactions }), {
    hashing: nativeHashing,
  });
  const easy: BitcoinNetwork = { ...networks.demo };
  if (verify) verifyBlock(block, easy, { hashing: nativeHashing });
  return block;
}
