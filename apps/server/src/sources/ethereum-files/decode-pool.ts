import { Worker } from 'node:worker_threads';
import type { BlockFolder } from './decode-block-files.ts';
import type { Decoded, DecodeRequest } from './decode-thread.ts';

/** Decodes and verifies blocks in threads. */
export interface DecodePool {
  /** Yields blocks in the given order; a few are decoded in advance. The result of a rejected file contains the reason. */
  decode(folders: readonly BlockFolder[]): AsyncGenerator<Decoded>;
  close(): Promise<void>;
}

/** Number of blocks that are decoded in advance per thread. */
const aheadPerThread = 4;

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
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
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

  function ask(folder: BlockFolder): Promise<Decoded> {
    if (failed) return Promise.reject(failed);
    const id = nextId++;
    const answer = new Promise<Decoded>((resolve, reject) => waiting.set(id, { resolve, reject }));
    // Awaited later: until then a failure must not count as unhandled.
    answer.catch(() => {});
    workers[id % workers.length]?.postMessage({ id, folder } satisfies DecodeRequest);
    return answer;
  }

  return {
    async *decode(folders) {
      const asked: Promise<Decoded>[] = [];
      let next = 0;
      for (let i = 0; i < folders.length; i++) {
        for (; next < folders.length && next < i + aheadPerThread * options.threads; next++) {
          const folder = folders[next];
          if (folder) asked.push(ask(folder));
        }
        const answer = await asked.shift();
        if (answer) yield answer;
      }
    },
    async close() {
      for (const worker of workers) await worker.terminate();
    },
  };
}
