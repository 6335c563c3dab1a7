import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

const leastAmount = 10_000n;
const leastEqual = 5;
/** A payer's own change and a service fee make two: coin preparation for a pool has both. */
const leastOthers = 3;

/**
 * Equal outputs of no known style: at least five; change for several participants, but at most one each and a coordinator
 * fee; inputs of at least five addresses and at least as many as change outputs; no output to an input address. Payouts from
 * one address, payouts of different amounts, and equal amounts with a single change output don't match.
 */
export function detectEqualOutput(tx: Outline): DetectorFinding {
  const { equal, others, denomination, inputs } = tx;
  if (equal < leastEqual || denomination < leastAmount || inputs < leastEqual || tx.repays) return none;
  if (others.length < leastOthers || others.length * 5 < equal || others.length > equal + 1) return none;
  if (others.length > inputs + 1) return none;
  const enough = Math.max(leastEqual, others.length - 1);
  if (tx.inputAddresses >= enough) return { is: 'match', participants: null };
  return tx.inputAddresses + tx.unknownInputs >= enough ? unknown : none;
}
