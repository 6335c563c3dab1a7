import type { BlockColumns } from '@hopscope/chain';
import { scriptTypes } from '@hopscope/domain';
import { isRebuildable } from '../blocks/stored-scripts.ts';
import { hasPlainPayload, sequenceNumber } from '../blocks/tx-record.ts';
import type { RowWriter } from '../../shared/bulk/row-writer.ts';
import type { SpentInputs } from './spent-inputs.ts';

const typeOpReturn = scriptTypes.indexOf('op_return');
const plainPayload = scriptTypes.map(hasPlainPayload);
const rebuildable = scriptTypes.map(isRebuildable);

/** Writes a row of `btc_tx` (layout: `packTx`). `spent`: what the inputs spend. */
export function writeBody(
  txs: RowWriter,
  columns: BlockColumns,
  { tx, position, spent }: { tx: number; position: number; spent: SpentInputs },
): void {
  const { bytes } = columns;
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
  if (usualVersion === 0) txs.uint(version);
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

/** Writes a row of `btc_tx_rest` (layout: `packRest`). */
export function writeRest(
  rests: RowWriter,
  columns: BlockColumns,
  { tx, position }: { tx: number; position: number },
): void {
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

/** Writes a row of `btc_block`. */
export function writeBlock(
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
