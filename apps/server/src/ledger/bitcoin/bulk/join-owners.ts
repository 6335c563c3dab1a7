import type { BlockColumns } from '@hopscope/chain';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { coSpendObstacle, type RiskInput, type RiskOutput } from '@hopscope/risk';
import { byteKey } from '../../shared/byte-keys.ts';
import type { ClusterColumns } from './cluster-columns.ts';
import type { SpentInputs } from './spent-inputs.ts';

function typeOf(index: number): ScriptType {
  return scriptTypes[index] ?? 'nonstandard';
}

function amountOf(high: number, low: number): bigint {
  return BigInt(high * 2 ** 32 + low);
}

/** An input in columns. Only rare transactions need more than types and amounts. */
class ColumnInput implements RiskInput {
  private readonly spent: SpentInputs;
  private readonly i: number;
  readonly known: boolean;

  constructor(spent: SpentInputs, i: number) {
    this.spent = spent;
    this.i = i;
    this.known = spent.known[i] === 1;
  }

  get key(): string | undefined {
    const size = this.spent.keySize[this.i] ?? 0;
    if (!this.known || size === 0) return undefined;
    const at = this.spent.keyAt[this.i] ?? 0;
    return byteKey(this.spent.keys.subarray(at, at + size));
  }

  get value(): bigint | undefined {
    const { high, low } = this.spent;
    return this.known ? amountOf(high[this.i] ?? 0, low[this.i] ?? 0) : undefined;
  }

  get type(): ScriptType | undefined {
    return this.known ? typeOf(this.spent.type[this.i] ?? 0) : undefined;
  }
}

/** An output in columns. */
class ColumnOutput implements RiskOutput {
  private readonly columns: BlockColumns;
  private readonly n: number;
  readonly value: bigint;
  readonly type: ScriptType;

  constructor(columns: BlockColumns, n: number) {
    this.columns = columns;
    this.n = n;
    this.value = amountOf(columns.outputHigh[n] ?? 0, columns.outputLow[n] ?? 0);
    this.type = typeOf(columns.outputType[n] ?? 0);
  }

  get key(): string | undefined {
    const size = this.columns.outputKeySize[this.n] ?? 0;
    const at = this.columns.outputKey[this.n] ?? 0;
    return size > 0 ? byteKey(this.columns.keys.subarray(at, at + size)) : undefined;
  }
}

/** Returns true if a transaction with inputs of several addresses indicates that they have one owner. */
function showsOneOwner(columns: BlockColumns, tx: number, spent: SpentInputs, inputs: number): boolean {
  const inputList: RiskInput[] = [];
  for (let i = 0; i < inputs; i++) inputList.push(new ColumnInput(spent, i));
  const outputList: RiskOutput[] = [];
  const end = columns.txFirstOutput[tx + 1] ?? 0;
  for (let n = columns.txFirstOutput[tx] ?? 0; n < end; n++) outputList.push(new ColumnOutput(columns, n));
  return coSpendObstacle({ coinbase: false, inputs: inputList, outputs: outputList }) === null;
}

/** Joins the addresses of a transaction's inputs if they indicate one owner. */
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
