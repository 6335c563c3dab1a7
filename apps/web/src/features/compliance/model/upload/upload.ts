import { monitoringLimits } from '@hopscope/contract';
import { writeCsv } from './csv.ts';
import type { UploadList, UploadRow } from './upload-list.ts';

/** Maximum number of rows of one file. */
export const uploadRowLimit = 1_000_000;
/** Characters per batch: at most three bytes each, below the limit of the server. */
const portionLength = Math.floor(monitoringLimits.bulkBytes / 3) - 10_000;

/** A refused row with the reason. */
export interface FailedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reason: string;
}

export interface UploadState {
  /** Processed fraction of the file, 0 to 1. */
  readonly share: number;
  readonly added: number;
  readonly failed: readonly FailedRow[];
  readonly done: boolean;
  /** The file exceeds the limit of rows; the remaining ones were not sent. */
  readonly cut: boolean;
}

type Send = (
  items: readonly unknown[],
  signal: AbortSignal,
) => Promise<{ successful: readonly unknown[]; failed: readonly { row: number; reason: string }[] }>;

export interface Upload {
  state: () => UploadState;
  /** Continues from the current position; throws errors of calls, and can then be called again. */
  run: (options: { signal: AbortSignal; onProgress: (state: UploadState) => void }) => Promise<void>;
}

/** Uploads a list in batches, one after another; every row has its own result. */
export function createUpload(list: UploadList, send: Send): Upload {
  const rows = list.rows();
  const failed: FailedRow[] = [];
  let portion: UploadRow[] = [];
  /** A row that was read but didn't fit into the previous batch. */
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

/** Returns the refused rows as a file to correct and upload again. */
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
