export { detectCoinJoin, mayBeCoinJoin } from './coinjoin/detect.ts';
export {
  type CoinJoinEvidence,
  type CoinJoinStyle,
  coinJoinStyles,
  type CoinJoinVerdict,
} from './coinjoin/verdict.ts';
export {
  type CoSpend,
  coSpend,
  type CoSpendObstacle,
  coSpendObstacle,
  coSpendRule,
  isPayment,
} from './cospend.ts';
export { type CounterpartyFlows, counterpartyFlows } from './counterparty-flows.ts';
export type { RiskInput, RiskOutput, RiskTransaction } from './transaction.ts';
export { measuredRisk } from './measured-risk.ts';
export { measuredHistory } from './measured-history.ts';
export {
  type HistoryFigure,
  historyFigureNames,
  type RiskGroup,
  riskGroupNames,
  riskGroups,
} from './measured-risk-names.ts';
export type { MeasuredRisk, MeasuredRun, MeasuredShare } from './measured-risk-shape.ts';
export {
  type MeasuredFigures,
  measuredChange,
  measuredChangeOdds,
  measuredCoinJoins,
  measuredDeposits,
  measuredOnMainnet,
  type MeasuredRatio,
} from './measured.ts';
export { measuredEthereum, measuredMixerLinks } from './measured-ethereum.ts';
export {
  type ChangeFinding,
  type ChangeHeuristic,
  changeHeuristics,
  type ChangeSurroundings,
  findChange,
  fingerprintOf,
  type WalletFingerprint,
} from './change/find-change.ts';
export { findProbableOwner, type OwnerLink } from './change/probable-owner.ts';
export {
  type ChangeOdds,
  changeOdds,
  type ChangeSignal,
  changeSignals,
  changeSignalsOf,
  type ChangeWeights,
  oddsOfSignals,
  roundedDown,
} from './change/change-odds.ts';
export { type DepositActivity, type DepositSuggestion, suggestDeposit } from './deposit.ts';
export { dustLimit, isDust } from './warnings/dust.ts';
export { findLookAlikes } from './warnings/look-alike.ts';
export { type UnusualFee, unusualFee } from './warnings/unusual-fee.ts';
export {
  byGravity,
  categories,
  type Category,
  type CategoryGroup,
  type CategoryId,
  categoryIds,
  gravest,
} from './categories/categories.ts';
export {
  categoriesOf,
  type CountryFacts,
  type CountryListing,
  type EntityFacts,
  listingOf,
} from './categories/entity-categories.ts';
export {
  type AssetName,
  type Direction,
  type Entry,
  type Evidence,
  type Exposure,
  type Label,
  type CommingledPool,
  type Owner,
  type Lot,
  type LotConversion,
  type LotEnd,
  type LotReader,
  type PathStep,
  type Rest,
  type RestReason,
  restReasons,
  type Step,
  type TaintMethod,
  taintMethods,
  type WalkLimits,
  type WalkQuestion,
  type WalkResult,
} from './exposure/types.ts';
export {
  type AccountEvent,
  type AccountFacts,
  type BitcoinFacts,
  bitcoinPool,
  ethereumPool,
  receiptsOf,
} from './exposure/commingled-pools.ts';
export { followMoney } from './tracing/follow-money.ts';
export type {
  FollowedHop,
  FollowedStep,
  FollowedStop,
  FollowEvents,
  FollowQuestion,
  FollowReader,
  FollowStart,
  FollowStopReason,
} from './tracing/follow-types.ts';
export { findDepositors, findRecipients } from './mixers/find-depositors.ts';
export {
  type MixerBook,
  type MixerContacts,
  type MixerDeposit,
  type MixerLeg,
  type MixerLink,
  type MixerUse,
  type MixerWithdrawal,
  type NoteCount,
} from './mixers/mixer-book.ts';
export {
  largestPath,
  type PathEdge,
  type PathGraph,
  shortestPath,
  widthOf,
} from './tracing/find-path.ts';
export { peelRest } from './tracing/peel-rest.ts';
export { type Payer, payersOf, splitOutput } from './tracing/split-output.ts';
export { evidenceLimit } from './exposure/accumulator.ts';
export { walkExposure } from './exposure/walk.ts';
export {
  type BehaviorId,
  behaviorIds,
  behaviorNames,
  type BehaviorRules,
  type IssuerMeasure,
  type ObservedActivity,
  type CounterpartyFlow,
  type Finding,
  type Party,
  type Spending,
  type SpentLot,
  type Trace,
} from './behavior/rules.ts';
export { peelRemainder, peelsOn } from './behavior/peel-chain.ts';
export { digestOf } from './digest.ts';
export { defaultProfile, scoredCategories } from './profile/default-profile.ts';
export { parseProfile, ProfileError, type ProfileProblem } from './profile/parse-profile.ts';
export {
  minimumOf,
  profileVersion,
  type RiskProfile,
  type ScoredCategory,
  type ScoreGroup,
  scoreGroups,
} from './profile/profile.ts';
export type {
  Factor,
  FactorEntity,
  FactorEvidence,
  Failure,
  GroupScore,
  ScoreAnswer,
  ScoreCoverage,
  ScoreInput,
  ScoreState,
} from './score/answer.ts';
export {
  firstDifference,
  recordDigest,
  recordText,
  type ScoreBasis,
  type ScoreRecord,
} from './score/record.ts';
export { type Recount, recountScore, type ScoreInParts, scoreInParts, scoreOf } from './score/score.ts';
export { leastSeen, type Verdict, verdictOf, type VerdictState } from './score/verdict.ts';
export { specifiedScore, type SpecifiedGroup, type SpecifiedScore } from './score/specified.ts';
export { severityOf } from './score/exposure-factors.ts';
export { amountText, labelSourceText, outOf100, percentText } from './score/format.ts';
