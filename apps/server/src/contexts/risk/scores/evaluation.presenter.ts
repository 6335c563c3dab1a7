import { plainNumbers } from '@hopscope/domain';
import {
  behaviorNames,
  coinJoinStyles,
  historyFigureNames,
  measuredChange,
  measuredChangeOdds,
  measuredCoinJoins,
  measuredDeposits,
  measuredEthereum,
  measuredHistory,
  measuredOnMainnet,
  type MeasuredRatio,
  measuredRisk,
  riskGroupNames,
} from '@hopscope/risk';

const coinJoinNames = {
  whirlpool: 'Whirlpool',
  wasabi2: 'Wasabi 2',
  wasabi1: 'Wasabi 1',
  joinmarket: 'JoinMarket',
  equal_output: 'equal outputs',
} as const;

const changeNames = {
  address_reuse: 'address reuse',
  script_type: 'script type',
  round_amount: 'round amounts',
  fresh_address: 'new address',
  optimal_change: 'smaller than every input',
} as const;

const presentRatio = ({ name, right, of, from, to }: MeasuredRatio) => ({
  name,
  found: { value: right / of, right, of },
  from,
  to,
});

/** What was measured of scores and of the detectors they rest on (docs/concepts/evaluation.md), with words for people. */
export function presentEvaluation() {
  const { groups, rules, ...figures } = measuredRisk;
  const change = Object.entries(measuredChange).map(([id, measured]) => ({
    id: `change.${id}`,
    name: `Change by ${changeNames[id as keyof typeof measuredChange]}`,
    ...measured,
  }));
  const { sure, demo, mainnet } = measuredChangeOdds;
  const odds = `Change with odds of at least ${String(sure * 100)}%`;
  return {
    ...figures,
    groups: groups.map((one) => ({ ...one, name: riskGroupNames[one.group] })),
    rules: rules.map((one) => ({ ...one, name: behaviorNames[one.id] })),
    mainnet: measuredOnMainnet.map(presentRatio),
    ethereum: { ...measuredEthereum, rows: measuredEthereum.rows.map(presentRatio) },
    history: measuredHistory.map(({ figures: measured, ...run }) => ({
      ...run,
      figures: Object.entries(historyFigureNames).map(([id, name]) => ({
        id,
        name,
        value: measured[id as keyof typeof historyFigureNames],
      })),
    })),
    detectors: [
      ...coinJoinStyles.map((style) => ({
        id: `coinjoin.${style}`,
        name: `CoinJoin: ${coinJoinNames[style]}`,
        ...measuredCoinJoins[style],
      })),
      ...change,
      { id: 'change_odds.demo', name: odds, ...demo },
      {
        id: 'change_odds.mainnet',
        name: `${odds}, mainnet (${plainNumbers.count(mainnet?.of ?? 0)} outputs)`,
        precision: mainnet?.precision ?? null,
        recall: mainnet?.recall ?? null,
      },
      { id: 'deposit', name: 'Deposit addresses', ...measuredDeposits },
    ],
  };
}
