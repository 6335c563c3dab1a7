import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DemoOptions } from '@hopscope/demo';
import type { MakerReply, MakerRequest, Step } from './maker-thread.ts';

type Unsent<R> = R extends { id: number } ? Omit<R, 'id'> : never;

/** The demo's simulation in a thread. */
export interface BlockMaker {
  /** Makes blocks in this order; returns those that are wanted. */
  make(steps: readonly Step[]): Promise<MakerReply>;
  /** Simulates up to a time without a block, and returns unconfirmed transactions; requires live blocks. */
  advance(time: number): Promise<MakerReply>;
  close(): Promise<void>;
}

/** Starts the thread. Its calls are processed in order; all fail once it has ended. */
export function openBlockMaker(options: Omit<DemoOptions, 'hashing'>): BlockMaker {
  const worker = new Worker(new URL('./maker-thread.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: 4096 },
  });
  const unconfirmed = new Map<number, { resolve(reply: MakerReply): void; reject(error: Error): void }>();
  let ended: Error | undefined;
  let nextId = 1;

  const fail = (error: Error): void => {
    ended ??= error;
    for (const call of unconfirmed.values()) call.reject(error);
    unconfirmed.clear();
  };
  worker.on('message', (reply: MakerReply) => {
    unconfirmed.get(reply.id)?.resolve(reply);
    unconfirmed.delete(reply.id);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('The demo has been stopped')));
  worker.unref();

  async function ask(request: Unsent<MakerRequest>): Promise<MakerReply> {
    if (ended) throw ended;
    const id = nextId++;
    const reply = new Promise<MakerReply>((resolve, reject) => unconfirmed.set(id, { resolve, reject }));
    worker.postMessage({ ...request, id } satisfies MakerRequest, []);
    return reply;
  }

  return {
    make: (steps) => ask({ steps }),
    advance: (time) => ask({ advance: time }),
    async close() {
      if (ended) return;
      const exited = once(worker, 'exit');
      await worker.terminate();
      await exited.catch(() => {});
    },
  };
}
