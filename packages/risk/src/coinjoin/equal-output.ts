import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

const leastAmount = 10_000n;
const leastEqual = 5;

/**
 * Equal outputs of no known style: at least five, change beside them for several participants but no more than they can be
 * (one each, and a coordinator's fee), and inputs of at least five addresses and as many as there is change. A payout from
 * one address is none, nor one to many different amounts, nor one of equal amounts with a single change.
 */
export function detectEqualOutput(tx: Outline): DetectorFinding {
  const { equal, others, denomination, inputs } = tx;
  if (equal < leastEqual || denomination < leastAmount || inputs < leastEqual) return none;
  if (others.length < 2 || others.length * 5 < equal || others.length > equal + 1) return none;
  if (others.length > inputs + 1) return none;
  const enough = Math.max(leastEqual, others.length - 1);
  if (tx.inputAddresses >= enough) return { is: 'match', participants: null };
  return tx.inputAddresses + tx.unknownInputs >= enough ? unknown : none;
}
