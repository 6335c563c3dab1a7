import { Worker } from 'node:worker_threads';
import { type BlockColumns, columnsAt, type Hashing } from '@hopscope/chain';
import type { NetworkName } from '../ledger-row.ts';
import type { BlockRun } from './load-options.ts';
import { type Batch, createPreparer, type PreparedBatch } from './prepare-batch.ts';

/** Blocks in chain order, read and verified; valid until the batch is released. */
export interface Blocks {
  readonly blocks: readonly { readonly height: number; readonly columns: BlockColumns }[];
  /** Rows of `btc_tx_rest`, ready for COPY; undefined if scripts aren't stored. */
  readonly rests: Uint8Array<ArrayBuffer> | undefined;
  /** The next block, if it is rejected. */
  readonly refused: { readonly height: number; readonly why: string } | undefined;
}

/** Reads and verifies blocks in advance. */
export interface PreparedBlocks {
  /** Returns the next blocks; undefined at the end. Throws errors of reading. */
  next(): Promise<Blocks | undefined>;
  /** Releases the memory of a batch, except its rows. */
  release(blocks: Blocks): void;
  /** Releases the memory of rows. */
  releaseRows(rows: Uint8Array<ArrayBuffer>): void;
  close(): Promise<void>;
}

type Prepare = (batch: Batch) => Promise<PreparedBatch>;

/** Creates a thread that prepares batches, one after another. */
function createThread(): { prepare: Prepare; close(): Promise<unknown> } {
  const worker = new Worker(new URL('./prepare-thread.ts', import.meta.url));
  const waiting: { resolve(batch: PreparedBatch): void; reject(error: unknown): void }[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('message', (batch: PreparedBatch) => waiting.shift()?.resolve(batch));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('A thread that reads blocks has stopped')));
  return {
    prepare: (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(batch, [batch.raw, batch.columns, batch.rows]);
      }),
    close: () => worker.terminate(),
  };
}

/**
 * Prepares the blocks of runs from height `from` to below `limit`, `batchBytes` at a time, in threads or, without any, on
 * demand. Ends early if runs aren't consecutive.
 */
export function prepareBlocks(options: {
  runs: readonly BlockRun[];
  from: number;
  limit: number;
  batchBytes: number;
  threads: number;
  network: NetworkName;
  keepScripts: boolean;
  hashing: Hashing;
}): PreparedBlocks {
  const { network, keepScripts, batchBytes } = options;
  const threads = Array.from({ length: options.threads }, createThread);
  const inline = createPreparer(options.hashing);
  const places = placesOf(options.runs, options.from, options.limit);
  const ahead: Promise<{ batch: Batch; prepared: PreparedBatch } | undefined>[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  const spare = { raw: [] as ArrayBuffer[], columns: [] as ArrayBuffer[], rows: [] as ArrayBuffer[] };
  const lent = new Map<Blocks, PreparedBatch>();
  let turn = 0;

  /** Reads the next batch; undefined at the end. */
  async function read(): Promise<Batch | undefined> {
    let raw = new Uint8Array(spare.raw.pop() ?? new ArrayBuffer(batchBytes + (batchBytes >>> 1)));
    let used = 0;
    const blocks: { height: number; at: number; length: number }[] = [];
    while (used < batchBytes) {
      const { value } = places.next();
      if (!value) break;
      const answer = value.run.read(value.place, raw.subarray(used));
      const bytes = answer instanceof Uint8Array ? answer : await answer;
      if (bytes.buffer !== raw.buffer) {
        if (used + bytes.length > raw.length) {
          const more = new Uint8Array(2 * (used + bytes.length));
          more.set(raw.subarray(0, used));
          raw = more;
        }
        raw.set(bytes, used);
      }
      blocks.push({ height: value.run.height + value.place, at: used, length: bytes.length });
      used += bytes.length;
    }
    if (blocks.length === 0) return undefined;
    return {
      network,
      keepScripts,
      raw: raw.buffer,
      blocks,
      columns: spare.columns.pop() ?? new ArrayBuffer(batchBytes),
      rows: spare.rows.pop() ?? new ArrayBuffer(batchBytes),
    };
  }

  /** Starts preparing the next batch after the previous one has been read. */
  function begin(): void {
    const thread = threads[turn++ % threads.length];
    const batch = reading.then(read);
    // A failure is reported when it is awaited.
    reading = batch.catch(() => {});
    const both = batch.then(
      async (own) => own && { batch: own, prepared: thread ? await thread.prepare(own) : inline(own) },
    );
    both.catch(() => {});
    ahead.push(both);
  }

  return {
    async next() {
      while (ahead.length <= threads.length) begin();
      const both = await ahead.shift();
      if (!both) return undefined;
      const { batch, prepared } = both;
      const refused = batch.blocks[prepared.sizes.length];
      const blocks: Blocks = {
        blocks: prepared.sizes.map((sizes, i) => {
          const { height, at, length } = batch.blocks[i] ?? { height: 0, at: 0, length: 0 };
          const bytes = new Uint8Array(prepared.raw, at, length);
          return { height, columns: columnsAt(prepared.columns, sizes.start, sizes, bytes) };
        }),
        rests: prepared.rests,
        refused: refused && { height: refused.height, why: prepared.refusal ?? '' },
      };
      lent.set(blocks, prepared);
      return blocks;
    },
    release(blocks) {
      const prepared = lent.get(blocks);
      lent.delete(blocks);
      if (!prepared) return;
      spare.raw.push(prepared.raw);
      spare.columns.push(prepared.columns);
      if (prepared.rows) spare.rows.push(prepared.rows);
    },
    releaseRows: ({ buffer }) => void spare.rows.push(buffer),
    async close() {
      for (const thread of threads) await thread.close();
    },
  };
}

function* placesOf(
  runs: readonly BlockRun[],
  from: number,
  limit: number,
): Generator<{ run: BlockRun; place: number }, undefined> {
  for (const [number, run] of runs.entries()) {
    const before = runs[number - 1];
    if (before && run.height <= before.height + before.count) return;
    for (let place = Math.max(0, from - run.height); place < run.count; place++) {
      if (run.height + place >= limit) return;
      yield { run, place };
    }
  }
}
