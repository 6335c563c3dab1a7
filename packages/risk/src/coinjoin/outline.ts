import type { ScriptType } from '@hopscope/chain';
import type { RiskTransaction } from '../transaction.ts';

/** What all detectors look at, worked out once. Outputs that carry data only (OP_RETURN) are left out. */
export interface Outline {
  readonly inputs: number;
  /** Inputs whose spent output is not known. */
  readonly unknownInputs: number;
  /** Different addresses among the known inputs. */
  readonly inputAddresses: number;
  readonly inputTypes: ReadonlySet<ScriptType>;
  /** Satoshis of the inputs that are known. */
  readonly inputValues: readonly bigint[];
  readonly outputs: number;
  readonly outputTypes: ReadonlySet<ScriptType>;
  readonly outputValues: readonly bigint[];
  /** The amount that most outputs have (of equally frequent ones the largest), and how many different addresses get it. */
  readonly denomination: bigint;
  readonly equal: number;
  /** Satoshis of the other outputs. */
  readonly others: readonly bigint[];
  /** How often each amount stands among the outputs. */
  readonly counts: ReadonlyMap<bigint, number>;
}

function mostFrequent(counts: ReadonlyMap<bigint, number>): bigint {
  let best = 0n;
  let most = 0;
  for (const [value, count] of counts) {
    if (count > most || (count === most && value > best)) {
      best = value;
      most = count;
    }
  }
  return best;
}

/** The outline of a transaction. */
export function outlineOf(tx: RiskTransaction): Outline {
  const paid = tx.outputs.filter(({ type }) => type !== 'op_return');
  const counts = new Map<bigint, number>();
  for (const { value } of paid) counts.set(value, (counts.get(value) ?? 0) + 1);
  const denomination = mostFrequent(counts);
  const known = tx.inputs.filter((input) => input.known);
  const equalOnes = paid.filter(({ value }) => value === denomination);
  return {
    inputs: tx.inputs.length,
    unknownInputs: tx.inputs.length - known.length,
    inputAddresses: new Set(known.flatMap(({ key }) => (key === undefined ? [] : [key]))).size,
    inputTypes: new Set(known.flatMap(({ type }) => (type === undefined ? [] : [type]))),
    inputValues: known.flatMap(({ value }) => (value === undefined ? [] : [value])),
    outputs: paid.length,
    outputTypes: new Set(paid.map(({ type }) => type)),
    outputValues: paid.map(({ value }) => value),
    denomination,
    equal: new Set(equalOnes.map(({ key }, i) => key ?? i)).size,
    others: paid.filter(({ value }) => value !== denomination).map(({ value }) => value),
    counts,
  };
}

/** Whether every type of a set is among these; true for an empty set. */
export function onlyTypes(types: ReadonlySet<ScriptType>, ...allowed: readonly ScriptType[]): boolean {
  return [...types].every((type) => allowed.includes(type));
}
