import { plural } from '@hopscope/domain';
import type { Formats } from '@hopscope/domain';
import type { BackupReport, SourceReport } from '@hopscope/contract';

export interface StateText {
  word: string;
  tone: 'green' | 'orange' | 'red' | 'gray';
}

const names: Readonly<Record<string, string>> = {
  off: 'No source',
  demo: 'Demo network',
  rpc: 'Ethereum node (JSON-RPC)',
  core: 'Bitcoin node',
  esplora: 'Esplora',
  etherscan: 'Etherscan-compatible service',
};

/** Returns the display name of a source. */
export function sourceName(source: string): string {
  return names[source] ?? source;
}

/** Describes the state of a source in a word or two. */
export function stateText({ status, source }: Pick<SourceReport, 'status' | 'source'>): StateText {
  switch (status?.phase) {
    case 'starting':
      return { word: 'Starting', tone: 'gray' };
    case 'loading':
      return { word: 'Loading', tone: 'gray' };
    case 'following':
      return { word: 'Connected', tone: 'green' };
    case 'behind':
      return { word: 'Node is behind', tone: 'orange' };
    case 'retrying':
      return { word: 'Not connected', tone: 'orange' };
    case 'failed':
      return { word: 'Stopped', tone: 'red' };
    case undefined:
      return { word: source === 'off' ? 'Off' : 'Not running', tone: 'gray' };
  }
}

/** Describes the distance between source and ledger; undefined if a height is unknown. */
export function distanceText(
  { behind, nodeBehind }: Pick<SourceReport, 'behind' | 'nodeBehind'>,
  { count }: Pick<Formats, 'count'>,
): string | undefined {
  if (behind === null || nodeBehind === null) return undefined;
  const blocks = (n: number): string => `${count(n)} ${plural(n, 'block')}`;
  if (nodeBehind === 0) return behind === 0 ? 'none' : `Ledger ${blocks(behind)} behind the source`;
  return `Source ${blocks(nodeBehind)} behind the ledger. It may be stuck, restored from a backup, or still loading.`;
}

/** Formats a duration: `40 s`, `12 min`, `3 h 20 min`, `5 d`. */
export function spanText(seconds: number, { count }: Pick<Formats, 'count'>): string {
  if (seconds < 90) return `${count(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${count(Math.floor(hours / 24))} d`;
}

/** Formats a rate in blocks per second, with one decimal if small. */
export function rateText(rate: number, { count }: Pick<Formats, 'count'>): string {
  return rate >= 10 ? `${count(Math.round(rate))} blocks/s` : `${rate.toFixed(1)} blocks/s`;
}

const backupTexts: Readonly<Record<BackupReport['status'], StateText>> = {
  off: { word: 'Off', tone: 'gray' },
  waiting: { word: 'Waiting', tone: 'gray' },
  running: { word: 'Running', tone: 'gray' },
  done: { word: 'Complete', tone: 'green' },
  failed: { word: 'Failed', tone: 'red' },
  late: { word: 'Overdue', tone: 'orange' },
};

/** Describes the state of the backups in a word. */
export function backupText(status: BackupReport['status']): StateText {
  return backupTexts[status];
}
