import { type BitcoinNetwork, type BlockColumns, subsidyAt } from '@hopscope/chain';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { coSpend, type RiskInput, type RiskOutput } from '@hopscope/risk';
import { byteKey } from '../../shared/byte-keys.ts';
import { positionOf, replacedMark } from '../positions.ts';
import { type Totals, zeroTotals } from '../blocks/batch.ts';
import { isRebuildable } from '../blocks/stored-scripts.ts';
import { hasPlainPayload, sequenceNumber } from '../blocks/tx-record.ts';
import type { ClusterColumns } from './cluster-columns.ts';
import { findHome, home } from './homes.ts';
import type { RowWriter } from './row-writer.ts';
import type { RunWriter } from './runs.ts';
import { Sum } from './sum.ts';
import type { UnspentOutputs } from './unspent.ts';

const twoTo32 = 2 ** 32;
const maxMoney = 21e14;
const [typeP2pk, typeOpReturn] = [scriptTypes.indexOf('p2pk'), scriptTypes.indexOf('op_return')];
const plainPayload = scriptTypes.map(hasPlainPayload);
const rebuildable = scriptTypes.map(isRebuildable);
/** Words of an entry before its key. */
export const entryHead = 7;
export const p2pkBit = 0x80000000;
export const spentBit = 0x40000000;

/** A block breaks a rule, or needs what bulk loading does not do: the path that loads block by block decides and has the words. */
export class UnfitBlockError extends Error {
  readonly height: number;

  constructor(height: number, why: string) {
    super(`Block ${height} can't be loaded in bulk: ${why}`);
    this.name = 'UnfitBlockError';
    this.height = height;
  }
}

/** How records are spread over partitions; the same for all runs of a load. */
export interface Partitions {
  /** Number of partitions of homes and look-up keys: 2 to the power of this. */
  readonly bits: number;
  /** Heights whose outputs share a partition of spends. */
  readonly heights: number;
}

/** What a load has in memory between blocks. */
export interface LoadState {
  readonly unspent: UnspentOutputs;
  readonly clusters: ClusterColumns;
  totals: Totals;
}

/** Where the rows and records of a segment go. */
export interface SegmentOutput {
  readonly blocks: RowWriter;
  readonly txs: RowWriter;
  /** Undefined where scripts are not stored. */
  readonly rests: RowWriter | undefined;
  readonly runs: RunWriter;
}

/** Inputs of the transaction that is looked at, with what they spend. */
class SpentInputs {
  known = new Uint8Array(64);
  type = new Uint8Array(64);
  high = new Uint32Array(64);
  low = new Uint32Array(64);
  position = new Float64Array(64);
  vout = new Uint32Array(64);
  keyAt = new Uint32Array(64);
  keySize = new Uint8Array(64);
  keys = new Uint8Array(64 * 42);

  reserve(count: number): void {
    if (count <= this.known.length) return;
    const capacity = 2 * count;
    this.known = new Uint8Array(capacity);
    this.type = new Uint8Array(capacity);
    this.high = new Uint32Array(capacity);
    this.low = new Uint32Array(capacity);
    this.position = new Float64Array(capacity);
    this.vout = new Uint32Array(capacity);
    this.keyAt = new Uint32Array(capacity);
    this.keySize = new Uint8Array(capacity);
    this.keys = new Uint8Array(capacity * 42);
  }
}

/**
 * Turns verified blocks, in chain order, into rows of `btc_block`, `btc_tx`, and `btc_tx_rest`, and into records from which the
 * other tables are built. Produces the same bytes as `blocks/batch.ts` and `blocks/batch-writer.ts`; a test compares them.
 */
