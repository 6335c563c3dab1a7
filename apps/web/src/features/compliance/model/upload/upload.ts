import { monitoringLimits } from '@hopscope/contract';
import { writeCsv } from './csv.ts';
import type { UploadList, UploadRow } from './upload-list.ts';

/** Rows of one file. */
export const uploadRowLimit = 1_000_000;
/** Characters of one portion: at most three bytes each, below what the server takes. */
const portionLength = Math.floor(monitoringLimits.bulkBytes / 3) - 10_000;

/** A row that was not taken, and why. */
export interface FailedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reason: string;
}

export interface UploadState {
  /** How much of the file has been dealt with, 0 to 1. */
  readonly share: number;
  readonly added: number;
  readonly failed: readonly FailedRow[];
  readonly done: boolean;
  /** The file has more rows than one upload takes; the others were not sent. */
  readonly cut: boolean;
}

type Send = (
  items: readonly unknown[],
  signal: AbortSignal,
) => Promise<{ successful: readonly unknown[]; failed: readonly { row: number; reason: string }[] }>;

export interface Upload {
  state: () => UploadState;
  /** Goes on from where it stands; throws what a call throws, and can be run again then. */
  run: (options: { signal: AbortSignal; onProgress: (state: UploadState) => void }) => Promise<void>;
}

/** Sends a list in portions, one after the other; every row has its own result. */
export function createUpload(list: UploadList, send: Send): Upload {
  const rows = list.rows();
  const failed: FailedRow[] = [];
  let portion: UploadRow[] = [];
  /** Read, and too much for the portion before it. */
  let ahead: UploadRow | undefined;
  let state: UploadState = { share: 0, added: 0, failed, done: false, cut: false };
  let read = 0;
  let ended = false;

  function nextRow(): UploadRow | undefined {
    if (ahead) {
      const row = ahead;
      ahead = undefined;
      return row;
    }
    const { value, done } = rows.next();
    if (done) return undefined;
    read += 1;
    if (read <= uploadRowLimit) return value;
    state = { ...state, cut: true };
    return undefined;
  }

  function fill(): void {
    let length = 0;
    while (portion.length < monitoringLimits.bulk) {
      const row = nextRow();
      if (!row) {
        ended = true;
        return;
      }
      length += row.item === undefined ? 0 : JSON.stringify(row.item).length;
      if (length > portionLength && portion.length > 0) {
        ahead = row;
        return;
      }
      portion.push(row);
    }
  }

  async function sendPortion(signal: AbortSignal): Promise<void> {
    const sent = portion.filter(({ problem }) => problem === undefined);
    const answer =
      sent.length === 0
        ? { successful: [], failed: [] }
        : await send(
            sent.map(({ item }) => item),
            signal,
          );
    const reasons = new Map(answer.failed.map(({ row, reason }) => [sent[row], reason]));
    for (const row of portion) {
      const reason = row.problem ?? reasons.get(row);
      if (reason !== undefined) failed.push({ line: row.line, cells: row.cells, reason });
    }
    const share = portion.at(-1)?.read ?? 1;
    state = { ...state, share, added: state.added + answer.successful.length };
    portion = [];
  }

  return {
    state: () => state,
    async run({ signal, onProgress }) {
      while (!state.done && !signal.aborted) {
        if (portion.length === 0) fill();
        if (portion.length > 0) await sendPortion(signal);
        if (ended && portion.length === 0) state = { ...state, done: true, share: 1 };
        onProgress(state);
      }
    },
  };
}

/** The rows that were not taken as a file that can be mended and sent again. */
export function failedRowsCsv(columns: readonly string[], failed: readonly FailedRow[]): string {
  return writeCsv([
    ['row', ...columns, 'reason'],
    ...failed.map(({ line, cells, reason }) => [
      String(line),
      ...columns.map((_, at) => cells[at] ?? ''),
      reason,
    ]),
  ]);
}
