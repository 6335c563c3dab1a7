import { type Outline, onlyTypes } from './outline.ts';
import { type DetectorFinding, none } from './verdict.ts';

interface Bounds {
  readonly inputs: number;
  /** A wallet may bring several coins of one address, and many coins may become few. */
  readonly addresses: number;
  readonly outputs: number;
  /** Of a hundred outputs, how many have a standard amount at least; in small rounds nearly everybody has change beside them. */
  readonly standard: number;
  /** Powers of two and three are amounts that nobody types; round ones alone prove nothing. */
  readonly unround: number;
}

/** A coordinator asks for 50 inputs as it is set up, for 40 in a round that is repeated; small ones ask for fewer. */
const inOrder: Bounds = { inputs: 10, addresses: 5, outputs: 6, standard: 50, unround: 3 };
/** Where amounts are not in order, they alone have to tell. */
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
 * Wasabi 2 (WabiSabi): inputs and outputs stand from the largest to the smallest, which the coordinator does since before the
 * first release (WalletWasabi, `SigningState`: `SortedInputs`, `SortedOutputs`); at least half of the outputs have one of the
 * standard amounts 2^n, 3^n, 2·3^n, 10^n, 2·10^n, 5·10^n from 5,000 satoshis on (`DenominationBuilder`), three different ones
 * of the first three kinds among them; P2WPKH and P2TR only (`WabiSabiConfig`). Order and amounts together are so rare
 * otherwise that rounds of ten inputs are told. Without that order more of everything is asked for. How many take part
 * cannot be seen.
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
