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
  const is = (verdict ?? detectCoinJoin(tx)).is;
  if (is === 'coinjoin') return { keys: [], obstacle: 'coinjoin' };
  if (is === 'unknown') return { keys: [], obstacle: 'perhaps_coinjoin' };
  if (resemblesPayJoin(tx)) return { keys: [], obstacle: 'payjoin' };
  return { keys, obstacle: null };
}
