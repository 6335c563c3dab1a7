import { isRound } from '../payjoin.ts';
import type { RiskTransaction } from '../transaction.ts';
import { changeWeights } from './change-weights.ts';
import type { ChangeSurroundings, WalletFingerprint } from './find-change.ts';

/** What speaks for an output being the change. */
export const changeSignals = [
  /** It goes to an address that pays. */
  'address_reuse',
  /** It has the script type that all inputs have. */
  'script_type',
  /** Its amount is not round, unlike what people type. */
  'uneven_amount',
  /** Its address is new, where that is known of all outputs. */
  'fresh_address',
  /** It is smaller than every input, of which there are several: no input is unneeded then. */
  'optimal_change',
  /** It is spent by a transaction that the same wallet software could have made, or by one that it could not. */
  'same_software',
  'other_software',
] as const;
export type ChangeSignal = (typeof changeSignals)[number];

/** Weights of the signals, in units of log-odds, and of there being no change at all. */
export interface ChangeWeights extends Readonly<Record<ChangeSignal, number>> {
  readonly no_change: number;
}

/** Odds of an output. */
export interface OutputOdds {
  /** Index of the output. */
  readonly output: number;
  /** Probability that it is the change, 0 to 1. */
  readonly probability: number;
  readonly signals: readonly ChangeSignal[];
}

/** Probabilities of all possible answers; they add up to 1. */
export interface ChangeOdds {
  /** Spendable outputs, in order. */
  readonly outputs: readonly OutputOdds[];
  /** Probability that no output is change. */
  readonly none: number;
}

const isAlike = (a: WalletFingerprint, b: WalletFingerprint): boolean =>
  a.version === b.version && a.locktime === b.locktime && a.replaceable === b.replaceable;

/** Returns the signals of each spendable output, in order. */
export function changeSignalsOf(
  tx: RiskTransaction,
  { isFresh, fingerprint, spenderOf }: ChangeSurroundings = {},
): { output: number; signals: ChangeSignal[] }[] {
  const spent = new Set(tx.inputs.flatMap(({ key }) => (key === undefined ? [] : [key])));
  const types = new Set(tx.inputs.map(({ type }) => type));
  const [type] = types;
  const values = tx.inputs.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const isEachKnown = values.length === tx.inputs.length && values.length > 1;
  const outputs = tx.outputs.flatMap((output, index) =>
    output.type === 'op_return' ? [] : [{ ...output, index }],
  );
  const fresh = outputs.map(({ key }) => (key === undefined ? undefined : isFresh?.(key)));
  const isFreshKnown = !fresh.includes(undefined);
  return outputs.map((output, place) => {
    const spender = fingerprint && spenderOf?.(output.index);
    const isSame = spender && fingerprint && isAlike(spender, fingerprint);
    const applies: Readonly<Record<ChangeSignal, boolean>> = {
      address_reuse: output.key !== undefined && spent.has(output.key),
      script_type: types.size === 1 && output.type === type,
      uneven_amount: !isRound(output.value),
      fresh_address: isFreshKnown && fresh[place] === true,
      optimal_change: isEachKnown && values.every((value) => output.value < value),
      same_software: isSame === true,
      other_software: isSame === false,
    };
    return { output: output.index, signals: changeSignals.filter((signal) => applies[signal]) };
  });
}

/**
 * Returns the odds of each answer to "which output is the change?" from the signals of all spendable outputs: a conditional
 * logit model (McFadden 1974), so that what all outputs have in common says nothing. The weights are in
 * `change-weights.ts`, with the data that they come from.
 */
export function oddsOfSignals(
  outputs: readonly (readonly ChangeSignal[])[],
  weights: ChangeWeights = changeWeights,
): { outputs: number[]; none: number } {
  const sums = outputs.map((signals) => signals.reduce((sum, signal) => sum + weights[signal], 0));
  const largest = Math.max(weights.no_change, ...sums);
  const parts = sums.map((sum) => Math.exp(sum - largest));
  const none = Math.exp(weights.no_change - largest);
  const total = parts.reduce((sum, part) => sum + part, none);
  return { outputs: parts.map((part) => part / total), none: none / total };
}

/**
 * Returns the odds of each spendable output of a payment to be the change. For payments only: exclude coinbases, CoinJoins,
 * and suspected PayJoins first. Undefined if there are fewer than two spendable outputs.
 */
export function changeOdds(tx: RiskTransaction, around?: ChangeSurroundings): ChangeOdds | undefined {
  const outputs = changeSignalsOf(tx, around);
  if (tx.coinbase || outputs.length < 2) return undefined;
  const odds = oddsOfSignals(outputs.map(({ signals }) => signals));
  return {
    outputs: outputs.map((output, i) => ({ ...output, probability: odds.outputs[i] ?? 0 })),
    none: odds.none,
  };
}

/** Returns a probability with four decimals, never more than it is. */
export const roundedDown = (probability: number): number => Math.floor(probability * 10_000) / 10_000;
