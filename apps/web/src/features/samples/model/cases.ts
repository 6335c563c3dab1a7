import { utcDay } from '@hopscope/domain';
import { type OfficerId, officerName } from './officers.ts';
import type { Priority } from './levels.ts';

export const caseStatuses = [
  'UNDER_REVIEW',
  'ESCALATED',
  'PENDING_REVIEW',
  'AWAITING_RESPONSE',
  'INVESTIGATION',
] as const;
export type CaseStatus = (typeof caseStatuses)[number];
/** Statuses for updates, which also include closed. */
export const updateStatuses = [...caseStatuses, 'CLOSED'] as const;

/** A case of the sample screens. */
export interface SampleCase {
  id: string;
  title: string;
  clientId: string;
  assignedTo: OfficerId;
  priority: Priority;
  status: CaseStatus;
  riskScore: number;
  /** In USD. */
  totalAmount: string;
  transactionCount: number;
  /** Days. */
  createdDate: string;
  lastActivity: string;
  dueDate: string;
  description: string;
  tags: readonly string[];
  evidence: number;
  notes: number;
}

export const sampleCases: readonly SampleCase[] = [
  {
    id: 'CASE-001',
    title: 'Deposits through a mixer',
    clientId: 'CLIENT-0087',
    assignedTo: 'a',
    priority: 'CRITICAL',
    status: 'ESCALATED',
    riskScore: 92,
    totalAmount: '$1,204,300',
    transactionCount: 18,
    createdDate: '2026-01-12',
    lastActivity: '2026-01-20',
    dueDate: '2026-01-21',
    description: 'Eighteen deposits within two days, each one hop from Greywater Mixer (demo).',
    tags: ['mixer', 'structuring'],
    evidence: 6,
    notes: 11,
  },
  {
    id: 'CASE-002',
    title: 'Counterparty on a sanctions list',
    clientId: 'CLIENT-0412',
    assignedTo: 'd',
    priority: 'CRITICAL',
    status: 'INVESTIGATION',
    riskScore: 96,
    totalAmount: '$537,500',
    transactionCount: 1,
    createdDate: '2026-01-20',
    lastActivity: '2026-01-20',
    dueDate: '2026-01-20',
    description: 'One transfer directly from Blackreef Group (demo).',
    tags: ['sanctions'],
    evidence: 3,
    notes: 4,
  },
  {
    id: 'CASE-003',
    title: 'Sudden volume through a bridge',
    clientId: 'CLIENT-0205',
    assignedTo: 'c',
    priority: 'HIGH',
    status: 'UNDER_REVIEW',
    riskScore: 74,
    totalAmount: '$891,000',
    transactionCount: 9,
    createdDate: '2026-01-15',
    lastActivity: '2026-01-19',
    dueDate: '2026-01-24',
    description: 'Nine transfers through Spanwire Bridge (demo), thirty times the client’s previous volume.',
    tags: ['bridge', 'volume'],
    evidence: 2,
    notes: 5,
  },
  {
    id: 'CASE-004',
    title: 'Unanswered source-of-funds request',
    clientId: 'CLIENT-0033',
    assignedTo: 'b',
    priority: 'MEDIUM',
    status: 'AWAITING_RESPONSE',
    riskScore: 58,
    totalAmount: '$53,320',
    transactionCount: 2,
    createdDate: '2026-01-09',
    lastActivity: '2026-01-16',
    dueDate: '2026-01-30',
    description: 'The client has not yet explained the source of two deposits.',
    tags: ['source of funds'],
    evidence: 1,
    notes: 3,
  },
  {
    id: 'CASE-005',
    title: 'Frequent payouts from a gambling service',
    clientId: 'CLIENT-0009',
    assignedTo: 'a',
    priority: 'LOW',
    status: 'PENDING_REVIEW',
    riskScore: 34,
    totalAmount: '$15,050',
    transactionCount: 26,
    createdDate: '2026-01-05',
    lastActivity: '2026-01-18',
    dueDate: '2026-02-05',
    description: 'Small payouts from Lucky Lantern (demo), within the client’s declared activity.',
    tags: ['gambling'],
    evidence: 0,
    notes: 1,
  },
];

/** Returns cases that contain the text in the ID, title, client, or a tag, and match all given filters. */
export function filterCases(
  cases: readonly SampleCase[],
  filters: {
    search?: string | undefined;
    status?: string | undefined;
    priority?: string | undefined;
    officer?: string | undefined;
  },
): SampleCase[] {
  const part = (filters.search ?? '').trim().toLowerCase();
  return cases.filter(
    ({ id, title, clientId, tags, ...own }) =>
      (filters.status === undefined || own.status === filters.status) &&
      (filters.priority === undefined || own.priority === filters.priority) &&
      (filters.officer === undefined || own.assignedTo === filters.officer) &&
      [id, title, clientId, ...tags].some((text) => text.toLowerCase().includes(part)),
  );
}

export const caseParts = ['overview', 'transactions', 'evidence', 'timeline', 'actions'] as const;
export type CasePart = (typeof caseParts)[number];
export const casePartNames: Readonly<Record<CasePart, string>> = {
  overview: 'Overview',
  transactions: 'Transactions',
  evidence: 'Evidence',
  timeline: 'Timeline',
  actions: 'Actions',
};

/** A document of a sample case. */
export interface SampleEvidence {
  name: string;
  type: string;
  /** YYYY-MM-DD. */
  day: string;
  officer: OfficerId;
}

const documents = [
  ['Source-of-funds form', 'PDF'],
  ['Bank statement', 'PDF'],
  ['Counterparty invoice', 'PDF'],
  ['Exchange account screenshot', 'PNG'],
  ['Correspondence with the client', 'Text'],
  ['Transaction export', 'CSV'],
] as const;

/** Returns a day of a case: `part` of `parts` between its opening and its last activity. */
function dayWithin({ createdDate, lastActivity }: SampleCase, part: number, parts: number): string {
  const [from, to] = [Date.parse(createdDate), Date.parse(lastActivity)];
  return utcDay(from + ((to - from) * part) / parts);
}

/** Returns the documents of a case, oldest first; derived from the case. */
export function evidenceOf(entry: SampleCase): SampleEvidence[] {
  const first = Number(entry.id.replace(/\D/g, '')) % documents.length;
  return Array.from({ length: entry.evidence }, (_, i) => {
    const [name, type] = documents[(first + i) % documents.length] ?? documents[0];
    return { name, type, day: dayWithin(entry, i + 1, entry.evidence + 1), officer: entry.assignedTo };
  });
}

/** Returns the events of a case, newest first. */
export function timelineOf(entry: SampleCase): { day: string; text: string }[] {
  const { createdDate, lastActivity, status, notes, assignedTo, transactionCount } = entry;
  const events = [
    { day: createdDate, text: `Case opened with ${transactionCount} transactions` },
    { day: createdDate, text: `Assigned to ${officerName(assignedTo)}` },
    ...evidenceOf(entry).map(({ day, name }) => ({ day, text: `${name} added` })),
    ...Array.from({ length: notes }, (_, i) => ({
      day: dayWithin(entry, i + 1, notes + 1),
      text: `Note ${i + 1} added by ${officerName(assignedTo)}`,
    })),
    { day: lastActivity, text: `Status is ${status.toLowerCase().replaceAll('_', ' ')}` },
  ];
  return events
    .map((event, i) => ({ ...event, i }))
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.i - a.i))
    .map(({ day, text }) => ({ day, text }));
}
