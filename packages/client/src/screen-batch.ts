import {
  type MediaType,
  type ScreeningBatch,
  type ScreeningBatchResult,
  screeningBatchResult,
} from '@hopscope/contract';
import type { HopscopeClient } from './client.ts';
import { HopscopeError } from './client-error.ts';

/** Interruptions in a row, without a line in between, after which reading ends. */
const mostInterruptions = 5;

/** How a file is screened. */
export interface BatchOptions {
  name?: string;
  direction?: 'in' | 'out';
  fileType?: MediaType;
  /** A repeated file with the same key goes on with the batch of the first one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  onCreated?: (batch: ScreeningBatch) => void;
}

/**
 * Screens a file of addresses (JSON Lines or CSV) and yields its lines in order as they are decided. After an interruption,
 * reading continues with the next line. Throws `HopscopeError`; a wrong line refuses the whole file.
 */
export async function* screenBatch(
  client: Pick<HopscopeClient, 'createScreeningBatch' | 'getScreeningBatch' | 'lines'>,
  file: Blob | string,
  { name, direction, signal, onCreated, fileType, idempotencyKey }: BatchOptions = {},
): AsyncGenerator<ScreeningBatchResult> {
  const stopped = signal === undefined ? {} : { signal };
  const { data: batch } = await client.createScreeningBatch(
    { query: { ...(name !== undefined && { name }), ...(direction && { direction }) } },
    {
      ...stopped,
      file,
      ...(fileType !== undefined && { fileType }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
  );
  onCreated?.(batch);
  const params = { id: batch._id };
  let [after, interruptions] = [0, 0];
  for (;;) {
    try {
      for await (const line of client.lines('readScreeningBatch', { params, query: { after } }, stopped)) {
        const result = screeningBatchResult.parse(line);
        after = result.line;
        interruptions = 0;
        yield result;
      }
      const { data } = await client.getScreeningBatch({ params }, stopped);
      if (data.state === 'finished') return;
    } catch (error) {
      signal?.throwIfAborted();
      const isRefused = error instanceof HopscopeError && error.status !== null;
      interruptions += 1;
      if (isRefused || interruptions > mostInterruptions) throw error;
    }
  }
}
