import { MAX_MONEY } from '../../amounts.ts';
import { ChainError } from '../../errors.ts';
import { type Hashing, sha256d } from '../../hashing.ts';
import { claimedHeight } from '../block/bip34.ts';
import { decodeHeader, HEADER_SIZE } from '../block/block.ts';
import { rootInPlace } from '../block/merkle.ts';
import { MAX_BLOCK_WEIGHT, verifyProofOfWork } from '../block/verify.ts';
import type { BitcoinNetwork } from '../networks.ts';
import type { BlockColumns } from './block-columns.ts';

const twoTo32 = 2 ** 32;
/** 21 million BTC in satoshis; below 2^53, so sums up to here are exact. */
const maxMoney = Number(MAX_MONEY);
/** OP_RETURN, push of 36 bytes, and the commitment header of BIP141. */
const commitmentPrefix = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];
const commitmentSize = 38;

/** Checks blocks in columns by the rules of `verifyBlock`. Holds memory that it uses again. */
export interface ColumnVerifier {
  /**
   * Throws ChainError for every block that `verifyBlock` refuses. The code names the group of rules; the exact rule and words
   * come from `verifyBlock`.
   */
  verify(columns: BlockColumns, network: BitcoinNetwork): void;
}

function sameBytes(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[aAt + i] !== b[bAt + i]) return false;
  return true;
}

function isNullOutpoint(bytes: Uint8Array, at: number): boolean {
  for (let i = 32; i < 36; i++) if (bytes[at + i] !== 0xff) return false;
  for (let i = 0; i < 32; i++) if (bytes[at + i] !== 0) return false;
  return true;
}

/** Every transaction has inputs and outputs; the first is the only one that spends nothing; the weight is within its limit. */
function verifyShape(columns: BlockColumns): void {
  const { bytes, transactions, inputs } = columns;
  const first = columns.inputOutpoint[0] ?? 0;
  if (columns.txFirstInput[1] !== 1 || !isNullOutpoint(bytes, first)) {
    throw new ChainError('coinbase_missing', 'The first transaction is not a coinbase.');
  }
  const scriptSize = columns.inputScriptSize[0] ?? 0;
  if (scriptSize < 2 || scriptSize > 100) {
    throw new ChainError('coinbase_script_size', `The coinbase script has ${scriptSize} bytes.`);
  }
  for (let n = 1; n < inputs; n++) {
    if (isNullOutpoint(bytes, columns.inputOutpoint[n] ?? 0)) {
      throw new ChainError('input_null', 'A transaction other than the coinbase spends the null outpoint.');
    }
  }
  for (let n = 0; n < transactions; n++) {
    if (columns.txFirstOutput[n] === columns.txFirstOutput[n + 1]) {
      throw new ChainError('outputs_empty', 'A transaction has no outputs.');
    }
  }
  const weight = 3 * columns.strippedSize + columns.size;
  if (weight > MAX_BLOCK_WEIGHT) throw new ChainError('block_too_heavy', `The block weight is ${weight}.`);
}

function verifyAmounts(columns: BlockColumns): void {
  for (let n = 0; n < columns.transactions; n++) {
    const end = columns.txFirstOutput[n + 1] ?? 0;
    let sum = 0;
    for (let output = columns.txFirstOutput[n] ?? 0; output < end; output++) {
      sum += (columns.outputHigh[output] ?? 0) * twoTo32 + (columns.outputLow[output] ?? 0);
      if (sum > maxMoney) {
        throw new ChainError('output_value_invalid', 'An amount is negative or above 21 million BTC.');
      }
    }
  }
}

