import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The checks of `npm run check`, the longest first: each is a script of package.json. */
const checks = [
  'lint',
  'types:server',
  'types:web',
  'boundaries',
  'unused',
  'format:check',
  'words',
  'requirements',
];

interface Ended {
  readonly name: string;
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

function run(name: string): Promise<Ended> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ name, code: code ?? 1, output, seconds: (performance.now() - begun) / 1000 }),
    );
  });
}

/** Runs as many checks at a time as there are processors, and reports each when it ends. */
async function work(waiting: string[], failed: string[]): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { code, output, seconds } = await run(name);
    process.stdout.write(`${code === 0 ? '✔' : '✘'} ${name} (${seconds.toFixed(0)} s)\n`);
    if (code !== 0) {
      failed.push(name);
      process.stdout.write(`${output}\n`);
    }
  }
}

const waiting = [...checks];
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, () => work(waiting, failed)));
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
