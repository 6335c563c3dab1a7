import { plainNumbers } from '@hopscope/domain';
import type { ImportReport } from './import-report.ts';

const shownRefusals = 20;

const { counted } = plainNumbers;

const whys: Record<string, string> = {
  garbage: 'no block data',
  torn: 'a block truncated by the end of the file',
  rejected: 'a damaged block',
  oversized: 'a record too long to be a block',
  'no block': 'no block of this network in the file',
};

/** Returns a summary of an import: what was loaded, skipped, and rejected, and why. */
export function describeImport(report: ImportReport, seconds: number): string {
  const rate = plainNumbers.count(Math.round(report.loadedTransactions / Math.max(seconds, 0.001)));
  const lines = [
    `Loaded ${counted(report.loadedBlocks, 'block')} with ${counted(report.loadedTransactions, 'transaction')} (${report.network}) in ${seconds.toFixed(1)} s, ${rate} tx/s`,
  ];
  if (report.preparedBlocks > 0)
    lines.push(
      `Prepared ${counted(report.preparedBlocks, 'block')}; the ledger shows them when all are loaded`,
    );
  if (report.disconnected > 0)
    lines.push(`Disconnected ${counted(report.disconnected, 'block')} for a branch with more work`);
  if (report.alreadyStored > 0)
    lines.push(`Skipped ${counted(report.alreadyStored, 'block')} that the ledger already contains`);
  if (report.duplicates > 0)
    lines.push(`Skipped ${counted(report.duplicates, 'block')} that occur more than once in the files`);
  if (report.storedForks > 0)
    lines.push(`Stored ${counted(report.storedForks, 'block')} of lighter branches`);
  if (report.ignoredForks > 0)
    lines.push(`Ignored ${counted(report.ignoredForks, 'old block')} of lighter branches`);
  for (const part of report.damaged) {
    lines.push(`Skipped ${part.path}, bytes ${part.from} to ${part.to}: ${whys[part.why] ?? part.why}`);
  }
  for (const refusal of report.refused.slice(0, shownRefusals)) {
    const where = refusal.height === undefined ? '' : ` at height ${refusal.height}`;
    const more = refusal.followers > 0 ? ` (and ${counted(refusal.followers, 'block')} after it)` : '';
    lines.push(`Refused ${refusal.what}${where}${more}: ${refusal.reason}`);
  }
  const hidden = report.refused.length - shownRefusals;
  if (hidden > 0) lines.push(`… and ${counted(hidden, 'more refusal')}`);
  if (report.interrupted)
    lines.push('Stopped. Loaded blocks are stored. Run the same command again to continue.');
  return lines.join('\n');
}

/** Size in bytes of the shortest record: magic, length, header, count. A shorter range between two blocks wasn't a block. */
const shortestRecord = 89;

/** Returns the exit code. 0: everything usable is in the ledger. 2: something was rejected or damaged. 130: stopped. */
export function exitCodeOf(report: ImportReport): number {
  if (report.interrupted) return 130;
  const damaged = report.damaged.some(({ from, to, why }) =>
    why === 'garbage' ? to - from >= shortestRecord : why !== 'torn',
  );
  return report.refused.length > 0 || damaged ? 2 : 0;
}
