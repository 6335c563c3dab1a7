import type { SampleTransaction } from './transactions.ts';

export const investigationParts = ['overview', 'risk', 'network', 'compliance', 'actions'] as const;
export type InvestigationPart = (typeof investigationParts)[number];
export const investigationPartNames: Readonly<Record<InvestigationPart, string>> = {
  overview: 'Overview',
  risk: 'Risk Analysis',
  network: 'Network',
  compliance: 'Compliance',
  actions: 'Actions',
};

/** The same for every sample transaction (specification section 2). */
export const confirmations = 6;
export const sampleFees = { Bitcoin: '0.00001 BTC', Ethereum: '0.00021 ETH' } as const;
export const sampleEnds = {
  Bitcoin: {
    from: 'bc1q59z9sz9thtg6qycq5mvws35dkphsnfkdtvjkrf',
    to: 'bc1qzemcam34mld99kejf2c2emw878enw9hj7vfl3w',
  },
  Ethereum: {
    from: '0x98F1e1B1dDD4882957C62407288f7fd67a38829a',
    to: '0xa79f3f28e732111cd89E29ca4F366949d150b1c2',
  },
} as const;

export interface RiskFactor {
  factor: string;
  score: number;
  description: string;
}

/** Factors around the score of the transaction, so that they fit to it. */
export function riskFactorsOf({ riskScore }: SampleTransaction): RiskFactor[] {
  const around = (difference: number) => Math.min(100, Math.max(0, riskScore + difference));
  return [
    { factor: 'Counterparty', score: around(4), description: 'Who is on the other side of the transaction' },
    { factor: 'Amount', score: around(-9), description: 'How far it is from what this client usually moves' },
    { factor: 'Velocity', score: around(-15), description: 'How quickly coins came and went' },
    { factor: 'Jurisdiction', score: around(-28), description: 'Where the counterparties are at home' },
  ];
}

/** Bars of the machine-learning models that the sample pretends to have. */
export function modelScoresOf({ riskScore }: SampleTransaction): { model: string; score: number }[] {
  const around = (difference: number) => Math.min(100, Math.max(0, riskScore + difference));
  return [
    { model: 'Anomaly detection', score: around(-3) },
    { model: 'Behavioural pattern', score: around(-12) },
    { model: 'Network proximity', score: around(2) },
  ];
}

export interface RelatedTransaction {
  hash: string;
  amount: string;
  risk: number;
  time: string;
}
export const relatedTransactions: readonly RelatedTransaction[] = [
  {
    hash: '896075c2fedf4facdd903879690a9084fb7b64f068389651bda8d8e38566bf25',
    amount: 'BTC 0.42000000',
    risk: 83,
    time: '2026-01-20T13:50:00Z',
  },
  {
    hash: 'b9c80f36efc5d3d0532e60a5c85e0b1b37a09fb39b182445e96402c310bf1482',
    amount: 'BTC 1.10000000',
    risk: 55,
    time: '2026-01-20T12:58:00Z',
  },
  {
    hash: '17d9d8e0d51ac32b7926ad30e419e07cf3ce15a21ada961124b21004c7bc4261',
    amount: 'BTC 0.07500000',
    risk: 19,
    time: '2026-01-20T12:04:00Z',
  },
];

export interface ComplianceCheck {
  check: string;
  status: 'Passed' | 'Failed' | 'Pending';
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
}
export const complianceChecks: readonly ComplianceCheck[] = [
  { check: 'Sanctions list screening', status: 'Failed', severity: 'HIGH' },
  { check: 'Travel Rule information', status: 'Pending', severity: 'MEDIUM' },
  { check: 'Customer due diligence', status: 'Passed', severity: 'LOW' },
  { check: 'Source of funds', status: 'Pending', severity: 'MEDIUM' },
];

/** Buttons of the Actions tab, word for word. */
export const investigationActions = [
  'Approve Transaction',
  'Flag for Review',
  'Request More Info',
  'Escalate to Senior',
] as const;
