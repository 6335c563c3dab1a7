import { type BitcoinNetwork, type BlockColumns, subsidyAt } from '@hopscope/chain';
import { scriptTypes } from '@hopscope/domain';
import { positionOf, replacedMark } from '../positions.ts';
import type { Totals } from '../blocks/batch.ts';
import type { ClusterColumns } from './cluster-columns.ts';
import { joinOwners } from './join-owners.ts';
import { p2pkBit, type Partitions, Records, spentBit } from './records.ts';
import type { RowWriter } from '../../shared/bulk/row-writer.ts';
import type { RunWriter } from '../../shared/bulk/runs.ts';
import { SpentInputs } from './spent-inputs.ts';
import { Sum } from './sum.ts';
import { writeBlock, writeBody } from './tx-rows.ts';
import type { UnspentOutputs } from './unspent.ts';

const twoTo32 = 2 ** 32;
const maxMoney = 21e14;
const [typeP2pk, typeOpReturn] = [scriptTypes.indexOf('p2pk'), scriptTypes.indexOf('op_return')];

/**
 * Thrown if a block breaks a rule, or needs something that bulk loading doesn't support: loading block by block decides and
 * reports it.
 */
export class UnfitBlockError extends Error {
  readonly height: number;

  constructor(height: number, why: string) {
    super(`Block ${height} cannot be loaded in bulk: ${why}`);
    this.name = 'UnfitBlockError';
    this.height = height;
  }
}

/** Memory of a load that persists between blocks. */
export interface LoadState {
  readonly unspent: UnspentOutputs;
  readonly clusters: ClusterColumns;
  totals: Totals;
}

/** Writers of a segment's rows and records. */
export interface SegmentOutput {
  readonly blocks: RowWriter;
  readonly txs: RowWriter;
  readonly runs: RunWriter;
}

/**
 * Converts verified blocks, in chain order, to rows of `btc_block` and `btc_tx`, and to records from which the other tables
 * are built. Produces the same bytes as `blocks/batch.ts` and `blocks/batch-writer.ts`; a test compares them.
 */
export function createBlockLoader(
  state: LoadState,
  out: SegmentOutput,
  options: { network: BitcoinNetwork; partitions: Partitions },
) {
  const { unspent, clusters } = state;
  const { network, partitions } = options;
  const spent = new SpentInputs();
  const records = new Records(out.runs, partitions);

  /**
   * Replaces unspent outputs of an older coinbase with the same txid (BIP30). Returns the numbers of the replaced outputs.
   */
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
      records.addSpend(
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

  /** Finds the outputs that a transaction spends. Returns the number of unknown inputs. */
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
        records.addUnresolved(bytes, at, { height, index: tx }, i);
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
      records.addSpend(source, vout, height, tx, i);
      if (size > 0)
        records.addEntry(
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

  return {
    /**
     * Adds the next block. `complete`: the load contains every block below it. Throws UnfitBlockError; the segment is then
     * invalid.
     */
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
        writeBody(out.txs, columns, { tx, position, spent });
        records.addLookup(columns.txids, 32 * tx, { height, index: tx });
        if (inputs > 1) joinOwners(clusters, columns, { tx, position, spent });

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
            records.addEntry(columns.keys, keyAt, keySize, height, flags, again ? 0 : high, again ? 0 : low);
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
          if (outAmount > inAmount)
            throw new UnfitBlockError(height, 'it pays out more than its inputs hold');
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
