import type { ChangeWeights } from './change-odds.ts';

/**
 * Weights of `changeOdds`, written by `npm run evaluate -- --train`: from the payments of demo networks with seeds 4 and 5, and
 * from 6,116 payments of mainnet blocks 560,062 to 560,073 whose change goes back to an input's address (with that signal
 * hidden), each of the two sources counting as much as the other.
 */
export const changeWeights: ChangeWeights = {
  address_reuse: 4.0392,
  script_type: 5.3104,
  uneven_amount: 3.911,
  fresh_address: 2.2235,
  optimal_change: 0.439,
  same_software: 2.4491,
  other_software: -0.8148,
  no_change: 0.0096,
};
