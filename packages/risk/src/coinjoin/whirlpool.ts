import { type Outline, onlyTypes } from './outline.ts';
import { type DetectorFinding, none } from './verdict.ts';

/** Satoshis of the pools of Samourai (0.001, 0.01, 0.05, 0.5 BTC) and of Ashigaru (0.025, 0.25 BTC). */
const pools: ReadonlySet<bigint> = new Set([
  100_000n,
  1_000_000n,
  2_500_000n,
  5_000_000n,
  25_000_000n,
  50_000_000n,
]);
/** A coin that enters a pool brings its part of the miners' fee beside the pool's amount; at most this much. */
const mostForMiners = 110_000n;

/**
 * Whirlpool: five to ten inputs and as many outputs, all outputs with the exact amount of one pool, P2WPKH only. Inputs have
 * that amount (from an earlier round) or slightly more. The outputs are sufficient, even if inputs are unknown.
 */
export function detectWhirlpool(tx: Outline): DetectorFinding {
  const { inputs, outputs, denomination, equal, inputValues } = tx;
  if (inputs !== outputs || inputs < 5 || inputs > 10 || equal !== outputs) return none;
  if (!pools.has(denomination)) return none;
  if (!onlyTypes(tx.outputTypes, 'p2wpkh') || !onlyTypes(tx.inputTypes, 'p2wpkh')) return none;
  const fits = inputValues.every((value) => value >= denomination && value <= denomination + mostForMiners);
  if (!fits || tx.inputAddresses + tx.unknownInputs !== inputs) return none;
  return { is: 'match', participants: inputs };
}
