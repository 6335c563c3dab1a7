import type { TagTone } from '../../../ui/display/Tag.tsx';

export type SampleStatus = 'UNASSIGNED' | 'FLAGGED' | 'UNDER_REVIEW' | 'APPROVED';

/** Colors; others are neutral. */
export const statusTones: Readonly<Record<string, TagTone>> = {
  FLAGGED: 'red',
  UNDER_REVIEW: 'orange',
  APPROVED: 'green',
};

export const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  { value: 'UNASSIGNED', label: 'Unassigned' },
  { value: 'FLAGGED', label: 'Flagged' },
  { value: 'UNDER_REVIEW', label: 'Under Review' },
  { value: 'APPROVED', label: 'Approved' },
] as const;

/** A transaction for review; amounts are text. */
export interface SampleTransaction {
  id: string;
  clientId: string;
  counterpartyEntities: string;
  blockchain: 'Bitcoin' | 'Ethereum';
  /** Currency code and number. */
  amount: string;
  convertedAmount: string;
  /** ISO time. */
  timestamp: string;
  riskScore: number;
  status: SampleStatus;
}

type Row = readonly [
  id: string,
  client: number,
  counterparties: string,
  amount: string,
  converted: string,
  time: string,
  risk: number,
  status: SampleStatus,
];

/** IDs are random-looking hashes that are on no chain; names are those of the demo's fictional economy. */
const rows: readonly Row[] = [
  [
    '1478f991260053ab4d7e64eefdf20eb029bc967a56125de138398424a777cae1',
    412,
    'Blackreef Group (demo)',
    'BTC 12.50000000',
    '$537,500.00',
    '2026-01-20T14:02:37Z',
    94,
    'UNASSIGNED',
  ],
  [
    'df757361b3e865335f29f2108796a270442e6a28e590cb84e8927383235d04bd',
    87,
    'Greywater Mixer (demo), Nonames Desk (demo)',
    'BTC 3.07000000',
    '$132,010.00',
    '2026-01-20T13:41:05Z',
    88,
    'FLAGGED',
  ],
  [
    '06500feafdff3a4d52de233a4b46b36ce02fa8370aa441c1c8bbbf97f76142bb',
    412,
    'Undercroft Market (demo)',
    'BTC 0.28114002',
    '$12,089.02',
    '2026-01-20T12:18:51Z',
    80,
    'UNDER_REVIEW',
  ],
  [
    '0445fe3ad2bf163767a412da553d6270270c75dcf75e53808bab7f474f26cbb2',
    205,
    'Spanwire Bridge (demo)',
    'ETH 240.00000000',
    '$624,000.00',
    '2026-01-20T11:56:20Z',
    79,
    'UNASSIGNED',
  ],
  [
    'f0313b73861be95fec937a5f7691444d0a8548d5a2184d8e0a7322d2dae55343',
    33,
    'N/A',
    'BTC 1.24001870',
    '$53,320.80',
    '2026-01-20T10:30:44Z',
    63,
    'UNASSIGNED',
  ],
  [
    '6b99a774316c300748870715bd79f2e5d8fe9d44689abc82e76b75b147bbd9f6',
    164,
    'Nonames Desk (demo)',
    'ETH 18.50000000',
    '$48,100.00',
    '2026-01-20T09:12:09Z',
    58,
    'FLAGGED',
  ],
  [
    'e5adcee1a8651e663032f07d5aa17ba0d2bb05a308e53f17baddde79bd535c1b',
    9,
    'Lucky Lantern (demo)',
    'BTC 0.35000000',
    '$15,050.00',
    '2026-01-20T08:47:32Z',
    50,
    'UNDER_REVIEW',
  ],
  [
    'f2f944adf80f02876802917779c8aa06abc20eab8cc5e2f85b8dc3ca460e1bf4',
    318,
    'Kitsune Trade (demo)',
    'BTC 6.50000000',
    '$279,500.00',
    '2026-01-20T07:05:18Z',
    41,
    'UNASSIGNED',
  ],
  [
    '9b3dd4e56f63907d767b8eed741b47aa356546c7698c1c456952466747d41b3a',
    251,
    'Northwind Exchange (demo)',
    'BTC 0.90500000',
    '$38,915.00',
    '2026-01-20T05:33:00Z',
    22,
    'APPROVED',
  ],
  [
    'a4e5736e5435b85f4c055e096e5d27ac6f05ce40a1c622dd50b1de4c2820296d',
    87,
    'N/A',
    'ETH 2.00000000',
    '$5,200.00',
    '2026-01-20T03:20:27Z',
    8,
    'APPROVED',
  ],
];

export const sampleTransactions: readonly SampleTransaction[] = rows.map(
  ([
    id,
    client,
    counterpartyEntities,
    amount,
    convertedAmount,
    timestamp,
    riskScore,
    status,
  ]): SampleTransaction => ({
    id,
    clientId: `CLIENT-${String(client).padStart(4, '0')}`,
    counterpartyEntities,
    blockchain: amount.startsWith('ETH') ? 'Ethereum' : 'Bitcoin',
    amount,
    convertedAmount,
    timestamp,
    riskScore,
    status,
  }),
);

/** Returns transactions that contain the text in the client ID or the hash, and have the status. */
export function filterTransactions(
  rowsOf: readonly SampleTransaction[],
  { search = '', status }: { search?: string | undefined; status?: string | undefined },
): SampleTransaction[] {
  const part = search.trim().toLowerCase();
  return rowsOf.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (row.clientId.toLowerCase().includes(part) || row.id.includes(part)),
  );
}

export interface Pattern {
  name: string;
  count: number;
  severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
}

/** Risk patterns, specified verbatim by. */
export const riskPatterns: readonly Pattern[] = [
  { name: 'Rapid Transaction Velocity', count: 23, severity: 'HIGH' },
  { name: 'Unusual Amount Patterns', count: 15, severity: 'MEDIUM' },
  { name: 'Sanctioned Entity Interaction', count: 8, severity: 'CRITICAL' },
  { name: 'Privacy Coin Usage', count: 12, severity: 'MEDIUM' },
  { name: 'Cross-Chain Bridging', count: 31, severity: 'LOW' },
];
/** Stat cards of the same section. */
export const transactionStats = [
  { label: 'Total Transactions', value: 11_203, sub: '+2.1% from last hour' },
  { label: 'High Risk', value: 47, sub: 'requires immediate review' },
  { label: 'Under Review', value: 23, sub: 'avg. review time 2.3h' },
  { label: 'Approved Today', value: 156, sub: '+12% from yesterday' },
] as const;
