import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Reply } from './child-side.ts';

export interface ChildOptions {
  /** Flags for node. */
  flags?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** A process of the bench that executes orders one by one. */
export interface Child<Order extends object, Answer> {
  /** Throws the child's error, or an error if it exited or took longer than `seconds`; the child is killed then. */
  ask(order: Order, seconds: number): Promise<Answer>;
  readonly pid: number;
  end(): Promise<void>;
}

async function replyWithin<Answer>(child: ChildProcess, seconds: number): Promise<Reply<Answer>> {
  const late = AbortSignal.timeout(seconds * 1000);
  const settled = new AbortController();
  const signal = AbortSignal.any([late, settled.signal]);
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]): Reply<Answer> => message),
      once(child, 'exit', { signal }).then(
        ([code]): Reply<Answer> => ({
          ok: false,
          message: `A process of the bench ended with ${code}`,
        }),
      ),
    ]);
  } catch (error) {
    if (late.aborted) return { ok: false, message: `A process of the bench took longer than ${seconds} s` };
    throw error;
  } finally {
    settled.abort();
  }
}

/** Starts one of the `*-child.ts` programs, which declares the types. */
export function startChild<Order extends object, Answer>(
  program: URL,
  { flags = [], env = {} }: ChildOptions = {},
): Child<Order, Answer> {
  const child = fork(program, [], {
    execArgv: [...flags],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  exit.catch(() => {});
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    async ask(order, seconds) {
      const reply = replyWithin<Answer>(child, seconds);
      child.send(order);
      const answer = await reply;
      if (!answer.ok) {
        kill();
        throw new Error(answer.message);
      }
      return answer.value;
    },
    async end() {
      if (child.connected) child.disconnect();
      const killer = setTimeout(kill, 20_000);
      await exit;
      clearTimeout(killer);
      process.off('exit', kill);
    },
  };
}

/** Executes one order in a new process. */
export async function askOnce<Answer>(
  program: URL,
  order: object,
  options: ChildOptions & { seconds: number },
): Promise<Answer> {
  const child = startChild<object, Answer>(program, options);
  try {
    return await child.ask(order, options.seconds);
  } finally {
    await child.end();
  }
}
