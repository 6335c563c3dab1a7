import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBuiltIn } from '../../apps/server/src/db/built-in/built-in-server.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { databaseFolder } from '../../test/run-folder.ts';
import type { FreeSlots } from '../lib/free-slots.ts';
import { npmStart, treeOf } from '../lib/npm-start.ts';

/** Resources of an idle process. */
export interface ProcessAtRest {
  name: string;
  /** Proportional set size: shared pages count in part. */
  bytes: number;
  /** Share of one core. */
  cpuShare: number;
}

export interface StartResult {
  /** Milliseconds from `npm start` to a healthy server, individual starts. */
  unbuiltMs: number[];
  emptyMs: number[];
  againMs: number[];
  /** Milliseconds from `npm start` until the demo's whole history is loaded and live blocks arrive. */
  totalMs: number;
  /** Milliseconds to create a database from the template of a test run. */
  testDatabaseMs: number[];
  rest: {
    blocks: number;
    settleSeconds: number;
    seconds: number;
    bytes: number;
    cpuShare: number;
    processes: ProcessAtRest[];
  };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Clock ticks per second in /proc; 100 on every Linux that Node runs on. */
const ticks = 100;

/** Copies the project as it is after `npm ci`: nothing is built or compiled. */
function copyProject(target: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
  for (const modules of globSync(['node_modules', '{apps,packages}/*/node_modules'], { cwd: root })) {
    const [from, to] = [join(root, modules), join(target, modules)];
    try {
      execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
    } catch {
      rmSync(to, { recursive: true, force: true });
      execFileSync('cp', ['-a', from, to]);
    }
  }
  rmSync(join(target, 'node_modules/.cache'), { recursive: true, force: true });
}

/** Returns name, proportional set size, and CPU seconds so far. */
function lookAt(pid: number): { name: string; bytes: number; cpuSeconds: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kibibytes = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { name, bytes: kibibytes * 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticks };
  } catch {
    return undefined;
  }
}

/** Measures all processes of a server over several seconds, by name. */
async function atRest(pid: number, seconds: number) {
  const before = new Map(treeOf(pid).map((one) => [one, lookAt(one)?.cpuSeconds ?? 0]));
  await pause(seconds * 1000);
  const byName = new Map<string, ProcessAtRest>();
  for (const one of treeOf(pid)) {
    const seen = lookAt(one);
    if (!seen) continue;
    const sum = byName.get(seen.name) ?? { name: seen.name, bytes: 0, cpuShare: 0 };
    sum.bytes += seen.bytes;
    sum.cpuShare += (seen.cpuSeconds - (before.get(one) ?? 0)) / seconds;
    byName.set(seen.name, sum);
  }
  const processes = [...byName.values()];
  return {
    processes,
    bytes: processes.reduce((sum, { bytes }) => sum + bytes, 0),
    cpuShare: processes.reduce((sum, { cpuShare }) => sum + cpuShare, 0),
  };
}

/** Waits until the demo's history is complete, then measures the idle server. */
async function measureRest(copy: string, dataDir: string, quick: boolean) {
  const server = await npmStart(copy, dataDir);
  try {
    for (;;) {
      const { bitcoin, ethereum } = await server.health();
      if (bitcoin.status?.phase === 'failed') throw new Error(bitcoin.status.reason);
      if (bitcoin.status?.phase === 'following' && ethereum.status?.phase === 'following') break;
      await pause(100);
    }
    const totalMs = server.since();
    const [settleSeconds, seconds] = quick ? [1, 2] : [60, 60];
    await pause(settleSeconds * 1000);
    const rest = await atRest(server.pid, seconds);
    const { bitcoin, ethereum } = await server.health();
    const blocks = (bitcoin.height ?? 0) + (ethereum.height ?? 0);
    return { totalMs, rest: { blocks, settleSeconds, seconds, ...rest } };
  } finally {
    await server.stop();
  }
}

/** Measures the setup of a test file: a database from the template, as created by `global-setup.ts`. */
async function measureTestDatabases(count: number): Promise<number[]> {
  const folder = databaseFolder();
  const dataDir = join(folder, 'server');
  mkdirSync(dataDir);
  const server = await startBuiltIn({ dataDir, temporary: true });
  const open = (name: string): SqlDatabase => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return openPostgres({ url: url.href, poolSize: 1 });
  };
  const admin = open('postgres');
  const make = (statement: string) => withSession(admin, (session) => session.query(statement));
  try {
    await make('create database bench_template');
    const template = open('bench_template');
    await migrate(template);
    await template.close();
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const begun = performance.now();
      await make(`create database bench_${i} template bench_template strategy file_copy`);
      const own = open(`bench_${i}`);
      await withSession(own, (session) => session.query('select 1'));
      times.push(performance.now() - begun);
      await own.close();
    }
    return times;
  } finally {
    await admin.close();
    await server.stop('fast');
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}

/** Measures the duration of a start, and the resources of an idle demo. */
export async function measureStart(places: FreeSlots, quick: boolean): Promise<StartResult> {
  const copy = join(places.folder, 'project');
  const rounds = quick ? 1 : 5;
  copyProject(copy);
  let folders = 0;
  const emptyFolder = (): string => join(places.folder, `start-${++folders}`);
  const startOnce = async (dataDir: string): Promise<number> => {
    const server = await npmStart(copy, dataDir);
    await server.stop();
    return server.healthyMs;
  };
  const builtFiles = ['apps/web/dist', 'apps/server/dist', 'node_modules/.cache'];
  const unbuiltMs: number[] = [];
  for (let i = 0; i < (quick ? 1 : 3); i++) {
    for (const built of builtFiles) rmSync(join(copy, built), { recursive: true, force: true });
    unbuiltMs.push(await startOnce(emptyFolder()));
  }
  const emptyMs: number[] = [];
  const againMs: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const dataDir = emptyFolder();
    emptyMs.push(await startOnce(dataDir));
    againMs.push(await startOnce(dataDir));
  }
  const { totalMs, rest } = await measureRest(copy, emptyFolder(), quick);
  const testDatabaseMs = await measureTestDatabases(quick ? 3 : 20);
  return { unbuiltMs, emptyMs, againMs, totalMs, rest, testDatabaseMs };
}
