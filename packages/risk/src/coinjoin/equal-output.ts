import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

const leastAmount = 10_000n;
const leastEqual = 5;
/** A payer's own change and a service's fee are two: whoever prepares coins for a pool has both. */
const leastOthers = 3;

/**
 * Equal outputs of no known style: at least five, change beside them for several participants but no more than they can be
 * (one each, and a coordinator's fee), inputs of at least five addresses and as many as there is change, and no output that
 * goes back to an address that pays. A payout from one address is none, nor one to many different amounts, nor one of equal
 * amounts with a single change, with a fee beside it or not.
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
