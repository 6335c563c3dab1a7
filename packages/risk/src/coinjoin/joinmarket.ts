import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

/** JoinMarket's makers refuse less (`minsize`). */
const leastAmount = 100_000n;
/** Makers ask for at most half a percent, and take part in the fee for the miners with at most this much. */
const usualFee = 10_000n;
const feePart = 200n;
/** A search for who brought which inputs gives up after so many attempts in all: a transaction can be made to be hard. */
const mostAttempts = 50_000;
/** Takers agree with a handful of makers. */
const mostParticipants = 30;
/** With more inputs for each participant, sums fit by chance and prove nothing. */
const tellingInputs = 4;

type Search = 'found' | 'impossible' | 'too_long';

/**
 * Whether the inputs can be divided so that every maker brought what it takes out, but for fees, and the taker the rest.
 * `targets`: what makers take out, in satoshis.
 */
function divide(
  inputs: readonly bigint[],
  targets: readonly bigint[],
  tolerance: bigint,
  budget: { left: number },
): Search {
  const open = [...targets];
  const place = (at: number): Search => {
    budget.left -= 1 + open.length;
    if (budget.left < 0) return 'too_long';
    const value = inputs[at];
    if (value === undefined) return open.every((left) => left <= tolerance) ? 'found' : 'impossible';
    const tried = new Set<bigint>();
    for (let i = 0; i < open.length; i++) {
      const left = open[i] ?? 0n;
      if (left + tolerance < value || tried.has(left)) continue;
      tried.add(left);
      open[i] = left - value;
      const found = place(at + 1);
      open[i] = left;
      if (found !== 'impossible') return found;
    }
    return place(at + 1); // the taker's
  };
  return place(0);
}

/** The taker is one of those with change, or the one without: each is tried. */
function fits({ inputValues, others, equal, denomination }: Outline): Search {
  if (inputValues.length > tellingInputs * equal) return 'too_long';
  const values = inputValues.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const budget = { left: mostAttempts };
  const share = denomination / feePart;
  const tolerance = share > usualFee ? share : usualFee;
  let result: Search = 'impossible';
  const takers = others.length === equal ? others.keys() : [-1];
  for (const taker of takers) {
    const targets = others.filter((_, i) => i !== taker).map((change) => denomination + change);
    const found = divide(values, targets, tolerance, budget);
    if (found === 'found') return found;
    if (found === 'too_long') result = found;
  }
  return result;
}

/**
 * JoinMarket-like: n equal outputs, of which no more than one participant has no change beside its own, inputs of at least n
 * addresses (the form that Möser and Böhme and Goldfeder et al. describe), and inputs that can be divided among the
 * participants. Where no search can decide, three participants of this form are enough, two are not.
 */
export function detectJoinMarket(tx: Outline): DetectorFinding {
  const { equal, others, inputs, denomination } = tx;
  if (equal < 2 || equal > mostParticipants || denomination < leastAmount || inputs < equal) return none;
  if (equal + others.length !== tx.outputs || (others.length !== equal && others.length !== equal - 1))
    return none;
  if (tx.inputAddresses + tx.unknownInputs < equal) return none;
  // Two equal outputs and one change are what any payment in two parts looks like.
  if (equal === 2 && others.length !== 2) return none;
  if (tx.unknownInputs > 0) return unknown;
  const search = fits(tx);
  if (search === 'found' || (search === 'too_long' && equal > 2)) return { is: 'match', participants: equal };
  return none;
}
