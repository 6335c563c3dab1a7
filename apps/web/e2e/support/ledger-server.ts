import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dataPath } from '../../../../test/chain-data.ts';
import { databaseEnv, prepareDataFolder } from '../../../server/test/support/command.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface LedgerServer {
  url: string;
  /** The link printed at start that makes a person the operator. */
  setupLink: Promise<string>;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

function run(script: string, args: readonly string[], settings: Settings) {
  const env = {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    ...databaseEnv(settings['DATA_DIR']),
    ...settings,
  };
  return spawn(process.execPath, [join(root, 'apps/server/src/commands', script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function importBlocks(args: readonly string[], settings: Settings): Promise<void> {
  const child = run('import.ts', args, settings);
  child.stdout.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`import of ${args.join(' ')} ended with code ${String(code)}`);
}

/** Adds the recorded Ethereum blocks 1,000,000, 4,369,999 and 18,500,000 to a data folder, as `npm run import` does. */
export async function importRealEthereum(dataDir: string): Promise<void> {
  await importBlocks(['--ethereum', dataPath('ethereum/rpc')], { DATA_DIR: dataDir });
}

/**
 * Starts the real server on a prepared data folder with the blocks of `file` (none: an empty ledger, without the demo network
 * unless requested). `seed` fills the folder further; the page is built if stale.
 */
export async function startLedgerServer(
  file?: string,
  more: Settings = {},
  seed?: (dataDir: string) => Promise<unknown>,
): Promise<LedgerServer> {
  const dataDir = await prepareDataFolder(mkdtempSync(join(tmpdir(), 'hopscope-browser-')));
  const settings = { BITCOIN_SOURCE: 'off', REGISTRATION: 'open', ...more, DATA_DIR: dataDir };
  if (file !== undefined) await importBlocks([dataPath(`bitcoin/${file}`)], settings);
  await seed?.(dataDir);
  const child = run('start.ts', [], settings);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const link = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      lines.on('line', (line) => {
        const found = pattern.exec(line)?.[0];
        if (found) resolve(found);
      });
    });
  const setupLink = link(/http:\S+\?setup=\S+/);
  const ended = exited.then(([code]) => {
    throw new Error(`the server ended with code ${String(code)}`);
  });
  ended.catch(() => {});
  const url = await Promise.race([link(/http:\/\/[^\s?]+$/), ended]);
  return {
    url,
    setupLink,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
