import type { BlockColumns } from '@hopscope/chain';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { coSpend, type RiskInput, type RiskOutput } from '@hopscope/risk';
import { byteKey } from '../../shared/byte-keys.ts';
import type { ClusterColumns } from './cluster-columns.ts';
import type { SpentInputs } from './spent-inputs.ts';

const twoTo32 = 2 ** 32;

function typeOf(index: number): ScriptType {
  return scriptTypes[index] ?? 'nonstandard';
}

/** The transaction as the rule of co-spending looks at it; only asked where inputs of several addresses stand together. */
function showsOneOwner(columns: BlockColumns, tx: number, spent: SpentInputs, inputs: number): boolean {
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
export function joinOwners(
  clusters: ClusterColumns,
  columns: BlockColumns,
  { tx, position, spent }: { tx: number; position: number; spent: SpentInputs },
): void {
  const inputs = (columns.txFirstInput[tx + 1] ?? 0) - (columns.txFirstInput[tx] ?? 0);
  let first = -1;
  let several = false;
  for (let i = 0; i < inputs && !several; i++) {
    if (spent.known[i] !== 1 || spent.keySize[i] === 0) continue;
    if (first < 0) first = i;
    else several = !sameKey(spent, first, i);
  }
  if (!several || !showsOneOwner(columns, tx, spent, inputs)) return;
  for (let i = 0; i < inputs; i++) {
    const size = spent.keySize[i] ?? 0;
    if (spent.known[i] === 1 && size > 0) clusters.spent(spent.keys, spent.keyAt[i] ?? 0, size, position, i);
  }
  clusters.join(position);
}

function sameKey(spent: SpentInputs, a: number, b: number): boolean {
  const size = spent.keySize[a] ?? 0;
  if (spent.keySize[b] !== size) return false;
  const [atA, atB] = [spent.keyAt[a] ?? 0, spent.keyAt[b] ?? 0];
  for (let i = 0; i < size; i++) if (spent.keys[atA + i] !== spent.keys[atB + i]) return false;
  return true;
}
