import type { BackupResult } from '../suites/backup.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';
import { integer, megabytes, type Section } from './table.ts';

const rateOf = (bytes: number, seconds: number): number => bytes / 1e6 / seconds;

export function backupSection(result: BackupResult): Section {
  const { transactions, rawBytes, archiveBytes, backupSeconds, restoreSeconds, pages } = result;
  // Runs before this figure was measured lack it.
  const afterKill = (result.afterKillMs ?? []).map((ms) => `${(ms / 1000).toFixed(1)} s`);
  const row = (what: string, seconds: number): string[] => [
    what,
    seconds.toFixed(1),
    integer(Math.round(rateOf(rawBytes, seconds))),
  ];
  return {
    title: 'Backup and restore',
    columns: ['', 'seconds', 'MB/s'],
    rows: [
      row('backup while pages are requested', backupSeconds),
      row('restore, with indexes', restoreSeconds),
    ],
    notes: [
      `${integer(transactions)} transactions, ${megabytes(rawBytes)} of rows, archive of ${megabytes(archiveBytes)}`,
      `Pages, p99: ${pages.without.p99.toFixed(1)} ms without, ${pages.during.p99.toFixed(1)} ms during the backup`,
      ...(afterKill.length > 0
        ? [`Healthy again after a kill of all processes: ${afterKill.join(', ')}`]
        : []),
    ],
  };
}

export function backupGoals({ backup }: Results): Goal[] {
  if (!backup) return [];
  const { rawBytes, backupSeconds, restoreSeconds, pages, afterKillMs } = backup;
  const atLeast = (name: string, seconds: number, least: number): Goal => ({
    name,
    goal: `≥ ${least} MB/s`,
    figure: `${rateOf(rawBytes, seconds).toFixed(0)} MB/s`,
    reached: rateOf(rawBytes, seconds) >= least,
  });
  const ratio = pages.during.p99 / pages.without.p99;
  return [
    atLeast('Backup', backupSeconds, 100),
    atLeast('Restore', restoreSeconds, 60),
    {
      name: 'Pages during a backup, p99',
      goal: '≤ 1.5 × without',
      figure: `${ratio.toFixed(2)} ×`,
      reached: ratio <= 1.5,
    },
    ...(afterKillMs && afterKillMs.length > 0
      ? [
          {
            name: 'Healthy after a kill, the longest',
            goal: '≤ 5 s',
            figure: `${(Math.max(...afterKillMs) / 1000).toFixed(1)} s`,
            reached: Math.max(...afterKillMs) <= 5000,
          },
        ]
      : []),
  ];
}
