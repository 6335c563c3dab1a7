import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  betweenRequests,
  createClient,
  demoSession,
  noteFailure,
  registerOperator,
  type Counts,
} from './client.ts';
import { type Figures, growthPerHour, quantile, readMetrics } from './figures.ts';
import { openLiveMemory, processBelow } from './live-memory.ts';
import { pause, placesOf, screen, visit } from './visitors.ts';

/**
 * `npm run soak -- --minutes 240`: runs the demo at 20 times its speed (Ethereum: 5 times) in a server of its own, with 50 people and 20 programs,
 * on loopback. Fails if a request fails, if what the server's JavaScript uses after a garbage collection, between requests, grows by 1 MB an hour or
 * more after the first hour (beyond two standard errors; only said for runs below two hours), if files stay open, or if the
 * audit finds a violation. Resident memory is no measure of that: it depends on when the engine collects garbage.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '240' },
    people: { type: 'string', default: '50' },
    programs: { type: 'string', default: '20' },
  },
});
const minutes = Number(values.minutes);
const people = Number(values.people);
const programs = Number(values.programs);
if (!(minutes > 0 && minutes <= 1440 && people >= 1 && people <= 500 && programs >= 1 && programs <= 100)) {
  throw new RangeError('--minutes from 0 to 1440, --people from 1 to 500, --programs from 1 to 100');
}
const sampleMs = 10_000;
const liveSampleMs = Math.min(1, minutes / 12) * 60_000;
const roles = ['owner', 'admin', 'manager', 'team_member'] as const;
const mostGrowthPerHour = 1;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'hopscope-soak-'));
const environment = {
  ...process.env,
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'warn',
  DEMO_BLOCK_SECONDS: '1',
  // Times of blocks are whole seconds, so Ethereum can only be five times as fast.
  DEMO_ETHEREUM_BLOCK_SECONDS: '1',
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --inspect-port=127.0.0.1:0`,
};

/** Starts the server; returns its URL and the token that makes the operator. */
async function startServer(): Promise<{
  server: ChildProcess;
  url: string;
  setupToken: string;
  log: string[];
}> {
  const server = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  const log: string[] = [];
  const read = (part: Buffer): void => {
    text += part.toString();
    log.push(
      ...part
        .toString()
        .split('\n')
        .filter((line) => line !== ''),
    );
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  for (;;) {
    const [, url] = /running at (\S+)/.exec(text) ?? [];
    const [, setupToken] = /setup=(\S+)/.exec(text) ?? [];
    if (url !== undefined && setupToken !== undefined) return { server, url, setupToken, log };
    if (server.exitCode !== null) throw new Error(`The server ended: ${text}`);
    await pause(200);
  }
}

/** Opens the inspector of the server, which prints its URL. */
async function inspectorOf(npm: number, log: readonly string[]): Promise<string> {
  process.kill(processBelow(npm), 'SIGUSR1');
  for (;;) {
    const [, inspector] = /Debugger listening on (ws:\S+)/.exec(log.join('\n')) ?? [];
    if (inspector !== undefined) return inspector;
    await pause(200);
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await ended;
}

const { server, url, setupToken, log } = await startServer();
let failed = false;
try {
  const counts: Counts = {
    requests: 0,
    durations: [],
    deferred: 0,
    running: 0,
    gate: undefined,
    failures: new Map(),
  };
  const operator = createClient({ url, counts }, await registerOperator(url, setupToken));
  const founded = (await operator.ask('POST', '/organizations', {
    name: 'Soak',
    description: '',
    email: 'soak@example.org',
  })) as { data: { _id: string } };
  const { _id: organizationId } = founded.data;
  const plan = { tierId: 'custom', billingPeriod: 'yearly', reason: 'Soak test' };
  await operator.ask('PUT', `/operator/subscriptions/${organizationId}`, plan);
  const keys: string[] = [];
  for (let n = 0; n < programs; n += 1) {
    const body = { name: `Program ${n}`, scopes: ['read', 'screen'] };
    const made = (await operator.ask('POST', `/organizations/${organizationId}/api-keys`, body)) as {
      secret: string;
    };
    keys.push(made.secret);
  }
  const places = await placesOf(operator);
  say(`${url}: the demo is complete; ${people} people, ${programs} programs, ${minutes} minutes`);

  const ending = new AbortController();
  const { signal } = ending;
  const clients: Promise<void>[] = [];
  const start = (name: string, client: Promise<void>): void =>
    void clients.push(client.catch((error: unknown) => noteFailure(counts, `${name}: ${String(error)}`)));
  for (let n = 0; n < people; n += 1) {
    const session = await demoSession(url, roles[n % roles.length] ?? 'owner');
    start(`person ${n}`, visit(createClient({ url, counts }, session), { places, signal }));
  }
  for (const [n, key] of keys.entries()) {
    start(`program ${n}`, screen(createClient({ url, counts, organizationId }, key), { places, signal }));
  }

  const live = await openLiveMemory(await inspectorOf(server.pid ?? 0, log));
  const liveSamples: { hours: number; memory: number }[] = [];
  const begun = performance.now();
  const samples: Figures[] = [];
  while (performance.now() - begun < minutes * 60_000) {
    await pause(Math.min(sampleMs, minutes * 60_000 - (performance.now() - begun)));
    const metrics = await readMetrics(url).catch((error: unknown) => {
      noteFailure(counts, `GET /metrics: ${String(error)}`);
      return undefined;
    });
    if (!metrics) continue;
    if (performance.now() - begun >= (liveSamples.length + 1) * liveSampleMs) {
      const hours = (performance.now() - begun) / 3_600_000;
      liveSamples.push({ hours, memory: await betweenRequests(counts, live.read) });
      say(
        `${(hours * 60).toFixed(0)} min: ${liveSamples.at(-1)?.memory.toFixed(1)} MB in use after a collection`,
      );
    }
    const durations = counts.durations.splice(0);
    const sample: Figures = {
      hours: (performance.now() - begun) / 3_600_000,
      ...metrics,
      requests: counts.requests,
      p50: quantile(durations, 0.5),
      p99: quantile(durations, 0.99),
    };
    samples.push(sample);
    if (samples.length % 6 === 0) {
      const { hours, memory, heap, external, files, heights, requests, p50, p99 } = sample;
      say(
        `${(hours * 60).toFixed(0)} min: ${memory.toFixed(0)} MB (heap ${heap.toFixed(0)}, buffers ${external.toFixed(0)}), ${files} files, blocks ${heights.join(' and ')}, ` +
          `${requests} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${counts.failures.size} kinds of failures`,
      );
    }
  }
  live.close();
  ending.abort();
  await Promise.all(clients);

  const isSettled = ({ hours }: { hours: number }): boolean => hours >= Math.min(1, minutes / 180);
  const growth = growthPerHour(liveSamples.filter(isSettled));
  const residentGrowth = growthPerHour(samples.filter(isSettled)).slope;
  const isLong = minutes >= 120;
  const files = samples.map((sample) => sample.files);
  const third = Math.max(1, Math.floor(files.length / 3));
  const [first, last] = [Math.max(...files.slice(0, third)), Math.max(...files.slice(-third))];
  const problems = [
    ...[...counts.failures].map(([what, times]) => `${times} times ${what}`),
    ...log.filter((line) => /"level":(?:50|60)/.test(line)),
    ...(isLong && growth.slope - 2 * growth.error >= mostGrowthPerHour
      ? [`memory grows by ${growth.slope.toFixed(2)} MB an hour`]
      : []),
    ...(last > first + people ? [`open files grew from ${first} to ${last}`] : []),
  ];
  say(
    `${counts.requests} requests, ${counts.deferred} of them repeated after 429; memory in use ${growth.slope.toFixed(2)} ± ${(2 * growth.error).toFixed(2)} MB an hour (two standard errors)${isLong ? '' : ' (too short to judge)'}, resident ${residentGrowth.toFixed(2)}; ` +
      `open files ${first}, later ${last}`,
  );
  for (const problem of problems) say(`FAILED: ${problem}`);
  failed = problems.length > 0;
} finally {
  await stopServer(server);
}

const audit = spawn('npm', ['run', '--silent', 'audit'], { cwd: root, env: environment, stdio: 'inherit' });
const [code] = (await once(audit, 'exit')) as [number | null];
rmSync(folder, { recursive: true, force: true });
if (code !== 0) say('FAILED: the audit');
process.exit(failed || code !== 0 ? 1 : 0);
