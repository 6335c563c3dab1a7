import type {
  ConversionBasisName,
  Coverage,
  CrossingProofName,
  EthereumCoverage,
  EthereumMovementView,
  InternalTransferView,
  MovementKindName,
} from '@hopscope/contract';
import type { MixerHeuristic } from '@hopscope/domain';

const typeNames = ['Legacy', 'Access list', 'EIP-1559', 'Blob', 'Set code'] as const;
const typeExplanations = [
  'Single gas price',
  'Lists the accounts and storage keys to access (EIP-2930)',
  'Pays the base fee and a priority fee (EIP-1559)',
  'Carries blobs, mostly for layer 2 networks (EIP-4844)',
  'Sets contract code for an account (EIP-7702)',
] as const;

/** Returns the name of a transaction type. */
export function typeName(type: number): string {
  return typeNames[type] ?? `Type ${type}`;
}

/** Returns the description of a transaction type, for hover. */
export function typeExplanation(type: number): string | undefined {
  return typeExplanations[type];
}

export const kindNames: Readonly<Record<MovementKindName, string>> = {
  transfer: 'Transfer',
  internal: 'Internal',
  token: 'Token',
  wrap: 'Wrapped ether',
  seizure: 'Seizure',
  fee: 'Fee',
  reward: 'Reward',
  withdrawal: 'Withdrawal',
};

export const callNames: Readonly<Record<InternalTransferView['kind'], string>> = {
  call: 'Call',
  create: 'Create',
  selfdestruct: 'Self-destruct',
};

export const spamReasons: Readonly<Record<NonNullable<EthereumMovementView['spam']>, string>> = {
  zero_value: 'Zero-value transfer, a common way to plant look-alike addresses (address poisoning)',
  fake_token: 'The token imitates a well-known name or advertises a web address',
};

export const conversionBasisNames: Readonly<Record<ConversionBasisName, string>> = {
  exact: 'Exact',
  shared: 'Shared',
  claimed: 'By events only',
};

export const conversionBasisReasons: Readonly<Record<ConversionBasisName, string>> = {
  exact: 'One account gave everything that was converted, and the transaction acts for it',
  shared: 'Several accounts gave: each received part comes from all of them in proportion',
  claimed: 'The account did not sign this transaction: events of contracts say that it gave and received',
};

export const crossingProofNames: Readonly<Record<CrossingProofName, string>> = {
  claimed: 'Claimed',
  stated: 'Stated',
  agreed: 'Agreed',
  exact: 'Exact',
};

export const crossingProofReasons: Readonly<Record<CrossingProofName, string>> = {
  claimed: 'Only the memo or the order that the sender names says so: anyone can write one',
  stated: 'The contract of the bridge says so. What happened on the other chain is not known here',
  agreed:
    'The transaction on the other chain is in the ledger, and names the same recipient, or pays the named address another amount',
  exact:
    'The transaction on the other chain is in the ledger, and paid what the bridge states, or the key that signed this payout',
};

export const mixerHeuristicLabels: Readonly<Record<MixerHeuristic, string>> = {
  same_account: 'Same account',
  linked_account: 'Paid each other',
  same_counts: 'Same counts',
  same_gas_price: 'Same gas price',
  note_chain: 'Chain of notes',
  same_relayer: 'Same relayer and pattern',
};

export const mixerHeuristicReasons: Readonly<Record<MixerHeuristic, string>> = {
  same_account:
    'The same account made deposits into this pool, and received withdrawals or sent them without a relayer',
  linked_account:
    'The recipient began with a withdrawal, and the account of the deposits paid it or was paid by it elsewhere',
  same_counts: 'Only this account made as many deposits into each pool as the recipient withdrew from each',
  same_gas_price:
    'Only this account made deposits into this pool at the unusual gas price of the withdrawal, which no relayer sent',
  note_chain:
    'The recipient deposited again soon after the withdrawal, and so did this account soon after one before',
  same_relayer:
    'The recipient and others who used the same relayer paid one account; this account paid it, too, or is it',
};

/** Of payouts on Bitcoin. */
export const payoutProofReasons: Readonly<Record<'agreed' | 'exact', string>> = {
  agreed:
    'The deposit on Ethereum is in the ledger, and asks for a payment to this address. Someone who paid both could have made it up',
  exact:
    'The deposit on Ethereum is in the ledger, asks for a payment to this address, and went to the key that paid here, or named it',
};

const lackTexts: Readonly<Record<EthereumCoverage['lacks'][number], string>> = {
  traces: 'Internal transfers are unknown in some of these blocks because traces are missing.',
  openings: 'Balances before these blocks are unknown.',
};

/** Explains why balances are not exact; empty if they are. */
export function lacksText({ lacks }: Pick<EthereumCoverage, 'lacks'>): string {
  return lacks.map((lack) => lackTexts[lack]).join(' ');
}

/** Explains the limits of a history that a service reports. */
export function historyNotes({ text, history }: Pick<EthereumCoverage, 'text' | 'history'>): string {
  // A failed history has the reason in place of its progress.
  if (!text.startsWith('By address')) return text;
  if (history?.total === null) return 'The rest is being fetched. Totals cover the history so far.';
  const rest = text.split('; ').slice(1).join('; ');
  return rest === '' ? '' : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Returns whether a history that a service reports is still being fetched. */
export function isUnfinished({ history }: Pick<Coverage, 'history'>): boolean {
  return history !== undefined && history.stored !== history.total;
}

type Sides = Pick<EthereumMovementView, 'kind' | 'direction' | 'from' | 'to' | 'asset'>;

/** Returns the counterparty of a movement: an address, or a label if there is none. */
export function otherSide({
  kind,
  direction,
  from,
  to,
  asset,
}: Sides): { address: string } | { words: string } {
  if (direction === 'self') return { words: 'Same address' };
  const address = direction === 'in' ? from : to;
  if (address !== null) return { address };
  if (kind === 'fee') return { words: direction === 'in' ? 'Block fees' : 'Network fee' };
  if (kind === 'reward') return { words: 'New ether' };
  if (kind === 'withdrawal') return { words: 'Beacon chain' };
  if (kind === 'seizure') return { words: 'Destroyed by the issuer' };
  if (kind === 'wrap') return { words: direction === 'in' ? 'Wrapped' : 'Unwrapped' };
  if (asset.type !== 'ether') return { words: direction === 'in' ? 'New tokens' : 'Burned' };
  return {
    words: direction === 'in' ? 'New ether' : kind === 'transfer' ? 'No contract created' : 'Burned',
  };
}
