import { Worker } from 'node:worker_threads';
import type { PreparedSource } from '../../ledger/ethereum/bulk/load-options.ts';
import type { BlockFolder } from './decode-block-files.ts';
import { buffersOf } from '../../ledger/ethereum/bulk/prepare-batch.ts';
import type { Decoded, DecodeRequest, ReleaseRequest } from './decode-thread.ts';

/** Decodes and verifies blocks in threads. */
export interface DecodePool {
  /** Yields blocks in the given order; a few are decoded in advance. The result of a rejected file contains the reason. */
  decode(folders: readonly BlockFolder[]): AsyncGenerator<Decoded>;
  /** Prepares blocks for a bulk load. Ends before the first rejected file. */
  prepare(folders: readonly BlockFolder[]): Pick<PreparedSource, 'next' | 'release'>;
  close(): Promise<void>;
}

/** Number of requests that are processed in advance per thread. */
const aheadPerThread = 4;
const aheadPerPreparingThread = 2;
/** Number of blocks that are prepared together. */
const blocksPerBatch = 16;

export function createDecodePool(options: { chainId: bigint; threads: number }): DecodePool {
  const waiting = new Map<number, { resolve(answer: Decoded): void; reject(error: Error): void }>();
  let failed: Error | undefined;
  const fail = (error: Error): void => {
    failed ??= error;
    for (const { reject } of waiting.values()) reject(failed);
    waiting.clear();
  };
  const workers = Array.from({ length: options.threads }, () => {
    const worker = new Worker(new URL('./decode-thread.ts', import.meta.url), {
      workerData: { chainId: options.chainId },
      // Decoded blocks live shortly: with a small young generation, most of them would be copied.
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
    });
    worker.on('message', (answer: Decoded) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('A thread that decodes blocks has stopped')));
    return worker;
  });
  let nextId = 0;

  function ask(folders: readonly BlockFolder[], prepare: boolean): Promise<Decoded> {
    if (failed) return Promise.reject(failed);
    const id = nextId++;
    const answer = new Promise<Decoded>((resolve, reject) => waiting.set(id, { resolve, reject }));
    // Awaited later: until then a failure must not count as unhandled.
    answer.catch(() => {});
    workers[id % workers.length]?.postMessage({ id, folders, prepare } satisfies DecodeRequest);
    return answer;
  }

  /** Yields answers about parts of the folders, with some asked in advance. */
  async function* ahead(
    folders: readonly BlockFolder[],
    { size, most, prepare }: { size: number; most: number; prepare: boolean },
  ): AsyncGenerator<Decoded> {
    const asked: Promise<Decoded>[] = [];
    for (let next = 0; next < folders.length || asked.length > 0; ) {
      for (; next < folders.length && asked.length < most; next += size)
        asked.push(ask(folders.slice(next, next + size), prepare));
      const answer = await asked.shift();
      if (answer) yield answer;
    }
  }

  return {
    decode: (folders) => ahead(folders, { size: 1, most: aheadPerThread * options.threads, prepare: false }),
    prepare(folders) {
      const answers = ahead(folders, {
        size: blocksPerBatch,
        most: aheadPerPreparingThread * options.threads,
        prepare: true,
      });
      let ended = false;
      let released = 0;
      return {
        async next() {
          if (ended) return undefined;
          const { value } = await answers.next();
          ended = value?.refused !== undefined;
          return value?.batch;
        },
        release({ blockRows, txRows, factRows, lookups, entries }) {
          const memory = { blockRows, txRows, factRows, lookups, entries };
          const worker = workers[released++ % workers.length];
          worker?.postMessage({ memory } satisfies ReleaseRequest, buffersOf(memory));
        },
      };
    },
    async close() {
      for (const worker of workers) await worker.terminate();
    },
  };
}
