import { encodeAddress, networks, parseEthereumAddress } from '@hopscope/chain';
import { sampleColorOf } from '@hopscope/domain';
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

/** Confirmations of every sample transaction. */
export const confirmations = 6;
export const sampleFees = { Bitcoin: '0.00001 BTC', Ethereum: '0.00021 ETH' } as const;

/** One side of a sample transaction; flagged sides cause its risk. */
export interface SampleEnd {
  address: string;
  mark: 'Known' | 'Flagged';
}

/** Prefix of a version 0 witness program of 20 bytes in the keys of addresses. */
const witnessKey = 0x10;

/** Returns a made-up address in the form of the chain, from digits of the sample's ID. */
function addressOf({ blockchain }: SampleTransaction, digits: string): string {
  if (blockchain === 'Ethereum') return parseEthereumAddress(`0x${digits}`).checksummed;
  const bytes = (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return encodeAddress(new Uint8Array([witnessKey, ...bytes]), networks.mainnet);
}

/** Returns the sides, from the counterparty to the client's address. */
export function endsOf(transaction: SampleTransaction): { from: SampleEnd; to: SampleEnd } {
  const { id, riskScore } = transaction;
  return {
    from: {
      address: addressOf(transaction, id.slice(0, 40)),
      mark: sampleColorOf(riskScore) !== 'green' ? 'Flagged' : 'Known',
    },
    to: { address: addressOf(transaction, id.slice(24)), mark: 'Known' },
  };
}

export interface RiskFactor {
  factor: string;
  score: number;
  description: string;
}

/** Returns factors near the score of the transaction, so that they are consistent. */
export function riskFactorsOf({ riskScore }: SampleTransaction): RiskFactor[] {
  const around = (difference: number) => Math.min(100, Math.max(0, riskScore + difference));
  return [
    { factor: 'Counterparty', score: around(4), description: 'Other party to the transaction' },
    { factor: 'Amount', score: around(-9), description: 'Deviation from the client’s usual amounts' },
    { factor: 'Velocity', score: around(-15), description: 'Time between receiving and sending' },
    { factor: 'Jurisdiction', score: around(-28), description: 'Jurisdictions of the counterparties' },
  ];
}

/** Returns bars of the fictional machine-learning models of the sample. */
export function modelScoresOf({ riskScore }: SampleTransaction): { model: string; score: number }[] {
  const around = (difference: number) => Math.min(100, Math.max(0, riskScore + difference));
  return [
    { model: 'Anomaly detection', score: around(-3) },
    { model: 'Behavioral pattern', score: around(-12) },
    { model: 'Network proximity', score: around(2) },
  ];
}

/** Returns three related transactions: those of the same client first, then those nearest in time. */
export function relatedTo(
  transaction: SampleTransaction,
  all: readonly SampleTransaction[],
): SampleTransaction[] {
  const distance = (other: SampleTransaction): number =>
    Math.abs(Date.parse(other.timestamp) - Date.parse(transaction.timestamp));
  const foreign = (other: SampleTransaction): number => Number(other.clientId !== transaction.clientId);
  return all
    .filter(({ id }) => id !== transaction.id)
    .toSorted((a, b) => foreign(a) - foreign(b) || distance(a) - distance(b))
    .slice(0, 3);
}

export interface ComplianceCheck {
  check: string;
  status: 'Passed' | 'Failed' | 'Pending';
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
}

const outcomes = {
  Passed: { status: 'Passed', severity: 'LOW' },
  Pending: { status: 'Pending', severity: 'MEDIUM' },
  Failed: { status: 'Failed', severity: 'HIGH' },
} as const;

/** Returns the checks of a sample transaction: an approved one has passed, a risky one has not. */
export function checksOf({ riskScore, status }: SampleTransaction): ComplianceCheck[] {
  const approved = status === 'APPROVED';
  const byRisk =
    approved || sampleColorOf(riskScore) === 'green'
      ? 'Passed'
      : sampleColorOf(riskScore) === 'red'
        ? 'Failed'
        : 'Pending';
  const open = approved ? 'Passed' : 'Pending';
  return [
    { check: 'Sanctions list screening', ...outcomes[byRisk] },
    { check: 'Travel Rule information', ...outcomes[open] },
    { check: 'Customer due diligence', ...outcomes.Passed },
    {
      check: 'Source of funds',
      ...outcomes[sampleColorOf(riskScore) === 'red' && !approved ? 'Failed' : open],
    },
  ];
}

/** Buttons of the Actions tab, specified verbatim. */
export const investigationActions = [
  'Approve Transaction',
  'Flag for Review',
  'Request More Info',
  'Escalate to Senior',
] as const;
