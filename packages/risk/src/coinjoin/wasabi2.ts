import { type Outline, onlyTypes } from './outline.ts';
import { type DetectorFinding, none } from './verdict.ts';

const leastInputs = 20;
const leastOutputs = 20;
/** Of a hundred outputs, how many have a standard amount at least; the rest is change and the coordinator's fee. */
const leastStandard = 75;
/** Powers of two and three are amounts that nobody types; round ones alone prove nothing. */
const leastUnround = 5;

const bounds = { least: 5_000n, most: 137_438_953_472n };

/** Amounts of the form step · base^n within the bounds. */
function series(base: bigint, step: bigint): bigint[] {
  const found: bigint[] = [];
  for (let value = step; value <= bounds.most; value *= base) if (value >= bounds.least) found.push(value);
  return found;
}

const unround: ReadonlySet<bigint> = new Set([...series(2n, 1n), ...series(3n, 1n), ...series(3n, 2n)]);
const standard: ReadonlySet<bigint> = new Set([
  ...unround,
  ...series(10n, 1n),
  ...series(10n, 2n),
  ...series(10n, 5n),
]);

/**
 * Wasabi 2 (WabiSabi): many inputs, and most outputs have one of the standard amounts 2^n, 3^n, 2·3^n, 10^n, 2·10^n, 5·10^n
 * from 5,000 satoshis on; several amounts, P2WPKH and P2TR only. How many take part cannot be seen.
 */
export function detectWasabi2(tx: Outline): DetectorFinding {
  if (tx.inputs < leastInputs || tx.outputs < leastOutputs) return none;
  if (tx.inputAddresses + tx.unknownInputs < leastInputs) return none;
  if (!onlyTypes(tx.outputTypes, 'p2wpkh', 'p2tr') || !onlyTypes(tx.inputTypes, 'p2wpkh', 'p2tr'))
    return none;
  const standardOutputs = tx.outputValues.filter((value) => standard.has(value)).length;
  if (standardOutputs * 100 < tx.outputs * leastStandard) return none;
  const amounts = [...tx.counts.keys()].filter((value) => unround.has(value)).length;
  return amounts < leastUnround ? none : { is: 'match', participants: null, standardOutputs };
}
