import { type Outline, onlyTypes } from './outline.ts';
import { type DetectorFinding, none } from './verdict.ts';

/** Rounds began at 0.1 BTC, and the amount drifted a little with the participants' coins (ZeroLink). */
const lowest = 8_000_000n;
const highest = 12_000_000n;
const leastEqual = 10;

/**
 * Wasabi 1: at least ten equal outputs of about 0.1 BTC, at least as many inputs, change and the coordinator fee, P2WPKH
 * only. The outputs are sufficient, even if inputs are unknown.
 */
export function detectWasabi1(tx: Outline): DetectorFinding {
  const { denomination, equal, inputs, others } = tx;
  if (equal < leastEqual || denomination < lowest || denomination > highest) return none;
  if (inputs < equal || tx.inputAddresses + tx.unknownInputs < equal || others.length < 2) return none;
  if (!onlyTypes(tx.outputTypes, 'p2wpkh') || !onlyTypes(tx.inputTypes, 'p2wpkh')) return none;
  return { is: 'match', participants: equal };
}
