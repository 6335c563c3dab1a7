import { decodeTransaction, toDisplayHash, type Transaction, toHex } from '@hopscope/chain';
import type {
  AddressUnconfirmedRow,
  Coverage,
  UnconfirmedInputView,
  UnconfirmedOutputView,
  UnconfirmedRow,
  UnconfirmedTotals,
  UnconfirmedTransactionView,
} from '@hopscope/contract';
import { storeOutputs, witnessLength } from '../../../ledger/bitcoin/blocks/batch.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type {
  MempoolState,
  RateBand,
  Relatives,
  MempoolTx,
} from '../../../ledger/bitcoin/mempool/mempool-reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { coinJoinAmong, presentCoinJoin } from './coinjoin.presenter.ts';
import { addressOf, presentOpReturn, presentRate } from './bitcoin.presenter.ts';

/** The context in which an unconfirmed transaction is shown; txids are hex in internal byte order. */
export interface MempoolSurroundings {
  network: NetworkName;
  coverage: Coverage;
  /** Heights of the spent transactions in the ledger. */
  heights: ReadonlyMap<string, number>;
  /** Spent transactions that are unconfirmed too. */
  unconfirmed: ReadonlySet<string>;
  /** Unconfirmed spends of its outputs, by output index. */
  spenders: ReadonlyMap<number, { txid: string; index: number }>;
  ancestors: Relatives & { signal: boolean };
  descendants: Relatives;
  conflicts: readonly string[];
  replaces: readonly string[];
}

/** Decodes the raw bytes of a transaction in the mempool. */
export function decodeStored(raw: Uint8Array): Transaction {
  return decodeTransaction(raw, { hashing: nativeHashing });
}

const display = (txid: string): string => toDisplayHash(Buffer.from(txid, 'hex'));
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function relativesOf({ txids, more }: Relatives): { txids: string[]; more: boolean } {
  return { txids: txids.map(display), more };
}

function presentInputs(
  tx: Transaction,
  entry: MempoolTx,
  around: MempoolSurroundings,
): UnconfirmedInputView[] {
  return tx.inputs.map((input, i) => {
    const prevout = entry.prevouts[i];
    const prev = toHex(input.prevTxid);
    return {
      addr: addressOf(prevout?.key, around.network),
      amt: prevout ? Number(prevout.value) : null,
      script_type: prevout?.type ?? null,
      txid: toDisplayHash(input.prevTxid),
      vout: input.prevVout,
      block: around.heights.get(prev) ?? null,
      unconfirmed: around.unconfirmed.has(prev),
      sequence: input.sequence,
      script_size: input.script.length,
      witness_size: tx.segwit ? witnessLength(input.witness) : 0,
    };
  });
}

function presentOutputs(tx: Transaction, around: MempoolSurroundings): UnconfirmedOutputView[] {
  return storeOutputs(tx, nativeHashing).map((output, index) => {
    const spender = around.spenders.get(index);
    const lost = output.type === 'op_return';
    return {
      addr: addressOf(output.key, around.network),
      amt: Number(output.value),
      index,
      script_type: output.type,
      op_return: lost ? presentOpReturn(output.script) : null,
      spent: lost ? 'unspendable' : spender ? 'spent' : 'unspent',
      spent_by: spender ? { txid: display(spender.txid), index: spender.index, block: null } : null,
    };
  });
}

/** Returns an unconfirmed transaction with the fields of a confirmed one. */
export function presentUnconfirmed(
  entry: MempoolTx,
  around: MempoolSurroundings,
): UnconfirmedTransactionView {
  const tx = decodeStored(entry.raw);
  const txid = display(entry.txid);
  const outputAmount = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  const { fee } = entry;
  return {
    blockchain: 'bitcoin',
    status: 'unconfirmed',
    _id: txid,
    txid,
    block: null,
    timestamp: null,
    coinbase: false,
    ...presentCoinJoin(coinJoinAmong(false, entry.prevouts, storeOutputs(tx, nativeHashing))),
    input_amt: fee === undefined ? null : Number(outputAmount + fee),
    output_amt: Number(outputAmount),
    fee_amt: fee === undefined ? null : Number(fee),
    inputs: presentInputs(tx, entry, around),
    outputs: presentOutputs(tx, around),
    input_count: tx.inputs.length,
    output_count: tx.outputs.length,
    truncated: false,
    unknown_input_count: unknownInputs(entry),
    index: null,
    block_hash: null,
    confirmations: 0,
    version: tx.version,
    locktime: tx.locktime,
    rbf: entry.signals || around.ancestors.signal,
    rbf_inherited: !entry.signals && around.ancestors.signal,
    segwit: tx.segwit,
    size: tx.size,
    vsize: tx.vsize,
    weight: tx.weight,
    witness_size: tx.size - tx.strippedSize,
    fee_rate: fee === undefined ? null : presentRate(fee, tx.vsize),
    coinbase_text: null,
    first_seen: seconds(entry.firstSeen),
    conflicts: around.conflicts.map(display),
    replaces: around.replaces.map(display),
    ancestors: relativesOf(around.ancestors),
    descendants: relativesOf(around.descendants),
    coverage: around.coverage,
  };
}

function unknownInputs({ prevouts }: MempoolTx): number {
  return prevouts.filter((prevout) => !prevout).length;
}

/** Returns an unconfirmed transaction as a row of a list. */
export function presentRow(entry: MempoolTx): UnconfirmedRow {
  const tx = decodeStored(entry.raw);
  const { fee } = entry;
  return {
    txid: display(entry.txid),
    first_seen: seconds(entry.firstSeen),
    output_amt: Number(tx.outputs.reduce((sum, { value }) => sum + value, 0n)),
    fee_amt: fee === undefined ? null : Number(fee),
    fee_rate: fee === undefined ? null : presentRate(fee, entry.vsize),
    vsize: entry.vsize,
    rbf: entry.signals,
    input_count: tx.inputs.length,
    output_count: tx.outputs.length,
  };
}

/** Returns an unconfirmed transaction as a row of an address, with its effect on the balance. */
export function presentAddressRow(row: {
  tx: MempoolTx;
  received: bigint;
  spent: bigint;
}): AddressUnconfirmedRow {
  const net = row.received - row.spent;
  return {
    ...presentRow(row.tx),
    received: Number(row.received),
    spent: Number(row.spent),
    net: Number(net),
    direction: net > 0n ? 'in' : net < 0n ? 'out' : 'self',
    unknown_input_count: unknownInputs(row.tx),
  };
}

/** Limits of the fee rate bands of unconfirmed transactions, in satoshis per virtual byte. */
const edges = [1, 2, 5, 10, 20, 50, 100];
/** The limits in thousandths, as stored. */
export const rateEdges: readonly number[] = edges.map((edge) => edge * 1000);

/** Returns totals of the mempool. `bands` are those between `rateEdges`. */
export function presentTotals(
  state: MempoolState,
  found: { bands: readonly RateBand[]; unknown: RateBand },
): UnconfirmedTotals {
  const shape = ({ count, vsize }: RateBand) => ({ count, vsize: Number(vsize) });
  return {
    count: state.transactions,
    vsize: Number(state.vsize),
    left_out: state.leftOut,
    synced_at: seconds(state.syncedAt),
    bands: found.bands.map((band, i) => ({ ...shape(band), from: edges[i - 1] ?? 0, to: edges[i] ?? null })),
    unknown: shape(found.unknown),
  };
}
