import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getHealth } from '../packages/contract/src/index.ts';
import { askOnce } from './child.ts';
import type { DemoAnswer, DemoOrder } from './demo-child.ts';
import type { Places } from './places.ts';
import { requestJson } from './request-json.ts';

/** A side of the demo, made in memory by one thread. */
export interface DemoGeneration {
  side: DemoOrder['side'];
  transactions: number;
  rate: number;
  perCpuSecond: number;
  /** Bytes of the heap after a collection, early and at the end. */
  heapEarly: number;
  heapLate: number;
}

/** A start of the server with the demo, from the command to answers; the page was built before. */
export interface DemoStart {
  kind: 'first' | 'again';
  /** Seconds until the server answers. */
  answers: number;
  /** Seconds until both histories are there and blocks come. */
  follows: number;
  /** Most memory of the process; null where the system does not tell. */
  peakBytes: number | null;
}

export interface DemoResult {
  generation: DemoGeneration[];
  starts: DemoStart[];
}

const startScript = fileURLToPath(new URL('../apps/server/src/start.ts', import.meta.url));

async function generate(side: DemoOrder['side'], transactions: number): Promise<DemoGeneration> {
  const made = await askOnce<DemoAnswer>(
    new URL('./demo-child.ts', import.meta.url),
    { side, transactions } satisfies DemoOrder,
    { flags: ['--expose-gc'], seconds: 600 },
  );
  return {
    side,
    transactions: made.transactions,
    rate: Math.round(made.transactions / made.seconds),
    perCpuSecond: Math.round(made.transactions / made.cpuSeconds),
    heapEarly: made.heapEarly,
    heapLate: made.heapLate,
  };
}

function peakOf(pid: number | undefined): number | null {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

async function measureStart(
  kind: DemoStart['kind'],
  dataDir: string,
  settings: Record<string, string>,
): Promise<DemoStart> {
  const startedAt = performance.now();
  const since = (): number => (performance.now() - startedAt) / 1000;
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...settings };
  const child = spawn(process.execPath, [startScript], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      void ended.then(() => reject(new Error('The server ended while it started')));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /^Hopscope is running at (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    const health = async () =>
      getHealth.response.parse(await requestJson(url, { path: `/api/v1${getHealth.path}` }));
    await health();
    const answers = since();
    for (;;) {
      const { bitcoin, ethereum } = await health();
      if (bitcoin.status?.phase === 'failed') throw new Error(bitcoin.status.reason);
      if (bitcoin.status?.phase === 'following' && ethereum.status?.phase === 'following') break;
      await sleep(100);
    }
    return { kind, answers, follows: since(), peakBytes: peakOf(child.pid) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Makes demos in memory, then starts the server with the default demo, for the first time and again. */
export async function measureDemo(places: Places, quick: boolean): Promise<DemoResult> {
  const size = quick ? 2_000 : 200_000;
  const generation = [await generate('bitcoin', size), await generate('ethereum', quick ? 2_000 : 100_000)];
  const dataDir = join(places.folder, 'demo');
  mkdirSync(dataDir);
  const small = { DEMO_DAYS: '20', DEMO_TRANSACTIONS: '500', DEMO_ETHEREUM_TRANSACTIONS: '300' };
  const settings = quick ? small : {};
  const starts = [
    await measureStart('first', dataDir, settings),
    await measureStart('again', dataDir, settings),
  ];
  return { generation, starts };
}
