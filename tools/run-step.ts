import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestOutcome } from './test-report.ts';

/** A command of a longer run. */
export interface Step {
  readonly title: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface StepResult {
  readonly code: number;
  readonly seconds: number;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

/** Runs a command to its end, with its output in the log, and reports its duration. */
export async function runStep({ title, command, cwd, env }: Step): Promise<StepResult> {
  say(`\n── ${title}`);
  const begun = performance.now();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  const seconds = (performance.now() - begun) / 1000;
  say(`── ${title}: ${code === 0 ? 'done' : `ended with ${code}`} after ${durationText(seconds)}`);
  return { code, seconds };
}

/** Runs a command like `runStep`, with the outcome of each test. */
export async function runTests(step: Step): Promise<StepResult & { outcomes: TestOutcome[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-report-'));
  const path = join(folder, 'report.json');
  try {
    const result = await runStep({ ...step, env: { ...step.env, TEST_REPORT: path } });
    const outcomes = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestOutcome[]) : [];
    return { ...result, outcomes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
