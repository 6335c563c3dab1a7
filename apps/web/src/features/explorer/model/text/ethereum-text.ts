import type {
  Coverage,
  EthereumCoverage,
  EthereumMovementView,
  InternalTransferView,
  MovementKindName,
} from '@hopscope/contract';

const typeNames = ['Legacy', 'Access list', 'EIP-1559', 'Blob', 'Set code'] as const;
const typeExplanations = [
  'A transaction with one gas price.',
  'Announces the accounts and storage that it touches (EIP-2930).',
  'Pays the base fee of the block and a tip (EIP-1559).',
  'Carries blobs for other networks (EIP-4844).',
  'Lets an account run the code of a contract (EIP-7702).',
] as const;

/** Name of a transaction type. */
export function typeName(type: number): string {
  return typeNames[type] ?? `Type ${type}`;
}

/** One sentence about a transaction type, for hover. */
export function typeExplanation(type: number): string | undefined {
  return typeExplanations[type];
}

export const kindNames: Readonly<Record<MovementKindName, string>> = {
  transfer: 'Transfer',
  internal: 'Internal',
  token: 'Token',
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
  zero_value: 'Moves nothing: such transfers are sent to place a look-alike address in the history.',
  fake_token: 'The token takes the name of a well-known one, or advertises a web address.',
};

const lackTexts: Readonly<Record<EthereumCoverage['lacks'][number], string>> = {
  traces: 'Ether that contracts moved is not known in all of these blocks, for want of traces.',
  openings: 'What was there before these blocks is not known.',
};

/** What keeps balances from being exact, in sentences; empty where nothing does. */
export function lacksText({ lacks }: Pick<EthereumCoverage, 'lacks'>): string {
  return lacks.map((lack) => lackTexts[lack]).join(' ');
}

/** What should be known of a history that a service tells, in sentences. */
export function historyNotes({ text, history }: Pick<EthereumCoverage, 'text' | 'history'>): string {
  // A history that cannot go on says why in the place of how far it is.
  if (!text.startsWith('By address')) return text;
  if (history?.total === null) return 'The rest is being fetched: totals count what is held so far.';
  const rest = text.split('; ').slice(1).join('; ');
  return rest === '' ? '' : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Whether parts of a history that a service tells are still to come. */
export function isUnfinished({ history }: Pick<Coverage, 'history'>): boolean {
  return history !== undefined && history.held !== history.total;
}

type Sides = Pick<EthereumMovementView, 'kind' | 'direction' | 'from' | 'to' | 'asset'>;

/** Who stands on the other side of a movement: an address, or words where there is none. */
export function otherSide({
  kind,
  direction,
  from,
  to,
  asset,
}: Sides): { address: string } | { words: string } {
  if (direction === 'self') return { words: 'Itself' };
  const address = direction === 'in' ? from : to;
  if (address !== null) return { address };
  if (kind === 'fee') return { words: direction === 'in' ? 'Fees of the block' : 'Network fee' };
  if (kind === 'reward') return { words: 'New ether' };
  if (kind === 'withdrawal') return { words: 'Beacon chain' };
  if (asset.type !== 'ether') return { words: direction === 'in' ? 'New tokens' : 'Destroyed' };
  return {
    words: direction === 'in' ? 'New ether' : kind === 'transfer' ? 'No contract was made' : 'Destroyed',
  };
}