export function createColumnVerifier(hashing: Hashing): ColumnVerifier {
  let level = new Uint8Array(32 * 256);
  let table = new Int32Array(1024);

  function verifyMerkleRoot(columns: BlockColumns): void {
    if (columns.transactions === 0) throw new ChainError('block_empty', 'The block has no transactions.');
    const length = 32 * columns.transactions;
    if (level.length < length + 32) level = new Uint8Array(2 * length + 32);
    level.set(columns.txids.subarray(0, length));
    const mutated = rootInPlace(level, columns.transactions);
    if (!sameBytes(level, 0, columns.bytes, 36, 32)) {
      throw new ChainError('merkle_mismatch', 'The transactions do not match the Merkle root of the header.');
    }
    if (mutated) throw new ChainError('merkle_mutated', 'Transactions are duplicated.');
  }

  /** No outpoint is spent twice (CVE-2018-17144 within one transaction). An open-addressed table of input numbers. */
  function verifySpentOnce(columns: BlockColumns): void {
    const { bytes, inputs, inputOutpoint } = columns;
    const mask = 2 ** Math.ceil(Math.log2(2 * inputs + 2)) - 1;
    if (table.length <= mask) table = new Int32Array(mask + 1);
    else table.fill(0, 0, mask + 1);
    for (let n = 0; n < inputs; n++) {
      const at = inputOutpoint[n] ?? 0;
      const word =
        (bytes[at + 8] ?? 0) |
        ((bytes[at + 9] ?? 0) << 8) |
        ((bytes[at + 18] ?? 0) << 16) |
        ((bytes[at + 27] ?? 0) << 24);
      const vout = (bytes[at + 32] ?? 0) | ((bytes[at + 33] ?? 0) << 8);
      let slot = Math.imul(word ^ Math.imul(vout, 0x9e3779b1), 0x85ebca6b) & mask;
      for (let taken = table[slot]; taken; taken = table[slot]) {
        if (sameBytes(bytes, inputOutpoint[taken - 1] ?? 0, bytes, at, 36)) {
          throw new ChainError('input_duplicate', 'An outpoint is spent twice in the block.');
        }
        slot = (slot + 1) & mask;
      }
      table[slot] = n + 1;
    }
  }

  /** Offset of the 32 committed bytes: of the last output of the coinbase that has the form (BIP141); -1 without one. */
  function commitmentAt({ bytes, txFirstOutput, outputScript, outputScriptSize }: BlockColumns): number {
    for (let output = (txFirstOutput[1] ?? 0) - 1; output >= 0; output--) {
      const at = outputScript[output] ?? 0;
      if ((outputScriptSize[output] ?? 0) < commitmentSize) continue;
      if (commitmentPrefix.every((byte, i) => byte === bytes[at + i])) return at + commitmentPrefix.length;
    }
    return -1;
  }

  /** Hashes with witness into `level`; 32 zero bytes stand for the coinbase. */
  function witnessHashes(columns: BlockColumns, offset: number): void {
    level.fill(0, 0, 32);
    let at = offset + (columns.txSize[0] ?? 0);
    for (let n = 1; n < columns.transactions; n++) {
      const size = columns.txSize[n] ?? 0;
      if (columns.txSegwit[n] === 1) {
        level.set(sha256d(hashing, columns.bytes.subarray(at, at + size)), 32 * n);
      } else level.set(columns.txids.subarray(32 * n, 32 * n + 32), 32 * n);
      at += size;
    }
  }

  function verifyWitnesses(columns: BlockColumns, active: boolean): void {
    const { bytes, transactions } = columns;
    const commitment = active ? commitmentAt(columns) : -1;
    if (commitment < 0) {
      for (let n = 0; n < transactions; n++) {
        if (columns.txSegwit[n] === 1)
          throw new ChainError('witness_unexpected', 'The block has witnesses without a commitment.');
      }
      return;
    }
    // One item of 32 bytes.
    const nonce = columns.inputWitness[0] ?? 0;
    if (columns.inputWitnessSize[0] !== 34 || bytes[nonce] !== 1 || bytes[nonce + 1] !== 32) {
      throw new ChainError('witness_nonce_invalid', 'The coinbase witness must be one item of 32 bytes.');
    }
    let first = HEADER_SIZE + 1;
    const marker = bytes[HEADER_SIZE] ?? 0;
    if (marker === 0xfd) first += 2;
    else if (marker === 0xfe) first += 4;
    witnessHashes(columns, first);
    rootInPlace(level, transactions);
    const pair = new Uint8Array(64);
    pair.set(level.subarray(0, 32));
    pair.set(bytes.subarray(nonce + 2, nonce + 34), 32);
    if (!sameBytes(sha256d(hashing, pair), 0, bytes, commitment, 32)) {
      throw new ChainError('witness_commitment_mismatch', 'The witnesses do not match their commitment.');
    }
  }

  return {
    verify(columns, network) {
      const { bytes } = columns;
      const { header } = decodeHeader(bytes.subarray(0, HEADER_SIZE), hashing);
      verifyProofOfWork(header, columns.hash, network);
      verifyMerkleRoot(columns);
      verifyShape(columns);
      verifyAmounts(columns);
      verifySpentOnce(columns);
      const script = columns.inputScript[0] ?? 0;
      const height = claimedHeight(
        header.version,
        bytes.subarray(script, script + (columns.inputScriptSize[0] ?? 0)),
      );
      verifyWitnesses(columns, height !== undefined && height >= network.segwitHeight);
    },
  };
}
