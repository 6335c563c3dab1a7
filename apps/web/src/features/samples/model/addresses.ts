import type { OfficerId } from './officers.ts';

export const categories = ['CRITICAL', 'HIGH_RISK', 'MEDIUM', 'LOW'] as const;
export type Category = (typeof categories)[number];
export const addressStatuses = ['ACTIVE', 'PAUSED', 'INACTIVE'] as const;
export type AddressStatus = (typeof addressStatuses)[number];
export const addressChains = ['Bitcoin', 'Ethereum'] as const;
/** Blockchains of the add dialog, which also include Litecoin. */
export const addChains = [...addressChains, 'Litecoin'] as const;

/** A monitored address of the sample screens. */
export interface SampleAddress {
  id: string;
  address: string;
  blockchain: (typeof addressChains)[number];
  label: string;
  category: Category;
  riskScore: number;
  status: AddressStatus;
  alertsEnabled: boolean;
  /** Days. */
  dateAdded: string;
  lastActivity: string;
  totalTransactions: number;
  /** In USD. */
  totalVolume: string;
  tags: readonly string[];
  notes: string;
  /** In whole USD. */
  alertThreshold: number;
  monitoringReason: string;
  addedBy: OfficerId;
}

type Row = Omit<SampleAddress, 'id' | 'blockchain' | 'notes'>;

/** Addresses are made from hashes and belong to nobody; names are those of the demo's fictional economy. */
const rows: readonly Row[] = [
  {
    address: 'bc1qdmx9uu9rq0nzrn5zwnpx688le60542v8zqll6a',
    label: 'Undercroft Market (demo) deposit',
    category: 'CRITICAL',
    riskScore: 96,
    status: 'ACTIVE',
    alertsEnabled: true,
    dateAdded: '2025-11-04',
    lastActivity: '2026-01-20',
    totalTransactions: 1284,
    totalVolume: '$3,118,400',
    tags: ['darknet', 'market', 'law enforcement request'],
    alertThreshold: 1000,
    monitoringReason: 'Named in a law enforcement request',
    addedBy: 'd',
  },
  {
    address: '0xa79f3f28e732111cd89E29ca4F366949d150b1c2',
    label: 'Oubliette Pools (demo) user',
    category: 'HIGH_RISK',
    riskScore: 84,
    status: 'ACTIVE',
    alertsEnabled: true,
    dateAdded: '2025-11-18',
    lastActivity: '2026-01-19',
    totalTransactions: 96,
    totalVolume: '$840,150',
    tags: ['mixer', 'defi', 'repeat', 'bridge'],
    alertThreshold: 5000,
    monitoringReason: 'Withdrawals shortly after deposits to a mixer',
    addedBy: 'c',
  },
  {
    address: '3GPib3YS1cRZBveaD6tQgUF9VeNZ3SKXDW',
    label: 'Client cold storage',
    category: 'LOW',
    riskScore: 12,
    status: 'ACTIVE',
    alertsEnabled: false,
    dateAdded: '2025-09-30',
    lastActivity: '2026-01-02',
    totalTransactions: 41,
    totalVolume: '$5,904,000',
    tags: ['client'],
    alertThreshold: 25000,
    monitoringReason: 'Agreed with the client',
    addedBy: 'b',
  },
  {
    address: 'bc1qy5h88tk39nwprsffzcxl7hn02gad3ep2sxswvw',
    label: 'Lucky Lantern (demo) withdrawals',
    category: 'MEDIUM',
    riskScore: 61,
    status: 'PAUSED',
    alertsEnabled: true,
    dateAdded: '2025-12-09',
    lastActivity: '2026-01-11',
    totalTransactions: 733,
    totalVolume: '$412,900',
    tags: ['gambling', 'payout'],
    alertThreshold: 10000,
    monitoringReason: 'Many small payments to clients',
    addedBy: 'a',
  },
  {
    address: '0x98F1e1B1dDD4882957C62407288f7fd67a38829a',
    label: 'Spanwire Bridge (demo) exit',
    category: 'MEDIUM',
    riskScore: 55,
    status: 'ACTIVE',
    alertsEnabled: true,
    dateAdded: '2025-12-15',
    lastActivity: '2026-01-20',
    totalTransactions: 2210,
    totalVolume: '$1,730,500',
    tags: ['bridge', 'defi', 'stablecoin'],
    alertThreshold: 10000,
    monitoringReason: 'Funds bridged from other chains',
    addedBy: 'c',
  },
  {
    address: 'bc1q8sdk0tq6z7e0ln2ms5j60mf9enj0xhev3sk98h',
    label: 'Coldiron Crew (demo) ransom',
    category: 'CRITICAL',
    riskScore: 91,
    status: 'INACTIVE',
    alertsEnabled: false,
    dateAdded: '2025-08-21',
    lastActivity: '2025-10-03',
    totalTransactions: 7,
    totalVolume: '$96,300',
    tags: ['ransomware'],
    alertThreshold: 1000,
    monitoringReason: 'Payment reported by a client',
    addedBy: 'd',
  },
];

export const sampleAddresses: readonly SampleAddress[] = rows.map((row, index) => ({
  ...row,
  id: `ADDR-${String(index + 1).padStart(3, '0')}`,
  blockchain: row.address.startsWith('0x') ? 'Ethereum' : 'Bitcoin',
  notes: 'Sample note: nothing here is about a real address.',
}));

/** Returns addresses that contain the text in the address, the label, or a tag, and match all given filters. */
export function filterAddresses(
  addresses: readonly SampleAddress[],
  filters: {
    search?: string | undefined;
    category?: string | undefined;
    status?: string | undefined;
    blockchain?: string | undefined;
  },
): SampleAddress[] {
  const part = (filters.search ?? '').trim().toLowerCase();
  // `active` and `paused` are also offered in lowercase.
  const status = filters.status?.toUpperCase();
  return addresses.filter(
    ({ address, label, tags, ...own }) =>
      (filters.category === undefined || own.category === filters.category) &&
      (status === undefined || own.status === status) &&
      (filters.blockchain === undefined || own.blockchain === filters.blockchain) &&
      [address, label, ...tags].some((text) => text.toLowerCase().includes(part)),
  );
}

/** Returns at most 2 tags, and the number of others. */
export function shownTags(tags: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: tags.slice(0, 2), more: Math.max(0, tags.length - 2) };
}

export const addressStats = [
  { label: 'Total Monitored', value: '247', sub: '+12' },
  { label: 'High Risk', value: '89', sub: '+5' },
  { label: 'Active Alerts', value: '34', sub: '+8' },
  { label: 'Total Volume', value: '$12.4M', sub: '+2.1M' },
] as const;

/** Alert types; all are enabled at first. */
export const alertTypes = [
  { id: 'incoming', name: 'Incoming transactions' },
  { id: 'outgoing', name: 'Outgoing transactions' },
  { id: 'large', name: 'Large transactions, above the threshold' },
  { id: 'suspicious', name: 'Suspicious patterns' },
] as const;

export const addressParts = ['overview', 'transactions', 'alerts', 'analysis', 'settings'] as const;
export type AddressPart = (typeof addressParts)[number];
export const addressPartNames: Readonly<Record<AddressPart, string>> = {
  overview: 'Overview',
  transactions: 'Transactions',
  alerts: 'Alerts',
  analysis: 'Analysis',
  settings: 'Settings',
};
