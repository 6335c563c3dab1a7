import {
  coinbaseText,
  decodeTransaction,
  isCoinbase,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import type {
  Coverage,
  TransactionInputView,
  TransactionOutputView,
  TransactionView,
} from '@hopscope/contract';
import { storeOutputs, witnessLength } from '../../../ledger/bitcoin/blocks/batch.ts';
import type { RemoteTx } from '../../../ledger/bitcoin/remote/by-address.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { unpackPrevouts, type MempoolPrevouts } from '../../../ledger/bitcoin/mempool/mempool-tx.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { coinJoinAmong, presentCoinJoin } from './coinjoin.presenter.ts';
import { addressOf, presentOpReturn, presentRate } from './bitcoin.presenter.ts';

/** The context in which transactions of a remote provider are shown. */
export interface RemoteSurroundings {
  network: NetworkName;
  /** Height of the remote provider's chain tip; undefined if unknown. */
  tip: number | undefined;
  coverage: Coverage;
  /** Most inputs, and most outputs, to show; undefined: all. */
  ioLimit: number | undefined;
}

const maxReplaceableSequence = 0xfffffffd;

function presentInputs(
  tx: Transaction,
  prevouts: MempoolPrevouts,
  { network, ioLimit }: RemoteSurroundings,
): TransactionInputView[] {
  const coinbase = isCoinbase(tx);
  return tx.inputs.slice(0, ioLimit).map((input, i) => {
    const prevout = prevouts[i];
    return {
      addr: addressOf(prevout?.key, network),
      amt: prevout ? Number(prevout.value) : null,
      script_type: prevout?.type ?? null,
      txid: coinbase ? null : toDisplayHash(input.prevTxid),
      vout: coinbase ? null : input.prevVout,
      block: null,
      sequence: input.sequence,
      script_size: input.script.length,
      witness_size: tx.segwit ? witnessLength(input.witness) : 0,
    };
  });
}

function presentOutputs(tx: Transaction, { network, ioLimit }: RemoteSurroundings): TransactionOutputView[] {
  return storeOutputs(tx, nativeHashing)
    .slice(0, ioLimit)
    .map((output, index) => {
      const lost = output.type === 'op_return';
      return {
        addr: addressOf(output.key, network),
        amt: Number(output.value),
        index,
        script_type: output.type,
        op_return: lost ? presentOpReturn(output.script) : null,
        spent: lost ? 'unspendable' : 'unknown',
        spent_by: null,
      };
    });
}

/** Returns the sum of the spent outputs; undefined if one of them is unknown. */
function sumOf(prevouts: MempoolPrevouts): bigint | undefined {
  let sum = 0n;
  for (const prevout of prevouts) {
    if (!prevout) return undefined;
    sum += prevout.value;
  }
  return sum;
}

/** Returns a transaction of a remote provider with the fields of a ledger transaction. */
export function presentRemote(remote: RemoteTx, around: RemoteSurroundings): TransactionView {
  const tx = decodeTransaction(remote.raw, { hashing: nativeHashing });
  const prevouts = unpackPrevouts(remote.prevouts);
  const coinbase = isCoinbase(tx);
  const outputAmount = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  const inputAmount = coinbase ? outputAmount : sumOf(prevouts);
  const fee = inputAmount === undefined ? undefined : inputAmount - outputAmount;
  const txid = toDisplayHash(remote.txid);
  const { ioLimit, tip } = around;
  const script = tx.inputs[0]?.script;
  return {
    blockchain: 'bitcoin',
    _id: txid,
    txid,
    block: remote.height,
    timestamp: remote.time,
    coinbase,
    ...presentCoinJoin(coinJoinAmong(coinbase, prevouts, storeOutputs(tx, nativeHashing))),
    input_amt: inputAmount === undefined ? null : Number(inputAmount),
    output_amt: Number(outputAmount),
    fee_amt: fee === undefined ? null : Number(fee),
    inputs: presentInputs(tx, prevouts, around),
    outputs: presentOutputs(tx, around),
    input_count: tx.inputs.length,
    output_count: tx.outputs.length,
    truncated: ioLimit !== undefined && Math.max(tx.inputs.length, tx.outputs.length) > ioLimit,
    unknown_input_count: coinbase ? 0 : prevouts.filter((prevout) => !prevout).length,
    index: remote.place ?? null,
    block_hash: toDisplayHash(remote.block),
    confirmations: tip === undefined || tip < remote.height ? null : tip - remote.height + 1,
    version: tx.version,
    locktime: tx.locktime,
    rbf: !coinbase && tx.inputs.some((input) => input.sequence <= maxReplaceableSequence),
    segwit: tx.segwit,
    size: tx.size,
    vsize: tx.vsize,
    weight: tx.weight,
    witness_size: tx.size - tx.strippedSize,
    fee_rate: fee === undefined || coinbase ? null : presentRate(fee, tx.vsize),
    coinbase_text: coinbase && script ? (coinbaseText(script) ?? null) : null,
    coverage: around.coverage,
  };
}
