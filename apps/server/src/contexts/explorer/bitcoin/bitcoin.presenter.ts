import {
  coinbaseText,
  dataProtocol,
  decodeHeader,
  difficultyOfBits,
  encodeAddress,
  headerTime,
  networks,
  opReturnData,
  printableText,
  readThorchainMemo,
  subsidyAt,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import type {
  BlockView,
  Coverage,
  OpReturnView,
  TransactionInputView,
  TransactionOutputView,
  TransactionView,
} from '@hopscope/contract';
import { coinJoinOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import {
  heightOf,
  indexOf,
  indexOfPoint,
  pointOf,
  positionOfPoint,
  replacedMark,
} from '../../../ledger/bitcoin/positions.ts';
import type { HeightRange } from '../../../ledger/bitcoin/ranges.ts';
import type { BlockRow } from '../../../ledger/bitcoin/blocks/block-row.ts';
import type { StoredInput, StoredOutput } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { presentCoinJoin } from './coinjoin.presenter.ts';

/** The context in which transactions are shown. */
export interface TxSurroundings {
  network: NetworkName;
  ranges: readonly HeightRange[];
  coverage: Coverage;
  blocks: ReadonlyMap<number, BlockRow>;
  /** Outpoint → inpoint of the spends of the shown outputs. */
  spends: ReadonlyMap<bigint, bigint>;
  /** Txids of spent and spending transactions by position. */
  txids: ReadonlyMap<number, Uint8Array>;
  /** Most inputs, and most outputs, to show; undefined: all. */
  ioLimit: number | undefined;
}

/** Highest sequence that signals replaceability (BIP 125). */
const maxReplaceableSequence = 0xfffffffd;

/** Returns the address of a key; null without a key. */
export function addressOf(key: Uint8Array | undefined, network: NetworkName): string | null {
  return key ? encodeAddress(key, networks[network]) : null;
}

function confirmationsAt(height: number, ranges: readonly HeightRange[]): number | null {
  const tip = ranges.at(-1)?.to;
  return tip === undefined ? null : tip - height + 1;
}

function displayOf(txids: ReadonlyMap<number, Uint8Array>, position: number): string {
  const txid = txids.get(position);
  if (!txid) throw new RangeError(`No txid at position ${position}`);
  return toDisplayHash(txid);
}

function presentInput(input: StoredInput, around: TxSurroundings): TransactionInputView {
  const { prevout } = input;
  const known = prevout.kind === 'known' ? prevout : undefined;
  const unknown = prevout.kind === 'unknown' ? prevout : undefined;
  return {
    addr: addressOf(known?.key, around.network),
    amt: known ? Number(known.value) : null,
    script_type: known?.type ?? null,
    txid: known ? displayOf(around.txids, known.position) : unknown ? toDisplayHash(unknown.txid) : null,
    vout: known?.vout ?? unknown?.vout ?? null,
    block: known ? heightOf(known.position) : null,
    sequence: input.sequence,
    script_size: input.scriptSize,
    witness_size: input.witnessSize,
  };
}

/** Returns the data in an OP_RETURN script. */
export function presentOpReturn(script: Uint8Array | undefined): OpReturnView {
  const pushes = script ? opReturnData(script) : [];
  const data = Buffer.concat(pushes);
  const text = printableText(data) ?? null;
  const protocol = script && dataProtocol(script);
  const message = protocol?.name === 'omni' ? protocol.message : undefined;
  const altered = text !== null && text !== data.toString('utf8');
  const memo = text === null || altered ? undefined : readThorchainMemo(text);
  return {
    hex: toHex(data),
    text,
    altered,
    protocol: protocol?.name ?? (memo ? 'thorchain' : null),
    omni: message
      ? { ...message, property: message.property ?? null, amount: message.amount?.toString() ?? null }
      : null,
    thorchain: memo ?? null,
  };
}

/** Returns whether an output is spent, and by which input. */
function spendOf(
  type: StoredOutput['type'],
  vout: number,
  position: number,
  { spends, txids, ranges }: TxSurroundings,
): Pick<TransactionOutputView, 'spent' | 'spent_by'> {
  if (type === 'op_return' || position === 0) return { spent: 'unspendable', spent_by: null };
  const inpoint = spends.get(pointOf(position, vout));
  if (inpoint === undefined) {
    const top = ranges.at(-1);
    const seenToTip = top !== undefined && heightOf(position) >= top.from;
    return { spent: seenToTip ? 'unspent' : 'unknown', spent_by: null };
  }
  const spender = positionOfPoint(inpoint);
  const index = indexOfPoint(inpoint);
  const replaced = index === replacedMark;
  return {
    spent: replaced ? 'destroyed' : 'spent',
    spent_by: {
      txid: displayOf(txids, spender),
      index: replaced ? 0 : index,
      block: heightOf(spender),
    },
  };
}

function presentOutput(
  output: StoredOutput,
  vout: number,
  position: number,
  around: TxSurroundings,
): TransactionOutputView {
  const { spent, spent_by } = spendOf(output.type, vout, position, around);
  return {
    addr: addressOf(output.key, around.network),
    amt: Number(output.value),
    index: vout,
    script_type: output.type,
    op_return: output.type === 'op_return' ? presentOpReturn(output.script) : null,
    spent,
    spent_by,
  };
}

/** Returns amount · 100 / vsize, rounded half up, as text with two decimals. */
export function presentRate(fee: bigint, vsize: number): string {
  const hundredths = (fee * 200n + BigInt(vsize)) / (2n * BigInt(vsize));
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

function sumKnown(inputs: readonly StoredInput[]): { amount: bigint; unknown: number } {
  let amount = 0n;
  let unknown = 0;
  for (const { prevout } of inputs) {
    if (prevout.kind === 'known') amount += prevout.value;
    if (prevout.kind === 'unknown') unknown++;
  }
  return { amount, unknown };
}

/** Returns a transaction with the fields of. */
export function presentTransaction(tx: FoundTx, around: TxSurroundings): TransactionView {
  const { position, record } = tx;
  const height = heightOf(position);
  const block = around.blocks.get(height);
  if (!block) throw new RangeError(`Block ${height} of a transaction is missing`);
  const outputAmount = record.outputs.reduce((sum, output) => sum + output.value, 0n);
  const { amount, unknown } = sumKnown(record.inputs);
  const inputAmount = record.coinbase ? outputAmount : unknown === 0 ? amount : null;
  const fee = inputAmount === null ? null : inputAmount - outputAmount;
  const weight = record.strippedSize * 3 + record.size;
  const vsize = Math.ceil(weight / 4);
  const txid = toDisplayHash(tx.txid);
  return {
    blockchain: 'bitcoin',
    _id: txid,
    txid,
    block: height,
    timestamp: headerTime(block.header),
    coinbase: record.coinbase,
    ...presentCoinJoin(coinJoinOf(record)),
    input_amt: inputAmount === null ? null : Number(inputAmount),
    output_amt: Number(outputAmount),
    fee_amt: fee === null ? null : Number(fee),
    inputs: record.inputs.slice(0, around.ioLimit).map((input) => presentInput(input, around)),
    outputs: record.outputs
      .slice(0, around.ioLimit)
      .map((output, vout) => presentOutput(output, vout, position, around)),
    input_count: record.inputs.length,
    output_count: record.outputs.length,
    truncated:
      around.ioLimit !== undefined && Math.max(record.inputs.length, record.outputs.length) > around.ioLimit,
    unknown_input_count: unknown,
    index: indexOf(position),
    block_hash: toDisplayHash(block.hash),
    confirmations: confirmationsAt(height, around.ranges),
    version: record.version,
    locktime: record.locktime,
    rbf: !record.coinbase && record.inputs.some((input) => input.sequence <= maxReplaceableSequence),
    segwit: record.segwit,
    size: record.size,
    vsize,
    weight,
    witness_size: record.size - record.strippedSize,
    fee_rate: fee === null || record.coinbase ? null : presentRate(fee, vsize),
    coinbase_text: record.coinbase ? (coinbaseText(block.coinbaseScript) ?? null) : null,
    coverage: around.coverage,
  };
}

/** Returns a block with the fields of. */
export function presentBlock(
  block: BlockRow,
  around: {
    network: NetworkName;
    ranges: readonly HeightRange[];
    coverage: Coverage;
    next: BlockRow | undefined;
  },
): BlockView {
  const { header } = decodeHeader(block.header, nativeHashing);
  const subsidy = subsidyAt(block.height, networks[around.network]);
  const hash = toDisplayHash(block.hash);
  const known = block.unknownInputs === 0;
  // A coinbase can claim less than it is entitled to, but never more.
  const fees = known ? block.fees : block.reward >= subsidy ? block.reward - subsidy : null;
  return {
    blockchain: 'bitcoin',
    _id: hash,
    hash,
    number: block.height,
    size: block.size,
    stripped_size: block.strippedSize,
    weight: block.strippedSize * 3 + block.size,
    timestamp: header.time,
    transaction_count: block.txCount,
    version: header.version,
    bits: header.bits.toString(16).padStart(8, '0'),
    nonce: header.nonce,
    coinbase_param: toHex(block.coinbaseScript),
    merkle_root: toDisplayHash(header.merkleRoot),
    previous_hash: toDisplayHash(header.prevHash),
    next_hash: around.next ? toDisplayHash(around.next.hash) : null,
    coinbase_text: coinbaseText(block.coinbaseScript) ?? null,
    confirmations: confirmationsAt(block.height, around.ranges),
    difficulty: difficultyOfBits(header.bits).toFixed(2),
    input_count: block.inputCount,
    output_count: block.outputCount,
    output_amt: Number(block.outputAmount),
    subsidy: Number(subsidy),
    reward: Number(block.reward),
    fees: fees === null ? null : Number(fees),
    fees_basis: known ? 'inputs' : 'coinbase',
    unknown_input_count: block.unknownInputs,
    coverage: around.coverage,
  };
}
