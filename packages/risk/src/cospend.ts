import { detectCoinJoin } from './coinjoin/detect.ts';
import type { CoinJoinVerdict } from './coinjoin/verdict.ts';
import { resemblesPayJoin } from './payjoin.ts';
import type { RiskTransaction } from './transaction.ts';

/** Rises with every change of what `coSpend` decides: clusters that an older rule made are made again. */
export const coSpendRule = 2;

/** Why the inputs of a transaction are not taken to be of one owner. */
export type CoSpendObstacle = 'coinjoin' | 'perhaps_coinjoin' | 'payjoin';

/** Which addresses a transaction shows to be of one owner: two or more, in the order of the inputs, or none. */
export interface CoSpend {
  readonly keys: readonly string[];
  /** Why there are none although inputs of several addresses stand together. */
  readonly obstacle: CoSpendObstacle | null;
}

const nothing: CoSpend = { keys: [], obstacle: null };

/**
 * The rule of co-spending (Meiklejohn et al. 2013, heuristic 1): who signs for all inputs owns them all, so their addresses
 * belong together; unless the transaction is a CoinJoin, may be one, or looks like a PayJoin (BIP78). Inputs that are not
 * known say nothing. `verdict` saves a second look where the caller has asked the detectors already.
 */
export function coSpend(tx: RiskTransaction, verdict?: CoinJoinVerdict): CoSpend {
  if (tx.coinbase || tx.inputs.length < 2) return nothing;
  const keys = [...new Set(tx.inputs.flatMap(({ key }) => (key === undefined ? [] : [key])))];
  if (keys.length < 2) return nothing;
  const obstacle = coSpendObstacle(tx, verdict);
  return { keys: obstacle === null ? keys : [], obstacle };
}

/** Why the inputs of a transaction, of several addresses, are not taken to be of one owner; null if they are. */
export function coSpendObstacle(tx: RiskTransaction, verdict?: CoinJoinVerdict): CoSpendObstacle | null {
  const { is } = verdict ?? detectCoinJoin(tx);
  if (is === 'coinjoin') return 'coinjoin';
  if (is === 'unknown') return 'perhaps_coinjoin';
  return resemblesPayJoin(tx) ? 'payjoin' : null;
}
