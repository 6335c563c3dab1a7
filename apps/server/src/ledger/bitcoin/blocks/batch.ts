import {
  addressKeyOfScript,
  bip34Height,
  type Block,
  type BitcoinNetwork,
  classifyScript,
  encodeHeader,
  type Hashing,
  subsidyAt,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import type { ScriptType } from '@hopscope/domain';
import type { ActivityEntry } from '../accounts/activity.ts';
import type { BlockRow } from './block-row.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import { positionOf, replacedMark } from '../positions.ts';
import type { StoredOutput, StoredPrevout, StoredTx } from './tx-record.ts';

/** A verified block and its height in the ledger. */
export interface BlockAtHeight {
  height: number;
  block: Block;
}

/** A transaction whose outputs the batch can spend: part of the batch, or loaded from the ledger. */
export interface SpendableTx {
  position: number;
  outputs: StoredOutput[];
  /** Numbers of spent or replaced outputs; undefined if there are none (most outputs are never spent in their batch). */
  spent: Set<number> | undefined;
}

export function isSpent(tx: SpendableTx, vout: number): boolean {
  return tx.spent?.has(vout) ?? false;
}

export function markSpent(tx: SpendableTx, vout: number): void {
  tx.spent ??= new Set();
  tx.spent.add(vout);
}

/** Activity of one address in the batch. */
export interface AddressDelta {
  key: Uint8Array;
  entries: ActivityEntry[];
}

export interface BatchTx {
  position: number;
  txid: Uint8Array;
  record: StoredTx;
  /** The decoded transaction. */
  tx: Transaction;
}

/** Totals that are stored in `btc_ledger`. */
export interface Totals {
  transactions: number;
  utxos: number;
  addressBalance: bigint;
  otherBalance: bigint;
  destroyed: bigint;
  rewards: bigint;
  fees: bigint;
  unknownInputs: number;
}

/** An output (or input): the position of its transaction, and its number there. */
export interface Point {
  position: number;
  index: number;
}

/** Everything that a run of blocks writes, computed before the first write. */
export interface Batch {
  blocks: BlockRow[];
  txs: BatchTx[];
  deltas: Map<string, AddressDelta>;
  spends: { source: Point; spender: Point }[];
  unresolved: { txid: Uint8Array; spender: Point }[];
  totals: Totals;
}

export interface BatchContext {
  network: BitcoinNetwork;
  hashing: Hashing;
  /** Returns whether every block below `height` is in the ledger (or earlier in this batch). */
  isComplete(height: number): boolean;
}

export function zeroTotals(): Totals {
  return {
    transactions: 0,
    utxos: 0,
    addressBalance: 0n,
    otherBalance: 0n,
    destroyed: 0n,
    rewards: 0n,
    fees: 0n,
    unknownInputs: 0,
  };
}

const keyless = new Set<ScriptType>(['multisig', 'op_return', 'nonstandard']);

/** Returns the outputs of a transaction as the ledger stores them. */
export function storeOutputs(tx: Transaction, hashing: Hashing): StoredOutput[] {
  return tx.outputs.map(({ script, value }) => {
    const type = classifyScript(script);
    const key = keyless.has(type) ? undefined : addressKeyOfScript(script, hashing);
    return { type, key, value, script: type === 'op_return' ? script : undefined };
  });
}

function compactLength(n: number): number {
  return n < 0xfd ? 1 : n <= 0xffff ? 3 : 5;
}

/** Returns the serialized size of an input's witness in bytes. */
export function witnessLength(items: readonly Uint8Array[]): number {
  let length = compactLength(items.length);
  for (const item of items) length += compactLength(item.length) + item.length;
  return length;
}

/** Adds an entry to an address's activity; merges entries of one transaction. Keeps the entry without copying it. */
export function addActivity(deltas: Map<string, AddressDelta>, key: Uint8Array, entry: ActivityEntry): void {
  const name = byteKey(key);
  const delta = deltas.get(name);
  if (!delta) {
    deltas.set(name, { key, entries: [entry] });
    return;
  }
  const last = delta.entries.at(-1);
  if (last?.position === entry.position) {
    last.received += entry.received;
    last.spent += entry.spent;
    last.p2pk ||= entry.p2pk;
  } else {
    delta.entries.push(entry);
  }
}

/**
 * Registers the outputs of a block's transactions so that the batch can spend them. Later coinbases replace earlier ones
 * with the same txid.
 */
export function registerOutputs(
  placed: BlockAtHeight,
  hashing: Hashing,
): { name: string; tx: Transaction; spendable: SpendableTx }[] {
  return placed.block.transactions.map((tx, index) => ({
    name: byteKey(tx.txid),
    tx,
    spendable: {
      position: positionOf(placed.height, index),
      outputs: storeOutputs(tx, hashing),
      spent: undefined,
    },
  }));
}

/**
 * Creates a builder of a batch, to which blocks are added in ascending order. `known` contains spendable transactions of the
 * ledger by txid, and grows with the batch.
 */
export function createBatchBuilder(
  context: BatchContext,
  known: Map<string, SpendableTx>,
): {
  add(placed: BlockAtHeight): void;
  readonly batch: Batch;
} {
  const batch: Batch = {
    blocks: [],
    txs: [],
    deltas: new Map(),
    spends: [],
    unresolved: [],
    totals: zeroTotals(),
  };
  const { totals } = batch;

  /** Applies BIP30 to a coinbase whose txid exists: unspent outputs of the older one are removed. */
  function replaceOlder(older: SpendableTx, position: number, height: number, txid: Uint8Array): Set<number> {
    if (older.position >= position) {
      throw new LedgerError(
        'order_needed',
        `Block ${height} has the same coinbase id as a later block of the ledger (BIP30): load the lower block first`,
        { height, txid: toDisplayHash(txid) },
      );
    }
    const replaced = new Set<number>();
    older.outputs.forEach((output, vout) => {
      if (isSpent(older, vout) || output.type === 'op_return') return;
      markSpent(older, vout);
      replaced.add(vout);
      batch.spends.push({
        source: { position: older.position, index: vout },
        spender: { position, index: replacedMark },
      });
      totals.destroyed += output.value;
      totals.utxos--;
      if (!output.key) totals.otherBalance -= output.value;
    });
    return replaced;
  }

  function countOutput(output: StoredOutput, position: number, replacesOlder: boolean): void {
    if (output.type === 'op_return') totals.destroyed += output.value;
    else {
      if (position !== 0) totals.utxos++; // the genesis output can never be spent
      if (!output.key) totals.otherBalance += output.value;
    }
    if (output.key) {
      const received = replacesOlder ? 0n : output.value;
      addActivity(batch.deltas, output.key, { position, received, spent: 0n, p2pk: output.type === 'p2pk' });
      totals.addressBalance += received;
    }
  }

  function resolveInput(
    tx: Transaction,
    input: Transaction['inputs'][number],
    vin: number,
    place: { height: number; position: number },
  ): StoredPrevout {
    const { height, position } = place;
    const source = known.get(byteKey(input.prevTxid));
    const at = { height, txid: toDisplayHash(tx.txid) };
    const what = (): string => `input ${vin} of transaction ${at.txid} in block ${height}`;
    if (!source) {
      if (context.isComplete(height)) {
        throw new LedgerError('missing_input', `The output spent by ${what()} does not exist`, at);
      }
      batch.unresolved.push({ txid: input.prevTxid, spender: { position, index: vin } });
      totals.unknownInputs++;
      return { kind: 'unknown', txid: input.prevTxid, vout: input.prevVout };
    }
    const output = source.outputs[input.prevVout];
    if (!output || output.type === 'op_return' || source.position >= position) {
      throw new LedgerError('missing_input', `The output spent by ${what()} does not exist`, at);
    }
    if (isSpent(source, input.prevVout) || source.position === 0) {
      throw new LedgerError('double_spend', `The output spent by ${what()} is already spent`, at);
    }
    markSpent(source, input.prevVout);
    batch.spends.push({
      source: { position: source.position, index: input.prevVout },
      spender: { position, index: vin },
    });
    totals.utxos--;
    if (output.key) {
      addActivity(batch.deltas, output.key, { position, received: 0n, spent: output.value, p2pk: false });
      totals.addressBalance -= output.value;
    } else totals.otherBalance -= output.value;
    return {
      kind: 'known',
      position: source.position,
      vout: input.prevVout,
      type: output.type,
      key: output.key,
      value: output.value,
    };
  }

  function add(placed: BlockAtHeight): void {
    const { block, height } = placed;
    const entry: BlockRow = {
      height,
      hash: block.hash,
      header: encodeHeader(block.header),
      txCount: block.transactions.length,
      size: block.size,
      strippedSize: block.strippedSize,
      inputCount: 0,
      outputCount: 0,
      unknownInputs: 0,
      outputAmount: 0n,
      reward: 0n,
      fees: 0n,
      coinbaseScript: block.transactions[0]?.inputs[0]?.script ?? new Uint8Array(),
    };
    for (const { name, tx, spendable } of registerOutputs(placed, context.hashing)) {
      const { position, outputs } = spendable;
      const coinbase = position === positionOf(height, 0);
      let replaced: Set<number> | undefined;
      const older = known.get(name);
      if (older && coinbase) replaced = replaceOlder(older, position, height, tx.txid);
      known.set(name, spendable);

      let unknown = 0;
      let inAmount = 0n;
      const inputs = tx.inputs.map((input, vin) => {
        const prevout: StoredPrevout = coinbase
          ? { kind: 'coinbase' }
          : resolveInput(tx, input, vin, { height, position });
        if (prevout.kind === 'known') inAmount += prevout.value;
        if (prevout.kind === 'unknown') unknown++;
        return {
          prevout,
          sequence: input.sequence,
          scriptSize: input.script.length,
          witnessSize: tx.segwit ? witnessLength(input.witness) : 0,
        };
      });
      let outAmount = 0n;
      outputs.forEach((output, vout) => {
        outAmount += output.value;
        countOutput(output, position, replaced?.has(vout) ?? false);
      });
      if (coinbase) entry.reward = outAmount;
      else if (unknown === 0) {
        if (outAmount > inAmount) {
          throw new LedgerError(
            'value_out_of_range',
            `Transaction ${toDisplayHash(tx.txid)} in block ${height} pays out more than its inputs hold`,
            { height, txid: toDisplayHash(tx.txid) },
          );
        }
        entry.fees += inAmount - outAmount;
      }
      entry.inputCount += coinbase ? 0 : inputs.length;
      entry.outputCount += outputs.length;
      entry.unknownInputs += unknown;
      entry.outputAmount += outAmount;
      batch.txs.push({
        position,
        txid: tx.txid,
        tx,
        record: {
          version: tx.version,
          locktime: tx.locktime,
          segwit: tx.segwit,
          coinbase,
          size: tx.size,
          strippedSize: tx.strippedSize,
          inputs,
          outputs,
        },
      });
    }
    if (entry.unknownInputs === 0 && entry.reward > entry.fees + subsidyAt(height, context.network)) {
      throw new LedgerError(
        'coinbase_overpays',
        `The coinbase of block ${height} pays more than subsidy and fees`,
        { height },
      );
    }
    totals.transactions += entry.txCount;
    totals.rewards += entry.reward;
    totals.fees += entry.fees;
    batch.blocks.push(entry);
  }

  return { add, batch };
}

/**
 * Returns the height in the coinbase (BIP34) if the network requires it at this height and it differs; −1 if the coinbase
 * has none.
 */
export function contradictsHeight(placed: BlockAtHeight, network: BitcoinNetwork): number | undefined {
  if (placed.height < network.bip34Height) return undefined;
  const named = bip34Height(placed.block);
  return named === placed.height ? undefined : (named ?? -1);
}
