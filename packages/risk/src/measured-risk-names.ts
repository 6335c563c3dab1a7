/** Actual types of addresses in the evaluation, with display names. */
export const riskGroupNames = {
  illicit_listed: 'crime or sanctions, attributed in the directory',
  illicit_unlisted: 'crime or sanctions, not attributed',
  mixer_listed: 'mixer, attributed in the directory',
  peel_chain: 'start of a peel chain of at least five steps',
  structuring: 'received at least five payments just below a threshold',
  received_1: 'at least a tenth from illicit actors, directly',
  received_2: 'at least a tenth from illicit actors, over two hops',
  received_3: 'at least a tenth from illicit actors, over three hops',
  received_more: 'at least a tenth from illicit actors, over more hops than traced',
  sent: 'at least a tenth to illicit actors',
  coinjoin: 'at least a tenth from illicit actors, only through a CoinJoin',
  little: 'between a thousandth and a tenth from or to illicit actors',
  risky_services:
    'at least a tenth with no-KYC exchanges, gambling, CoinJoin coordinators, bridges, or spammers',
  clean: 'clean: less than a thousandth with illicit actors and less than a tenth with risky services',
} as const;
export type RiskGroup = keyof typeof riskGroupNames;
export const riskGroups = Object.keys(riskGroupNames) as readonly RiskGroup[];

/** Figures of which each run of the evaluation is recorded, with display names; more is better. */
export const historyFigureNames = {
  attributed: 'Attributed addresses linked to crime or sanctions: High',
  clean: 'Clean addresses: below Medium',
  auc_1: 'ROC AUC at one hop',
  auc_2: 'ROC AUC at two hops',
  auc_3: 'ROC AUC at three hops',
} as const;
export type HistoryFigure = keyof typeof historyFigureNames;
