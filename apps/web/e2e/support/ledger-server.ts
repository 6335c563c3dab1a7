import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const data = join(root, '../shared/data/bitcoin');

/** Whether the folder with real blocks is beside the project. */
export const hasRealBlocks = existsSync(data);
if (!hasRealBlocks) process.stderr.write(`Browser tests are skipped: ${data} is not there\n`);

export interface LedgerServer {
  url: string;
  stop(): Promise<void>;
}

function run(script: string, args: readonly string[], dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '' };
  return spawn(process.execPath, [join(root, 'apps/server/src', script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function importBlocks(file: string, dataDir: string): Promise<void> {
  const child = run('import.ts', [join(data, file)], dataDir);
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`import of ${file} ended with code ${String(code)}`);
}

/** The real server on a new data folder, holding the blocks of `file` (none: an empty ledger); the page is built if stale. */
export async function startLedgerServer(file?: string): Promise<LedgerServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hopscope-browser-'));
  if (file !== undefined) await importBlocks(file, dataDir);
  const child = run('start.ts', [], dataDir);
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address) resolve(address);
    });
    void exited.then(([code]) => reject(new Error(`the server ended with code ${String(code)}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
