import type { CaseDetails, CaseEvent, CaseEventKind, SarSummary } from '@hopscope/contract';
import { tableColorOf } from '@hopscope/domain';
import { levelOfColor, riskMark } from '../../../shared/risk/risk-colors.ts';
import type { TimeMark } from '../../../ui/chart/time-marks.ts';
import type { TimeTrack } from '../../../ui/chart/TimeTracks.tsx';
import { eventTitle } from './case-labels.ts';

/** Changes that decide where a case goes; all others are work on its contents. */
const decisions: ReadonlySet<CaseEventKind> = new Set([
  'created',
  'status_changed',
  'assigned',
  'decided',
  'reopened',
  'hold_placed',
  'hold_released',
]);

const seconds = (moment: string): number => Date.parse(moment) / 1000;

function colorOf(scores: readonly number[]): string {
  if (scores.length === 0) return riskMark('unknown');
  const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  return riskMark(levelOfColor[tableColorOf(average)]);
}

function eventMark({ number, kind, timestamp, by, items }: CaseEvent): TimeMark {
  const what = items.length === 1 ? `: ${items[0]?.name ?? ''}` : '';
  return {
    key: `event ${number}`,
    at: seconds(timestamp),
    title: `${eventTitle(kind)}${what}, ${by?.name ?? 'automatic'}`,
    color: kind === 'decided' ? 'var(--risk-verylow-mark)' : 'var(--chart-1)',
  };
}

/** A moment of a case with its kind, for the table. */
export interface CaseMoment extends TimeMark {
  track: string;
}

/**
 * Returns what happened in a case and on the chains, on lines: its transactions, decisions, work, deadlines, and reports. Lines
 * without marks are left out. `now` in seconds since 1970.
 */
export function caseTracks({
  found,
  events,
  reports,
  now,
}: {
  found: CaseDetails;
  events: readonly CaseEvent[];
  reports: readonly SarSummary[];
  now: number;
}): TimeTrack[] {
  const deadline = (key: string, at: string, done: boolean, name: string): TimeMark => {
    const time = seconds(at);
    const late = !done && time < now;
    return {
      key,
      at: time,
      title: `${name} due${done ? ', done' : late ? ', overdue' : ''}`,
      color: done ? 'var(--text-3)' : late ? riskMark('high') : riskMark('medium'),
    };
  };
  const tracks: TimeTrack[] = [
    {
      key: 'transactions',
      name: 'Transactions',
      marks: found.transactions.map(({ _id, txId, timestamp, direction, riskScores }) => ({
        key: _id,
        at: seconds(timestamp),
        title: `${direction === 'in' ? 'Received' : 'Sent'}: ${txId.slice(0, 10)}…`,
        color: colorOf(riskScores),
      })),
    },
    {
      key: 'decisions',
      name: 'Decisions',
      marks: events.filter(({ kind }) => decisions.has(kind)).map(eventMark),
    },
    {
      key: 'work',
      name: 'Work',
      marks: events.filter(({ kind }) => !decisions.has(kind)).map(eventMark),
    },
    {
      key: 'deadlines',
      name: 'Deadlines',
      marks: [
        ...(found.dueAt === null ? [] : [deadline('due', found.dueAt, found.status === 'CLOSED', 'Case')]),
        ...found.tasks.flatMap(({ _id, text, dueAt, done }) =>
          dueAt === null ? [] : [deadline(_id, dueAt, done, text)],
        ),
      ],
    },
    {
      key: 'reports',
      name: 'Reports',
      marks: reports.flatMap(({ _id, number, createdAt, submission, withdrawal }) => [
        {
          key: `${_id} begun`,
          at: seconds(createdAt),
          title: `Report ${number} begun`,
          color: 'var(--chart-1)',
        },
        ...(submission
          ? [
              {
                key: `${_id} submitted`,
                at: seconds(submission.at),
                title: `Report ${number} submitted to ${submission.authority}`,
                color: 'var(--risk-verylow-mark)',
              },
            ]
          : []),
        ...(withdrawal
          ? [
              {
                key: `${_id} withdrawn`,
                at: seconds(withdrawal.at),
                title: `Report ${number} withdrawn`,
                color: 'var(--text-3)',
              },
            ]
          : []),
      ]),
    },
  ];
  return tracks.filter(({ marks }) => marks.length > 0);
}

/** Returns the moments of all lines, latest first. */
export function momentsOf(tracks: readonly TimeTrack[]): CaseMoment[] {
  return tracks
    .flatMap(({ name, marks }) => marks.map((mark) => ({ ...mark, track: name })))
    .toSorted((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}
