import { plainNumbers } from '@hopscope/domain';
import type { ImportProgress } from './import-report.ts';

interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const barWidth = 24;
const secondsBetweenLines = 10;

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const s = Math.ceil(seconds);
  const parts = [Math.floor(s / 3600), Math.floor((s % 3600) / 60), s % 60];
  return parts.map((n) => String(n).padStart(2, '0')).join(':');
}

function line(progress: ImportProgress, seconds: number): string {
  const share = progress.totalBytes === 0 ? 1 : Math.min(1, progress.bytes / progress.totalBytes);
  const filled = Math.round(share * barWidth);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${(share * 100).toFixed(1).padStart(5)}%`;
  const left = duration(share === 0 ? Number.POSITIVE_INFINITY : (seconds / share) * (1 - share));
  const megabytes = (progress.bytes / 1e6 / Math.max(seconds, 0.001)).toFixed(1);
  if (progress.phase === 'scan') return `Reading files ${bar}  ${megabytes} MB/s  ${left} left`;
  if (progress.phase === 'build') return `Building      ${bar}  ${left} left`;
  const rate = plainNumbers.count(Math.round(progress.transactions / Math.max(seconds, 0.001)));
  return `Loading       ${bar}  block ${progress.height}  ${rate} tx/s  ${megabytes} MB/s  ${left} left`;
}

/** Shows progress: on a terminal as one line that is updated, elsewhere as a line every 10 seconds. */
export function createProgress(
  out: Output,
  now: () => number,
): { show(progress: ImportProgress): void; clear(): void } {
  let phase = '';
  let since = now();
  let last = 0;
  let dirty = false;
  return {
    show(progress) {
      if (progress.phase !== phase) {
        phase = progress.phase;
        since = now();
        last = 0;
      }
      const pause = out.isTTY ? 100 : secondsBetweenLines * 1000;
      const ended = progress.bytes >= progress.totalBytes;
      if (now() - last < pause && !(ended && out.isTTY)) return;
      if (!out.isTTY && last === 0) {
        last = now();
        return;
      }
      last = now();
      const text = line(progress, (now() - since) / 1000);
      out.write(out.isTTY ? `\r\u001b[2K${text.slice(0, (out.columns ?? 100) - 1)}` : `${text}\n`);
      dirty = out.isTTY === true;
    },
    clear() {
      if (dirty) out.write('\r\u001b[2K');
      dirty = false;
    },
  };
}
