import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainNumbers } from '@hopscope/domain';
import { durationText, runStep, runTests } from './run-step.ts';
import type { TestOutcome } from './test-report.ts';

/**
 * `npm run test:deep`: slow tests and browser tests at full length, a soak of 20 minutes, each property for ten minutes, and at
 * least 200 random sequences of every kind.
 * `TEST_DEEP_MINUTES` limits the total: browser tests are left out if they would take most of what is left, the soak gets a
 * quarter of what is left, properties then a third, and sequences the rest. The lines at the end say what was left out.
 * Seeds are new each time; `TEST_SEED` sets one to replay.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const minutes = Number(process.env['TEST_DEEP_MINUTES'] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 1_000_000_000));
const vitest = ['npx', 'vitest', 'run'];
const wantedSeeds = 200;
const seedsInRound = 25;
/** With less time left, the first round is shorter. */
const roundSeconds = 420;
const seedsInShortRound = 10;
const fuzzMinutes = 10;
const soakMinutes = 20;
/** A shorter one finds nothing that the start of the server doesn't. */
const leastSoakMinutes = 3;
/** Browser tests at full length take about half of it. */
const browserMinutes = 35;
/** With less, tests that count their cases would find too few. */
const leastFuzzSeconds = 5;
const workers = 3;

const begun = performance.now();
const secondsLeft = (): number => minutes * 60 - (performance.now() - begun) / 1000;
const lines: string[] = [];
const outcomes: TestOutcome[] = [];
let failed = false;

/** Returns the test files whose text matches. */
function filesWith(patterns: readonly string[], text: RegExp): string[] {
  const files = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] });
  return files.filter((file) => text.test(readFileSync(join(root, file), 'utf8'))).toSorted();
}

async function part(
  title: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ seconds: number; passed: number; code: number }> {
  const ran = await runTests({ title, command: [...vitest, ...args], cwd: root, env });
  outcomes.push(...ran.outcomes);
  if (ran.code !== 0) failed = true;
  const passed = ran.outcomes.filter(({ state }) => state === 'passed').length;
  return { seconds: ran.seconds, passed, code: ran.code };
}

const replay = (command: string): string => `replay: TEST_SEED=${seed} ${command}`;

async function longTests(title: string, project: string): Promise<void> {
  const { seconds, passed } = await part(title, ['--project', project], { TEST_RUNS: '1' });
  lines.push(`${title}: ${passed} in ${durationText(seconds)}`);
}

const leaveOut = (title: string): void => void lines.push(`${title}: left out, not enough time`);

async function browserTests(): Promise<void> {
  const title = 'Browser tests at full length';
  if (secondsLeft() < browserMinutes * 60) leaveOut(title);
  else await longTests(title, 'e2e');
}

/** Nothing else runs beside it: its requests must succeed, and a busy machine would delay them. */
async function soak(): Promise<void> {
  const length = Math.min(soakMinutes, Math.floor(secondsLeft() / 60 / 4));
  if (length < leastSoakMinutes) {
    leaveOut('Soak');
    return;
  }
  const title = `Soak: 50 people and 20 programs for ${length} minutes`;
  const command = ['npm', 'run', '--silent', 'soak', '--', '--minutes', String(length)];
  const { seconds, code } = await runStep({ title, command, cwd: root });
  const state = code === 0 ? 'passed' : 'failed';
  outcomes.push({
    file: 'tools/soak/run.ts',
    name: 'no request fails, and the audit passes',
    state,
    reason: '',
  });
  if (code !== 0) failed = true;
  lines.push(`${title}: ${state} after ${durationText(seconds)}; replay: ${command.join(' ')}`);
}

async function properties(): Promise<void> {
  const files = filesWith(['packages/**/*.test.ts', 'apps/*/src/**/*.test.ts'], /from 'fast-check'/);
  const found = files.map(
    (file) => readFileSync(join(root, file), 'utf8').match(/\bfc\.assert\(/g)?.length ?? 0,
  );
  const count = found.reduce((sum, each) => sum + each, 0);
  const share = Math.floor((secondsLeft() * workers) / (3 * count));
  const each = Math.max(leastFuzzSeconds, Math.min(fuzzMinutes * 60, share));
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-fuzz-'));
  const report = join(folder, 'runs.jsonl');
  writeFileSync(report, '');
  const title = `${count} properties, ${each} seconds each, seed ${seed}`;
  const env = { TEST_SEED: String(seed), TEST_FUZZ_SECONDS: String(each), TEST_FUZZ_REPORT: report };
  const { seconds } = await part(title, ['--project', 'unit', ...files], env);
  const tried = readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const runs = tried.map((line) => (JSON.parse(line) as { runs: number }).runs);
  const sum = runs.reduce((total, n) => total + n, 0);
  lines.push(
    `Properties: ${runs.length} tried for up to ${each} s each, ${plainNumbers.count(sum)} runs ` +
      `(the fewest ${plainNumbers.count(Math.min(...runs))}) in ${durationText(seconds)}; ${replay('npm run test:deep')}`,
  );
  rmSync(folder, { recursive: true, force: true });
}

async function sequences(): Promise<void> {
  const files = filesWith(['apps/server/test/**/*.test.ts'], /\brandom(?:Runs|Seeds)\(/);
  let [done, seconds, longest] = [0, 0, 0];
  for (let round = 0; done < wantedSeeds && !failed; round++) {
    // A started round runs to its end: the first one always, the next if there is time.
    if (round > 0 && secondsLeft() < longest) break;
    const first = seed + done;
    const count = round === 0 && secondsLeft() < roundSeconds ? seedsInShortRound : seedsInRound;
    const env = { TEST_SEED: String(first), TEST_RUNS: String(count) };
    const title = `Random sequences, seeds ${first} to ${first + count - 1}`;
    const ran = await part(title, ['--project', 'server', ...files], env);
    done += count;
    seconds += ran.seconds;
    longest = Math.max(longest, ran.seconds);
  }
  lines.push(
    `Random sequences: ${done} seeds from ${seed} on in each of ${files.length} files in ${durationText(seconds)}; ` +
      replay('npm run test:deep'),
  );
}

process.stdout.write(`Deep run with seed ${seed}; ${replay('npm run test:deep')}\n`);
await longTests('Long tests', 'deep');
await browserTests();
await soak();
await properties();
await sequences();

const count = (state: TestOutcome['state']): number => outcomes.filter((each) => each.state === state).length;
process.stdout.write(`\n${lines.join('\n')}\n`);
process.stdout.write(
  `${count('passed')} tests passed, ${count('failed')} failed, ${count('skipped')} skipped\n`,
);
const path = process.env['TEST_DEEP_REPORT'];
if (path !== undefined) writeFileSync(path, JSON.stringify({ outcomes, lines }));
if (failed) process.exitCode = 1;
