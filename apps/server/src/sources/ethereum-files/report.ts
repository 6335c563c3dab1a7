import { plainNumbers } from '@hopscope/domain';
import type { EthereumImportReport } from './import-folder.ts';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface EthereumProgress {
  readonly height: number;
  readonly blocks: number;
  readonly total: number;
  readonly transactions: number;
}

/** Shows progress: on a terminal as one line that is updated, elsewhere as a line every 10 seconds. */
export function createEthereumProgress(
  out: Output,
  now: () => number,
): { show(progress: EthereumProgress): void; clear(): void } {
  const started = now();
  let shown = started;
  return {
    show({ height, blocks, total, transactions }) {
      const at = now();
      if (at - shown < (out.isTTY ? 200 : 10_000)) return;
      shown = at;
      const rate = plainNumbers.count(Math.round((1000 * transactions) / Math.max(1, at - started)));
      const line = `Loading ${blocks} of ${total} blocks, at block ${height}, ${rate} tx/s`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear() {
      if (out.isTTY) out.write('\r\u001b[K');
    },
  };
}

/** Returns the final summary and the exit code: 0 all loaded, 2 something was rejected, 130 stopped. */
export function describeEthereumImport(
  report: EthereumImportReport,
  seconds: number,
): { text: string; exitCode: number } {
  const { added, transactions, known, refused } = report;
  const rate = plainNumbers.count(Math.round(transactions / Math.max(seconds, 0.001)));
  const lines = [
    `${added} blocks with ${transactions} transactions loaded in ${seconds.toFixed(1)} s (${rate} tx/s)`,
    ...(known > 0 ? [`${known} were already loaded`] : []),
    ...(refused
      ? [`Refused: ${refused.message}`, 'Blocks before it are loaded, blocks after it are not']
      : []),
    ...(report.stopped ? ['Stopped. Run the same command again to continue'] : []),
  ];
  return { text: `${lines.join('\n')}\n`, exitCode: refused ? 2 : report.stopped ? 130 : 0 };
}
