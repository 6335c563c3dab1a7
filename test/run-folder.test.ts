import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { processesOf, removeInterruptedRuns } from './run-folder.ts';
import { until } from './until.ts';

const parent = mkdtempSync(join(tmpdir(), 'runs-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

function startIn(folder: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: 'ignore',
  });
  children.push(child);
  return child;
}

/** Returns the ID of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('what an interrupted run has left is removed, processes included; a run that goes on is left alone', async () => {
  const [left, going] = [`hopscope-tests-${await endedProcess()}`, `hopscope-tests-${process.ppid}`];
  const folders = [left, going, 'something-else'].map((name) => join(parent, name));
  for (const folder of folders) {
    mkdirSync(join(folder, 'database'), { recursive: true });
    writeFileSync(join(folder, 'database', 'file'), 'x');
  }
  const [orphan, living] = [startIn(join(parent, left)), startIn(join(parent, going))];
  const ended = once(orphan, 'exit');
  await until('both processes are there', () =>
    [left, going].every((name) => processesOf(join(parent, name)).length === 1),
  );
  await removeInterruptedRuns(parent);
  await ended;
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true]);
  expect(living.exitCode).toBeNull();
});

test('tests write below the folder of their run', () => {
  expect(tmpdir()).toMatch(/hopscope-tests-\d+$/);
});
