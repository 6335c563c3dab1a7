import { Worker } from 'node:worker_threads';
import type { Endpoint } from '@hopscope/contract';
import { AppError } from '../lib/app-error.ts';
import { issueSentence } from '../lib/issue-texts.ts';
import { type BodyReply, type BodyRequest, type BodyResult, readBody } from './read-body.ts';

/** Size in bytes below which bodies are parsed directly: passing them to a thread would take longer. */
const smallBytes = 64 * 1024;
/** Many times the memory that the largest body of any call needs. */
const heapMegabytes = 1024;
/** A thread that is idle for this long ends and frees its memory. */
const idleMs = 30_000;

/** Parses bodies that are too large for the main thread in a separate thread, one after another. */
export function createLargeBodies() {
  const waiting = new Map<number, { resolve(result: BodyResult): void; reject(error: Error): void }>();
  let worker: Worker | undefined;
  let jobs = 0;

  function fail(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function thread(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL('./body-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    made.unref();
    made.on('message', ({ job, result }: BodyReply) => {
      waiting.get(job)?.resolve(result);
      waiting.delete(job);
      idle.refresh();
    });
    const idle = setTimeout(() => {
      if (waiting.size > 0 || worker !== made) return;
      worker = undefined;
      void made.terminate();
    }, idleMs).unref();
    made.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    made.on('exit', () => {
      clearTimeout(idle);
      if (worker === made) fail(new Error('The thread that reads large bodies has stopped'));
    });
    worker = made;
    return made;
  }

  return {
    /** Parses a body as its call declares it. Throws 400 with the first issue, 413 for too many values. */
    async read(declaration: Endpoint, bytes: Buffer): Promise<unknown> {
      const result =
        bytes.length < smallBytes
          ? readBody(declaration, bytes)
          : await new Promise<BodyResult>((resolve, reject) => {
              const job = jobs++;
              waiting.set(job, { resolve, reject });
              thread().postMessage({ job, call: declaration.id, bytes } satisfies BodyRequest, []);
            });
      if ('value' in result) return result.value;
      const { status, field, message } = result.problem;
      throw new AppError(
        status === 413 ? 'payload_too_large' : 'validation_failed',
        issueSentence({ field, message }),
        field === '' ? {} : { fields: [{ field, message }] },
      );
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}
