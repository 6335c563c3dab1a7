import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventTimeout } from '../test/timeouts.ts';
import { processesOf } from '../test/run-folder.ts';
import { until } from '../test/until.ts';
import { durationText, runStep, runTests } from './run-step.ts';
import type { TestOutcome } from './test-report.ts';

/**
 * The part of `.ci/run` after packages are installed: runs both commands of the README on a clean copy of the commit, then
 * here the tests that need data which the copy lacked, then the deep run. The last line has the numbers of passed, failed,
 * and skipped tests; a test skipped without a reason of the list below fails the run.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
/** The deep run gets what the tests before leave of these minutes: the whole run has to end within 90. */
const allMinutes = 75;
const dataFolder = resolve(process.env['TEST_DATA_DIR'] ?? join(root, '../shared/data'));
const hasData = existsSync(dataFolder);

const needsData = /^needs .* in \.\.\/shared\/data or TEST_DATA_DIR$/;
const allowed: readonly RegExp[] = [
  /^only root can mount a small disk$/,
  /^only root can run a program in another root directory$/,
  /^another user cannot read the sources$/,
  /^python3 is not installed$/,
  /^no PostgreSQL of another major version is installed$/,
  /^the registry does not answer npm audit$/,
  ...(process.env['TEST_BITCOIND'] === undefined ? [/^TEST_BITCOIND names no program$/] : []),
  ...(hasData ? [] : [needsData]),
];

const outcomes = new Map<string, TestOutcome>();
const times: { title: string; seconds: number }[] = [];
let inCopy: readonly TestOutcome[] = [];

/** Records the outcome of a test; a later run replaces an earlier skip, and a failure stays. */
function keep(outcome: TestOutcome): void {
  const key = `${outcome.file} > ${outcome.name}`;
  const before = outcomes.get(key);
  if (before === undefined || before.state === 'skipped' || outcome.state === 'failed')
    outcomes.set(key, outcome);
}

/** Records the outcome of a step that isn't a Vitest test. */
function check(name: string, fulfilled: boolean, reason = ''): void {
  keep({ file: '.ci/run', name, state: fulfilled ? 'passed' : 'failed', reason });
  if (!fulfilled) process.stdout.write(`✘ ${name} ${reason}\n`);
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    times.push({ title, seconds: (performance.now() - begun) / 1000 });
  }
}

/** Returns the environment of a fresh clone: without test settings, with its own folder for temporary files. */
function strangersEnvironment(temporary: string): Record<string, string | undefined> {
  const unset = Object.keys(process.env).filter((name) => /^(TEST_|VITEST|NODE_|npm_(?!config_))/.test(name));
  return { ...Object.fromEntries(unset.map((name) => [name, undefined])), TMPDIR: temporary };
}

/** Collects a server's output, and copies it to this log. */
function listenTo(server: ChildProcess): { readonly text: string } {
  const output = { text: '' };
  server.stdout?.on('data', (part: Buffer) => {
    process.stdout.write(part);
    output.text += part.toString();
  });
  return output;
}

