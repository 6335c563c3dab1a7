import type { CaseDetails, CaseEvent, SarSummary } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { caseTracks, momentsOf } from './case-tracks.ts';

const now = Date.parse('2026-06-20T00:00Z') / 1000;

const found = {
  dueAt: '2026-06-19T00:00:00.000Z',
  status: 'INVESTIGATION',
  transactions: [
    {
      _id: 'a',
      txId: 'f'.repeat(64),
      timestamp: '2026-03-01T00:00:00.000Z',
      direction: 'in',
      riskScores: [],
    },
    {
      _id: 'b',
      txId: 'e'.repeat(64),
      timestamp: '2026-03-02T00:00:00.000Z',
      direction: 'out',
      riskScores: [90, 80],
    },
  ],
  tasks: [
    { _id: 't', text: 'Ask the client', dueAt: '2026-06-25T00:00:00.000Z', done: false },
    { _id: 'u', text: 'Look at the source', dueAt: null, done: false },
  ],
} as unknown as CaseDetails;

function event(number: number, kind: CaseEvent['kind'], timestamp: string): CaseEvent {
  return { number, kind, timestamp, by: null, changes: [], items: [], note: null };
}

const report = {
  _id: 'r',
  number: 3,
  createdAt: '2026-06-18T00:00:00.000Z',
  submission: { authority: 'FIU', at: '2026-06-19T12:00:00.000Z' },
  withdrawal: null,
} as unknown as SarSummary;

it('has each thing of a case once, on its line, and leaves out lines without any', () => {
  const events = [
    event(2, 'note_added', '2026-06-16T00:00:00.000Z'),
    event(1, 'created', '2026-06-15T00:00:00.000Z'),
  ];
  const tracks = caseTracks({ found, events, reports: [report], now });
  expect(tracks.map(({ key, marks }) => [key, marks.length])).toEqual([
    ['transactions', 2],
    ['decisions', 1],
    ['work', 1],
    ['deadlines', 2],
    ['reports', 2],
  ]);
  expect(momentsOf(tracks).map(({ track, title }) => `${track}: ${title}`)).toEqual([
    'Deadlines: Ask the client due',
    'Reports: Report 3 submitted to FIU',
    'Deadlines: Case due, overdue',
    'Reports: Report 3 begun',
    'Work: Note added, automatic',
    'Decisions: Case opened, automatic',
    'Transactions: Sent: eeeeeeeeee…',
    'Transactions: Received: ffffffffff…',
  ]);
  expect(caseTracks({ found, events: [], reports: [], now }).map(({ key }) => key)).toEqual([
    'transactions',
    'deadlines',
  ]);
});

it('colors transactions by their score, and those without one as unknown', () => {
  const [transactions] = caseTracks({ found, events: [], reports: [], now });
  expect(transactions?.marks.map(({ color }) => color)).toEqual([
    'var(--risk-unknown-mark)',
    'var(--risk-high-mark)',
  ]);
});
