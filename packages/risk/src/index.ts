export { detectCoinJoin } from './coinjoin/detect.ts';
export {
  type CoinJoinEvidence,
  type CoinJoinStyle,
  coinJoinStyles,
  type CoinJoinVerdict,
} from './coinjoin/verdict.ts';
export { type CoSpend, coSpend, type CoSpendObstacle, coSpendRule } from './cospend.ts';
export { type Dealings, dealingsOf } from './dealings.ts';
export type { RiskInput, RiskOutput, RiskTransaction } from './transaction.ts';
export { type MeasuredFigures, measuredChange, measuredCoinJoins, measuredDeposits } from './measured.ts';
export {
  type ChangeFinding,
  type ChangeHeuristic,
  changeHeuristics,
  type ChangeSurroundings,
  findChange,
} from './change/find-change.ts';
export { type AddressConduct, type DepositSuggestion, suggestDeposit } from './deposit.ts';
export { dustLimit, isDust } from './warnings/dust.ts';
export { findLookAlikes } from './warnings/look-alike.ts';
export { type UnusualFee, unusualFee } from './warnings/unusual-fee.ts';