/** Runs `npm start` until it is healthy, signs in, and sends SIGTERM, after which nothing may listen. */
async function startAndStop(copy: string, env: Record<string, string | undefined>): Promise<void> {
  const server = spawn('npm', ['start'], {
    cwd: copy,
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const output = listenTo(server);
  try {
    const url = await until('npm start says where it is', () => {
      if (server.exitCode !== null) throw new Error(`npm start has ended with ${server.exitCode}`);
      return /is running at (http:\/\/[^\s?]+)/.exec(output.text)?.[1];
    });
    await until('the server is healthy', async () => {
      const answer = await fetch(`${url}/api/v1/health`).catch(() => undefined);
      return answer?.ok && ((await answer.json()) as { status: string }).status === 'ok';
    });
    check('npm start is healthy', true);
    const signedIn = await fetch(`${url}/api/v1/auth/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'manager' }),
    });
    check('somebody signs in to the demo', signedIn.ok, `status ${signedIn.status}`);
    server.kill('SIGTERM');
    await Promise.race([ended, after(eventTimeout, undefined, { ref: false })]);
    const gone = await fetch(url).then(
      () => false,
      () => true,
    );
    const { exitCode, signalCode } = server;
    check('npm start ends when it is told to', exitCode !== null || signalCode !== null);
    check('nothing listens any more', gone);
    check('npm start logs no error', !/"level":[56]0/.test(output.text));
  } catch (error) {
    check('npm start is healthy', false, String(error));
  } finally {
    server.kill('SIGKILL');
  }
}

/** Fails if a step has left processes running, and ends them. */
function checkProcesses(name: string, temporary: string): void {
  const left = processesOf(temporary);
  check(name, left.length === 0, left.join(', '));
  for (const pid of left) process.kill(pid, 'SIGKILL');
}

async function readmeCommands(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'hopscope-ci-'));
  const copy = join(place, 'a new clone');
  const temporary = join(place, 'tmp');
  // Tests run programs as other users, who need to read the copy.
  for (const folder of [temporary, place]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  const env = strangersEnvironment(temporary);
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, copy]);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: copy });
    const install = (title: string, cache: Record<string, string>) =>
      timed(title, () => runStep({ title, command: ['npm', 'ci'], cwd: copy, env: { ...env, ...cache } }));
    const empty = { npm_config_cache: join(place, 'npm-cache') };
    const first = await install('npm ci with an empty cache, in a copy with nothing beside it', empty);
    check('npm ci in a new clone', first.code === 0);
    if (first.code !== 0) return;
    await timed('npm start until healthy, sign in, stop', () => startAndStop(copy, env));
    checkProcesses('npm start leaves no process behind', temporary);
    const second = await install('npm ci again', {});
    check('npm ci before the tests', second.code === 0);
    for (const left of readdirSync(temporary))
      rmSync(join(temporary, left), { recursive: true, force: true });
    const title = 'npm test in the copy';
    const tests = await timed(title, () => runTests({ title, command: ['npm', 'test'], cwd: copy, env }));
    for (const outcome of tests.outcomes) keep(outcome);
    check('npm test in a new clone', tests.code === 0, `ended with ${tests.code}`);
    // npm stores its own compiled modules there.
    const left = readdirSync(temporary).filter((name) => name !== 'node-compile-cache');
    check('tests leave no file behind', left.length === 0, left.join(', '));
    checkProcesses('tests leave no process behind', temporary);
    inCopy = tests.outcomes;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Asks the registry for known weaknesses of the packages that are shipped; not every registry answers. */
function checkPackages(): void {
  const name = 'no shipped package has a known weakness of high or critical severity';
  // It ends with 1 if there are weaknesses of any severity.
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
  const { metadata } = JSON.parse(stdout || '{}') as {
    metadata?: { vulnerabilities: { high: number; critical: number } };
  };
  if (!metadata) {
    const reason = 'the registry does not answer npm audit';
    keep({ file: '.ci/run', name, state: 'skipped', reason });
    return;
  }
  const { high, critical } = metadata.vulnerabilities;
  check(name, high + critical === 0, `${high} high, ${critical} critical: npm audit --omit=dev`);
}

/** Runs the tests that the copy had to skip, with the data of this checkout. */
async function testsOnData(): Promise<void> {
  const waiting = [...outcomes.values()].filter(
    ({ state, reason }) => state === 'skipped' && needsData.test(reason),
  );
  const files = [...new Set(waiting.map(({ file }) => file))];
  if (!hasData || files.length === 0) return;
  const title = `Tests that need ${dataFolder}`;
  const command = ['npx', 'vitest', 'run', ...files];
  const tests = await timed(title, () => runTests({ title, command, cwd: root }));
  for (const outcome of tests.outcomes) keep(outcome);
  check('tests on data', tests.code === 0, `ended with ${tests.code}`);
}

let deepLines: string[] = [];

async function deepRun(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-deep-'));
  const path = join(folder, 'deep.json');
  const left = Math.floor(allMinutes - performance.now() / 60_000);
  const deepMinutes = process.env['TEST_DEEP_MINUTES'] ?? String(left);
  const env = { TEST_DEEP_MINUTES: deepMinutes, TEST_DEEP_REPORT: path };
  const title = `npm run test:deep, ${deepMinutes} minutes`;
  const { code } = await timed(title, () =>
    runStep({ title, command: ['npm', 'run', 'test:deep'], cwd: root, env }),
  );
  if (existsSync(path)) {
    const deep = JSON.parse(readFileSync(path, 'utf8')) as { outcomes: TestOutcome[]; lines: string[] };
    deepLines = deep.lines;
    for (const outcome of deep.outcomes) keep({ ...outcome, file: `deep: ${outcome.file}` });
  }
  check('npm run test:deep', code === 0, `ended with ${code}`);
  rmSync(folder, { recursive: true, force: true });
}

/** Returns how many tests ran and how many were skipped, with the reasons. */
function countsOf(where: string, all: readonly TestOutcome[]): [string, string | number][] {
  const skipped = all.filter(({ state }) => state === 'skipped');
  const reasons = Map.groupBy(skipped, ({ reason }) => reason || 'no reason given');
  return [
    [`${where}: tests run`, all.length - skipped.length],
    [`${where}: tests skipped`, skipped.length],
    ...[...reasons].map(([reason, tests]): [string, number] => [`  ${reason}`, tests.length]),
  ];
}

/** Prints the table at the end of the log; returns true if every test that should have run has passed. */
function report(): boolean {
  const all = [...outcomes.values()];
  const inState = (state: TestOutcome['state']) => all.filter((outcome) => outcome.state === state);
  const [passed, failed, skipped] = [inState('passed'), inState('failed'), inState('skipped')];
  const wrong = skipped.filter(({ reason }) => !allowed.some((pattern) => pattern.test(reason)));
  const rows: [string, string | number][] = [
    ...times.map(({ title, seconds }): [string, string] => [title, durationText(seconds)]),
    ...countsOf('in the copy', inCopy),
    ...countsOf('in all', all),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  process.stdout.write(`\n${[...lines, ...deepLines].join('\n')}\n`);
  for (const { file, name, reason } of failed) process.stdout.write(`FAILED ${file} > ${name} ${reason}\n`);
  for (const { file, name, reason } of wrong)
    process.stdout.write(
      `SKIPPED, but should have run: ${file} > ${name} (${reason || 'no reason given'})\n`,
    );
  const failures = failed.length + wrong.length;
  process.stdout.write(
    `\n${passed.length} passed, ${failures} failed, ${skipped.length - wrong.length} skipped\n`,
  );
  return failures === 0;
}

checkPackages();
await readmeCommands();
await testsOnData();
await deepRun();
process.exitCode = report() ? 0 : 1;