export function createBlockLoader(
  state: LoadState,
  out: SegmentOutput,
  options: { network: BitcoinNetwork; partitions: Partitions },
) {
  const { unspent, clusters } = state;
  const { network, partitions } = options;
  const homeShift = 32 - partitions.bits;
  const spent = new SpentInputs();

  /** What one transaction does to an address. */
  function addEntry(
    keys: Uint8Array,
    keyAt: number,
    keySize: number,
    height: number,
    flagged: number,
    high: number,
    low: number,
  ): void {
    findHome(keys, keyAt, keySize);
    const buffer = out.runs.buffer('entry', home.high >>> homeShift);
    const keyWords = (keySize + 3) >>> 2;
    const at = buffer.extend(entryHead + keyWords);
    const { words } = buffer;
    words[at] = home.high;
    words[at + 1] = home.low;
    words[at + 2] = height;
    words[at + 3] = flagged;
    words[at + 4] = high;
    words[at + 5] = low;
    words[at + 6] = keySize;
    for (let i = 0; i < keyWords; i++) {
      const from = keyAt + 4 * i;
      const left = keySize - 4 * i;
      words[at + entryHead + i] =
        (keys[from] ?? 0) |
        (left > 1 ? (keys[from + 1] ?? 0) << 8 : 0) |
        (left > 2 ? (keys[from + 2] ?? 0) << 16 : 0) |
        (left > 3 ? (keys[from + 3] ?? 0) << 24 : 0);
    }
  }

  function addSpend(source: number, vout: number, height: number, index: number, input: number): void {
    const sourceHeight = Math.floor(source / 2 ** 17);
    const buffer = out.runs.buffer('spend', Math.floor(sourceHeight / partitions.heights));
    const at = buffer.extend(6);
    const { words } = buffer;
    words[at] = sourceHeight;
    words[at + 1] = source % 2 ** 17;
    words[at + 2] = vout;
    words[at + 3] = height;
    words[at + 4] = index;
    words[at + 5] = input;
  }

  /** Begins a record of a look-up: the first 8 bytes of a txid and a place in the chain, with room for more words. */
  function addKeyed(
    kind: 'lookup' | 'unresolved',
    bytes: Uint8Array,
    at: number,
    place: { height: number; index: number },
    more: number,
  ): { words: Uint32Array; at: number } {
    const high =
      (((bytes[at] ?? 0) << 24) |
        ((bytes[at + 1] ?? 0) << 16) |
        ((bytes[at + 2] ?? 0) << 8) |
        (bytes[at + 3] ?? 0)) ^
      0x80000000;
    const low =
      ((bytes[at + 4] ?? 0) << 24) |
      ((bytes[at + 5] ?? 0) << 16) |
      ((bytes[at + 6] ?? 0) << 8) |
      (bytes[at + 7] ?? 0);
    const buffer = out.runs.buffer(kind, (high >>> 0) >>> homeShift);
    const start = buffer.extend(4 + more);
    buffer.words[start] = high;
    buffer.words[start + 1] = low;
    buffer.words[start + 2] = place.height;
    buffer.words[start + 3] = place.index;
    return { words: buffer.words, at: start + 4 };
  }

  /** BIP30: unspent outputs of an older coinbase with the same txid are replaced. Returns the replaced output numbers. */
  function replaceOlder(columns: BlockColumns, height: number): Set<number> | undefined {
    if (height >= network.bip34Height) return undefined;
    let replaced: Set<number> | undefined;
    const end = columns.txFirstOutput[1] ?? 0;
    for (let vout = 0; vout < end; vout++) {
      const record = unspent.find(columns.txids, 0, vout);
      if (record < 0) continue;
      replaced ??= new Set();
      replaced.add(vout);
      const value = BigInt((unspent.high[record] ?? 0) * twoTo32 + (unspent.low[record] ?? 0));
      addSpend(
        unspent.position[unspent.transaction[record] ?? 0] ?? 0,
        vout,
        height,
        0,
        replacedMark,
      );
      state.totals.destroyed += value;
      state.totals.utxos--;
      if (unspent.keySize[record] === 0) state.totals.otherBalance -= value;
      unspent.removeFound(record);
    }
    return replaced;
  }

  /** Finds what the inputs of a transaction spend. Returns how many are unknown. */
  function resolveInputs(columns: BlockColumns, tx: number, height: number, complete: boolean): number {
    const { bytes } = columns;
    const first = columns.txFirstInput[tx] ?? 0;
    const count = (columns.txFirstInput[tx + 1] ?? 0) - first;
    spent.reserve(count);
    let unknown = 0;
    let keysSize = 0;
    for (let i = 0; i < count; i++) {
      const at = columns.inputOutpoint[first + i] ?? 0;
      const vout =
        ((bytes[at + 32] ?? 0) |
          ((bytes[at + 33] ?? 0) << 8) |
          ((bytes[at + 34] ?? 0) << 16) |
          ((bytes[at + 35] ?? 0) << 24)) >>>
        0;
      const record = unspent.find(bytes, at, vout);
      spent.vout[i] = vout;
      if (record < 0) {
        if (complete) throw new UnfitBlockError(height, 'it spends an output that does not exist');
        spent.known[i] = 0;
        unknown++;
        const record = addKeyed('unresolved', bytes, at, { height, index: tx }, 9);
        record.words[record.at] = i;
        for (let word = 0; word < 8; word++) {
          const from = at + 4 * word;
          record.words[record.at + 1 + word] =
            (bytes[from] ?? 0) |
            ((bytes[from + 1] ?? 0) << 8) |
            ((bytes[from + 2] ?? 0) << 16) |
            ((bytes[from + 3] ?? 0) << 24);
        }
        continue;
      }
      const size = unspent.keySize[record] ?? 0;
      const source = unspent.position[unspent.transaction[record] ?? 0] ?? 0;
      spent.known[i] = 1;
      spent.type[i] = unspent.type[record] ?? 0;
      spent.high[i] = unspent.high[record] ?? 0;
      spent.low[i] = unspent.low[record] ?? 0;
      spent.position[i] = source;
      spent.keySize[i] = size;
      spent.keyAt[i] = keysSize;
      const from = unspent.keyBytes(record);
      const start = unspent.keyAt(record);
      for (let b = 0; b < size; b++) spent.keys[keysSize + b] = from[start + b] ?? 0;
      keysSize += size;
      unspent.removeFound(record);
      addSpend(source, vout, height, tx, i);
      if (size > 0)
        addEntry(
          spent.keys,
          spent.keyAt[i] ?? 0,
          size,
          height,
          tx | spentBit,
          spent.high[i] ?? 0,
          spent.low[i] ?? 0,
        );
    }
    return unknown;
  }

  function writeBody(columns: BlockColumns, tx: number, position: number): void {
    const { bytes } = columns;
    const { txs } = out;
    const firstInput = columns.txFirstInput[tx] ?? 0;
    const firstOutput = columns.txFirstOutput[tx] ?? 0;
    const inputs = (columns.txFirstInput[tx + 1] ?? 0) - firstInput;
    const outputs = (columns.txFirstOutput[tx + 1] ?? 0) - firstOutput;
    const segwit = columns.txSegwit[tx] === 1;
    const size = columns.txSize[tx] ?? 0;
    const version = columns.txVersion[tx] ?? 0;
    const locktime = columns.txLocktime[tx] ?? 0;
    txs.row(3, 200 + 110 * inputs + 60 * outputs);
    txs.int8Number(position);
    txs.field(columns.txids, 32 * tx, 32);
    txs.reserve(200 + 110 * inputs + 60 * outputs);
    const body = txs.begin();
    const usualVersion = version === 1 || version === 2 ? version : 0;
    txs.byte((segwit ? 1 : 0) | (tx === 0 ? 2 : 0) | (locktime === 0 ? 0 : 4) | (usualVersion << 3));
    if (usualVersion === 0) txs.uint(version >>> 0);
    if (locktime !== 0) txs.uint(locktime);
    txs.uint(size);
    if (segwit) txs.uint(size - (columns.txStrippedSize[tx] ?? 0));
    txs.uint(inputs);
    txs.uint(outputs);
    for (let i = 0; i < inputs; i++) {
      const n = firstInput + i;
      const sequence = columns.inputSequence[n] ?? 0;
      const usual = sequenceNumber(sequence);
      if (tx !== 0 && spent.known[i] === 1) {
        const type = spent.type[i] ?? 0;
        const keyAt = spent.keyAt[i] ?? 0;
        const keySize = spent.keySize[i] ?? 0;
        txs.byte((usual << 5) | 0x10 | type);
        txs.uint(position - (spent.position[i] ?? 0));
        txs.uint(spent.vout[i] ?? 0);
        txs.varint(spent.high[i] ?? 0, spent.low[i] ?? 0);
        if (plainPayload[type]) txs.raw(spent.keys, keyAt + 1, keySize - 1);
        else {
          txs.byte(keySize);
          txs.raw(spent.keys, keyAt, keySize);
        }
      } else {
        txs.byte(usual << 5);
        if (tx !== 0) {
          txs.raw(bytes, columns.inputOutpoint[n] ?? 0, 32);
          txs.uint(spent.vout[i] ?? 0);
        }
      }
      if (usual === 0) txs.uint(sequence);
      txs.uint(columns.inputScriptSize[n] ?? 0);
      if (segwit) txs.uint(columns.inputWitnessSize[n] ?? 0);
    }
    for (let n = firstOutput; n < firstOutput + outputs; n++) {
      const type = columns.outputType[n] ?? 0;
      const keyAt = columns.outputKey[n] ?? 0;
      const keySize = columns.outputKeySize[n] ?? 0;
      txs.byte(type);
      txs.varint(columns.outputHigh[n] ?? 0, columns.outputLow[n] ?? 0);
      if (plainPayload[type]) txs.raw(columns.keys, keyAt + 1, keySize - 1);
      else {
        txs.byte(keySize);
        txs.raw(columns.keys, keyAt, keySize);
      }
      if (type === typeOpReturn) {
        const length = columns.outputScriptSize[n] ?? 0;
        txs.reserve(length + 60 * outputs);
        txs.uint(length);
        txs.raw(bytes, columns.outputScript[n] ?? 0, length);
      }
    }
    txs.end(body);
  }

  function writeRest(rests: RowWriter, columns: BlockColumns, tx: number, position: number): void {
    const { bytes } = columns;
    rests.row(2, (columns.txSize[tx] ?? 0) + 64);
    rests.int8Number(position);
    const rest = rests.begin();
    const end = columns.txFirstInput[tx + 1] ?? 0;
    for (let n = columns.txFirstInput[tx] ?? 0; n < end; n++)
      rests.raw(bytes, columns.inputScript[n] ?? 0, columns.inputScriptSize[n] ?? 0);
    if (columns.txSegwit[tx] === 1) {
      for (let n = columns.txFirstInput[tx] ?? 0; n < end; n++)
        rests.raw(bytes, columns.inputWitness[n] ?? 0, columns.inputWitnessSize[n] ?? 0);
    }
    for (let n = columns.txFirstOutput[tx] ?? 0; n < (columns.txFirstOutput[tx + 1] ?? 0); n++) {
      if (rebuildable[columns.outputType[n] ?? 0]) continue;
      const length = columns.outputScriptSize[n] ?? 0;
      rests.uint(length);
      rests.raw(bytes, columns.outputScript[n] ?? 0, length);
    }
    rests.end(rest);
  }

  /** The transaction as the rule of co-spending looks at it; only asked where inputs of several addresses stand together. */
  function showsOneOwner(columns: BlockColumns, tx: number, inputs: number): boolean {
    const { high, low, type } = spent;
    const inputList: RiskInput[] = [];
    for (let i = 0; i < inputs; i++) {
      const known = spent.known[i] === 1;
      const at = spent.keyAt[i] ?? 0;
      const size = spent.keySize[i] ?? 0;
      inputList.push({
        known,
        key: known && size > 0 ? byteKey(spent.keys.subarray(at, at + size)) : undefined,
        value: known ? BigInt((high[i] ?? 0) * twoTo32 + (low[i] ?? 0)) : undefined,
        type: known ? typeOf(type[i] ?? 0) : undefined,
      });
    }
    const outputList: RiskOutput[] = [];
    for (let n = columns.txFirstOutput[tx] ?? 0; n < (columns.txFirstOutput[tx + 1] ?? 0); n++) {
      const at = columns.outputKey[n] ?? 0;
      const size = columns.outputKeySize[n] ?? 0;
      outputList.push({
        key: size > 0 ? byteKey(columns.keys.subarray(at, at + size)) : undefined,
        value: BigInt((columns.outputHigh[n] ?? 0) * twoTo32 + (columns.outputLow[n] ?? 0)),
        type: typeOf(columns.outputType[n] ?? 0),
      });
    }
    return coSpend({ coinbase: false, inputs: inputList, outputs: outputList }).keys.length >= 2;
  }

  /** Joins the addresses of a transaction's inputs where they show one owner. */
  function joinOwners(columns: BlockColumns, tx: number, position: number): void {
    const inputs = (columns.txFirstInput[tx + 1] ?? 0) - (columns.txFirstInput[tx] ?? 0);
    let first = -1;
    let several = false;
    for (let i = 0; i < inputs && !several; i++) {
      if (spent.known[i] !== 1 || spent.keySize[i] === 0) continue;
      if (first < 0) first = i;
      else several = !sameKey(first, i);
    }
    if (!several || !showsOneOwner(columns, tx, inputs)) return;
    for (let i = 0; i < inputs; i++) {
      const size = spent.keySize[i] ?? 0;
      if (spent.known[i] === 1 && size > 0) clusters.spent(spent.keys, spent.keyAt[i] ?? 0, size, position, i);
    }
    clusters.join(position);
  }

  function sameKey(a: number, b: number): boolean {
    const size = spent.keySize[a] ?? 0;
    if (spent.keySize[b] !== size) return false;
    const [atA, atB] = [spent.keyAt[a] ?? 0, spent.keyAt[b] ?? 0];
    for (let i = 0; i < size; i++) if (spent.keys[atA + i] !== spent.keys[atB + i]) return false;
    return true;
  }

  return {
    /** Takes the next block. `complete`: the load has every block below it. Throws UnfitBlockError; the segment is then void. */
    add(columns: BlockColumns, height: number, complete: boolean): void {
      const { totals } = state;
      const { transactions } = columns;
      const outputAmount = new Sum();
      const fees = new Sum();
      const added = new Sum();
      const removed = new Sum();
      const otherAdded = new Sum();
      const otherRemoved = new Sum();
      let reward = 0;
      let unknownInputs = 0;
      const replaced = replaceOlder(columns, height);
      for (let tx = 0; tx < transactions; tx++) {
        const position = positionOf(height, tx);
        const inputs = (columns.txFirstInput[tx + 1] ?? 0) - (columns.txFirstInput[tx] ?? 0);
        let inAmount = 0;
        let unknown = 0;
        if (tx > 0) {
          unknown = resolveInputs(columns, tx, height, complete);
          for (let i = 0; i < inputs; i++) {
            if (spent.known[i] !== 1) continue;
            const value = (spent.high[i] ?? 0) * twoTo32 + (spent.low[i] ?? 0);
            inAmount += value;
            if (inAmount > 2 * maxMoney) throw new UnfitBlockError(height, 'its inputs hold too much');
            if (spent.keySize[i] === 0) otherRemoved.add(value);
            else removed.add(value);
          }
          totals.utxos -= inputs - unknown;
        }
        writeBody(columns, tx, position);
        if (out.rests) writeRest(out.rests, columns, tx, position);
        addKeyed('lookup', columns.txids, 32 * tx, { height, index: tx }, 0);
        if (inputs > 1) joinOwners(columns, tx, position);

        let outAmount = 0;
        const firstOutput = columns.txFirstOutput[tx] ?? 0;
        const owner = unspent.addTransaction(columns.txids, 32 * tx, position);
        for (let n = firstOutput; n < (columns.txFirstOutput[tx + 1] ?? 0); n++) {
          const type = columns.outputType[n] ?? 0;
          const [high, low] = [columns.outputHigh[n] ?? 0, columns.outputLow[n] ?? 0];
          const value = high * twoTo32 + low;
          const keyAt = columns.outputKey[n] ?? 0;
          const keySize = columns.outputKeySize[n] ?? 0;
          outAmount += value;
          if (type === typeOpReturn) {
            totals.destroyed += BigInt(value);
            continue;
          }
          if (keySize === 0) otherAdded.add(value);
          else {
            const again = replaced?.has(n - firstOutput) === true && tx === 0;
            const flags = tx | (type === typeP2pk ? p2pkBit : 0);
            addEntry(columns.keys, keyAt, keySize, height, flags, again ? 0 : high, again ? 0 : low);
            if (!again) added.add(value);
          }
          if (position === 0) continue; // the genesis output can never be spent
          totals.utxos++;
          unspent.add(owner, n - firstOutput, high, low, type, columns.keys, keyAt, keySize);
        }
        unspent.dropIfEmpty(owner);
        outputAmount.add(outAmount);
        if (tx === 0) reward = outAmount;
        else if (unknown === 0) {
          if (outAmount > inAmount) throw new UnfitBlockError(height, 'it pays out more than its inputs hold');
          fees.add(inAmount - outAmount);
        }
        unknownInputs += unknown;
      }
      const allFees = fees.value();
      if (unknownInputs === 0 && BigInt(reward) > allFees + subsidyAt(height, network))
        throw new UnfitBlockError(height, 'its coinbase pays too much');
      totals.transactions += transactions;
      totals.rewards += BigInt(reward);
      totals.fees += allFees;
      totals.unknownInputs += unknownInputs;
      totals.addressBalance += added.value() - removed.value();
      totals.otherBalance += otherAdded.value() - otherRemoved.value();
      writeBlock(out.blocks, columns, {
        height,
        unknownInputs,
        outputAmount: outputAmount.value(),
        reward,
        fees: allFees,
      });
    },
  };
}

function typeOf(index: number): ScriptType {
  return scriptTypes[index] ?? 'nonstandard';
}

function writeBlock(
  out: RowWriter,
  columns: BlockColumns,
  sums: { height: number; unknownInputs: number; outputAmount: bigint; reward: number; fees: bigint },
): void {
  out.row(13, 512);
  out.int4(sums.height);
  out.field(columns.hash, 0, 32);
  out.field(columns.bytes, 0, 80);
  out.reserve(512);
  out.int4(columns.transactions);
  out.int4(columns.size);
  out.int4(columns.strippedSize);
  out.int4(columns.inputs - 1);
  out.int4(columns.outputs);
  out.int4(sums.unknownInputs);
  out.int8Big(sums.outputAmount);
  out.int8Number(sums.reward);
  out.int8Big(sums.fees);
  out.field(columns.bytes, columns.inputScript[0] ?? 0, columns.inputScriptSize[0] ?? 0);
}

/** A state without blocks. */
export function emptyState(unspent: UnspentOutputs, clusters: ClusterColumns): LoadState {
  return { unspent, clusters, totals: zeroTotals() };
}
