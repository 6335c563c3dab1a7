import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { getHealth } from '../../packages/contract/src/index.ts';
import { requestJson } from './request-json.ts';

export interface Started {
  readonly healthyMs: number;
  readonly pid: number;
  health(): Promise<ReturnType<typeof getHealth.response.parse>>;
  since(): number;
  /** Ends it, or kills all of its processes, the database too. */
  stop(how?: 'kill'): Promise<void>;
}

/** Runs `npm start` until the server reports that it is healthy. */
export async function npmStart(
  copy: string,
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Started> {
  const begun = performance.now();
  const since = (): number => performance.now() - begun;
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...more };
  const child = spawn('npm', ['start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('npm start ended before it said where it is')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Hopscope is running at (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const health = async () =>
    getHealth.response.parse(await requestJson(url, { path: `/api/v1${getHealth.path}` }));
  while ((await health()).status !== 'ok') await pause(5);
  return {
    healthyMs: since(),
    pid: child.pid ?? 0,
    health,
    since,
    async stop(how) {
      const killed = how === 'kill' ? treeOf(child.pid ?? 0) : [];
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      if (how !== 'kill') child.kill('SIGTERM');
      await ended;
      // PostgreSQL refuses to start until its former process is gone.
      while (killed.some((pid) => existsSync(`/proc/${pid}`))) await pause(10);
    },
  };
}

/** Returns a process and its descendants, by their parents (Linux). */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has exited meanwhile.
    }
  }
  const tree = [pid];
  for (const parent of tree) for (const [one, of] of parents) if (of === parent) tree.push(one);
  return tree;
}
