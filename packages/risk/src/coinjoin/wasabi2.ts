import { type Outline, onlyTypes } from './outline.ts';
import { type DetectorFinding, none } from './verdict.ts';

interface Bounds {
  readonly inputs: number;
  /** A wallet may bring several coins of one address, and many coins may become few. */
  readonly addresses: number;
  readonly outputs: number;
  /** Minimum percentage of outputs with a standard amount; in small rounds, almost everyone has change. */
  readonly standard: number;
  /** Powers of two and three are amounts that nobody types; round amounts alone prove nothing. */
  readonly unround: number;
}

/** Default minimum of inputs: 50, or 40 in a repeated round; small coordinators require fewer. */
const inOrder: Bounds = { inputs: 10, addresses: 5, outputs: 6, standard: 50, unround: 3 };
/** Without sorted amounts, amounts alone have to suffice. */
const unordered: Bounds = { inputs: 20, addresses: 20, outputs: 20, standard: 75, unround: 5 };

const amounts = { least: 5_000n, most: 137_438_953_472n };

/** Amounts of the form step · base^n within the bounds. */
function series(base: bigint, step: bigint): bigint[] {
  const found: bigint[] = [];
  for (let value = step; value <= amounts.most; value *= base) if (value >= amounts.least) found.push(value);
  return found;
}

const unround: ReadonlySet<bigint> = new Set([...series(2n, 1n), ...series(3n, 1n), ...series(3n, 2n)]);
const standard: ReadonlySet<bigint> = new Set([
  ...unround,
  ...series(10n, 1n),
  ...series(10n, 2n),
  ...series(10n, 5n),
]);

function descends(values: readonly bigint[]): boolean {
  return values.every((value, i) => i === 0 || value <= (values[i - 1] ?? value));
}

/**
 * Wasabi 2 (WabiSabi): inputs and outputs are sorted in descending order, as by every release (WalletWasabi, `SigningState`:
 * `SortedInputs`, `SortedOutputs`); at least half of the outputs have a standard amount 2^n, 3^n, 2·3^n, 10^n, 2·10^n, or
 * 5·10^n from 5,000 satoshis (`DenominationBuilder`), with three different ones of the first three kinds; P2WPKH and P2TR
 * only (`WabiSabiConfig`). Order and amounts together are so rare otherwise that rounds of ten inputs are recognized. Without
 * that order, thresholds are higher. The number of participants isn't visible.
 */
export function detectWasabi2(tx: Outline): DetectorFinding {
  const bounds = descends(tx.outputValues) && descends(tx.inputValues) ? inOrder : unordered;
  if (tx.inputs < bounds.inputs || tx.outputs < bounds.outputs) return none;
  if (tx.inputAddresses + tx.unknownInputs < bounds.addresses) return none;
  if (!onlyTypes(tx.outputTypes, 'p2wpkh', 'p2tr') || !onlyTypes(tx.inputTypes, 'p2wpkh', 'p2tr'))
    return none;
  const standardOutputs = tx.outputValues.filter((value) => standard.has(value)).length;
  if (standardOutputs * 100 < tx.outputs * bounds.standard) return none;
  const different = [...tx.counts.keys()].filter((value) => unround.has(value)).length;
  return different < bounds.unround ? none : { is: 'match', participants: null, standardOutputs };
}
