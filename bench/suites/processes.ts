import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { type Child, startChild } from '../children/child.ts';
import type { ClientAnswer, ClientOrder } from '../children/client-child.ts';
import { pathOf } from '../lib/api-paths.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { importInto } from '../lib/import-into.ts';
import { writeLongHistory } from '../lib/long-history.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { signUp } from '../lib/sign-up.ts';

export interface ProcessesResult {
  transactions: number;
  /** Pages of an address per second, with one and with two processes that answer, round by round. */
  pages: { one: number; two: number }[];
  /** How much more two processes count than one, which is what two cores give at most. */
  countingRatio: number;
  /** Milliseconds until another process has the work: after `kill -9`, and after SIGSTOP. */
  killedMs: number[];
  pausedMs: number[];
}

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

const main = fileURLToPath(new URL('../../apps/server/src/commands/start.ts', import.meta.url));
const works = 'this process takes blocks and runs jobs';
/** Priority of the clients, so that servers and database have the cores. */
const lowPriority = 10;

/** Starts a server process on the database of `place`. */
async function startProcess(place: BenchLedger, folder: string, mode: string): Promise<Served> {
  const child = spawn(process.execPath, [...scriptFlags('start'), main], {
    env: {
      PATH: process.env['PATH'],
      MODE: mode,
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: await mkdtemp(join(folder, 'process-')),
      TOKEN_SECRET: 'the same secret for all processes',
      PORT: '0',
      LOG_LEVEL: 'info',
      REGISTRATION: 'open',
      BITCOIN_SOURCE: 'off',
      ETHEREUM_SOURCE: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => void (text += part.toString()));
  for (;;) {
    const url = /is running at (\S+)/.exec(text)?.[1];
    if (url !== undefined) return { child, url, output: () => text };
    if (child.exitCode !== null) throw new Error(`The process ended: ${text}`);
    await pause(10);
  }
}

async function end({ child }: Served, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await ended;
}

const counting = 'let n = 0; const end = Date.now() + 2000; while (Date.now() < end) n++; console.log(n)';

async function count(processes: number): Promise<number> {
  const run = promisify(execFile);
  const counts = await Promise.all(
    Array.from({ length: processes }, () => run(process.execPath, ['-e', counting])),
  );
  return counts.reduce((sum, { stdout }) => sum + Number(stdout), 0);
}

/** Requests pages from the processes at the same time, and returns how many are answered in a second. */
async function pagesPerSecond(
  targets: readonly string[],
  order: Pick<ClientOrder, 'token'> & { path: string; requests: number; clients: number },
): Promise<number> {
  const children = targets.map(
    (): Child<ClientOrder, ClientAnswer> =>
      startChild(new URL('../children/client-child.ts', import.meta.url)),
  );
  const share = order.requests / targets.length;
  try {
    const answers = await Promise.all(
      children.map((child, i) => {
        setPriority(child.pid, lowPriority);
        return child.ask(
          {
            url: targets[i] ?? '',
            token: order.token,
            requests: Array.from({ length: share }, () => ({ name: 'page', path: order.path })),
            clients: order.clients / targets.length,
            pauseMs: 0,
            accepted: [],
          },
          300,
        );
      }),
    );
    return order.requests / Math.max(...answers.map(({ seconds }) => seconds));
  } finally {
    for (const child of children) await child.end();
  }
}

async function measurePages(place: BenchLedger, folder: string, address: string, quick: boolean) {
  const running = [
    await startProcess(place, folder, 'worker'),
    await startProcess(place, folder, 'api'),
    await startProcess(place, folder, 'api'),
  ];
  const [, one, two] = running.map(({ url }) => url);
  if (one === undefined || two === undefined) throw new Error('Three processes are needed');
  try {
    const token = await signUp(one, 'bench@example.org');
    const path = pathOf(listAddressTransactions, { addr: address }, { page: 1, limit: explorerPageSize });
    const order = { token, path, requests: quick ? 200 : 6000, clients: 16 };
    const pages: ProcessesResult['pages'] = [];
    // The first round warms up what the others measure.
    for (let round = 0; round < (quick ? 2 : 6); round++) {
      const figure = {
        one: await pagesPerSecond([one], order),
        two: await pagesPerSecond([one, two], order),
      };
      if (round > 0) pages.push(figure);
    }
    return pages;
  } finally {
    for (const each of running) await end(each);
  }
}

/** Loses the process that has the work again and again, and measures until another one has it. */
async function measureTakeovers(
  place: BenchLedger,
  folder: string,
  signal: 'SIGKILL' | 'SIGSTOP',
  rounds: number,
): Promise<number[]> {
  let holder = await startProcess(place, folder, 'worker');
  let standby = await startProcess(place, folder, 'worker');
  const took: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      // At any moment between two renewals.
      await pause(1000 * Math.random());
      holder.child.kill(signal);
      const begun = performance.now();
      while (!standby.output().includes(works)) await pause(5);
      took.push(performance.now() - begun);
      await end(holder, 'SIGKILL');
      holder = standby;
      standby = await startProcess(place, folder, 'worker');
    }
    return took;
  } finally {
    for (const each of [holder, standby]) await end(each);
  }
}

/** Several server processes on one database. */
export async function measureProcesses(places: FreeSlots, quick: boolean): Promise<ProcessesResult> {
  const transactions = quick ? 5_000 : 300_000;
  const file = join(places.folder, 'processes-payments.dat');
  const { address } = await writeLongHistory(file, transactions);
  const [oneCount, twoCount] = [await count(1), await count(2)];
  return withFresh(places, async (place) => {
    await importInto(place, [file], { bulk: true });
    return {
      transactions,
      pages: await measurePages(place, places.folder, address, quick),
      countingRatio: twoCount / oneCount,
      killedMs: await measureTakeovers(place, places.folder, 'SIGKILL', quick ? 1 : 20),
      pausedMs: await measureTakeovers(place, places.folder, 'SIGSTOP', quick ? 1 : 5),
    };
  });
}
