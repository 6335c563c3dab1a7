import type { ScriptType } from '@hopscope/domain';
import type { RiskTransaction } from '../transaction.ts';

/** Facts that all detectors use, computed once. */
export interface Outline {
  readonly inputs: number;
  /** Inputs whose spent output is not known. */
  readonly unknownInputs: number;
  /** Different addresses among the known inputs. */
  readonly inputAddresses: number;
  readonly inputTypes: ReadonlySet<ScriptType>;
  /** Satoshis of the inputs that are known, in their order. */
  readonly inputValues: readonly bigint[];
  /** Inputs grouped by address, since an address has one owner. */
  readonly purses: readonly bigint[];
  readonly outputs: number;
  readonly outputTypes: ReadonlySet<ScriptType>;
  /** Satoshis of the outputs, in their order. */
  readonly outputValues: readonly bigint[];
  /** Different addresses among the outputs; one without an address counts as one. */
  readonly outputAddresses: number;
  /** True if an output pays an input address, as far as inputs are known. CoinJoin software uses fresh addresses. */
  readonly repays: boolean;
  /** The amount that most outputs have (of equally frequent ones the largest), and how many different addresses get it. */
  readonly denomination: bigint;
  readonly equal: number;
  /** Satoshis of the other outputs. */
  readonly others: readonly bigint[];
  /** Counts outputs by amount. */
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
  const outputValues = tx.outputs.map(({ value }) => value);
  const counts = new Map<bigint, number>();
  for (const value of outputValues) counts.set(value, (counts.get(value) ?? 0) + 1);
  const denomination = mostFrequent(counts);
  const known = tx.inputs.filter((input) => input.known);
  const purses = new Map<string | number, bigint>();
  known.forEach(({ key, value = 0n }, i) => purses.set(key ?? i, (purses.get(key ?? i) ?? 0n) + value));
  const keysOf = (outputs: RiskTransaction['outputs']): Set<string | number> =>
    new Set(outputs.map(({ key }, i) => key ?? i));
  const paid = keysOf(tx.outputs);
  return {
    inputs: tx.inputs.length,
    unknownInputs: tx.inputs.length - known.length,
    inputAddresses: new Set(known.flatMap(({ key }) => (key === undefined ? [] : [key]))).size,
    inputTypes: new Set(known.flatMap(({ type }) => (type === undefined ? [] : [type]))),
    inputValues: known.flatMap(({ value }) => (value === undefined ? [] : [value])),
    purses: [...purses.values()],
    outputs: tx.outputs.length,
    outputTypes: new Set(tx.outputs.map(({ type }) => type)),
    outputValues,
    outputAddresses: paid.size,
    repays: known.some(({ key }) => key !== undefined && paid.has(key)),
    denomination,
    equal: keysOf(tx.outputs.filter(({ value }) => value === denomination)).size,
    others: outputValues.filter((value) => value !== denomination),
    counts,
  };
}

/** Whether every type of a set is among these; true for an empty set. */
export function onlyTypes(types: ReadonlySet<ScriptType>, ...allowed: readonly ScriptType[]): boolean {
  return [...types].every((type) => allowed.includes(type));
}
