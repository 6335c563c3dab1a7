import { detectCoinJoin } from './coinjoin/detect.ts';
import type { CoinJoinVerdict } from './coinjoin/verdict.ts';
import { resemblesPayJoin } from './payjoin.ts';
import type { RiskTransaction } from './transaction.ts';

/** Version of the rules of `coSpend`; a change recomputes all clusters. */
export const coSpendRule = 2;

/** Reasons not to treat the inputs as having one owner. */
export type CoSpendObstacle = 'coinjoin' | 'perhaps_coinjoin' | 'payjoin';

/** Which addresses a transaction shows to be of one owner: two or more, in the order of the inputs, or none. */
export interface CoSpend {
  readonly keys: readonly string[];
  /** Why there are no keys although there are inputs of several addresses. */
  readonly obstacle: CoSpendObstacle | null;
}

const nothing: CoSpend = { keys: [], obstacle: null };

/**
 * Co-spend heuristic (Meiklejohn et al. 2013, heuristic 1): the signer of all inputs owns them, so their addresses belong
 * together, unless the transaction is or may be a CoinJoin, or resembles a PayJoin (BIP78). Ignores unknown inputs. Pass
 * `verdict` if detectors have already run.
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

/** Tests whether one owner pays with a transaction: it is no coinbase, no CoinJoin, and no suspected PayJoin. */
export function isPayment(tx: RiskTransaction): boolean {
  if (tx.coinbase) return false;
  const verdict = detectCoinJoin(tx);
  return verdict.is === 'none' && coSpend(tx, verdict).obstacle === null;
}
