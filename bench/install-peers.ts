import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const folder = new URL('./peers/', import.meta.url);

/** Installs the libraries to compare with, as their lock file says, without running their scripts. Throws if it cannot. */
export async function installPeers(): Promise<void> {
  const installed = ['bcoin', 'bitcoinjs-lib'].every((name) =>
    existsSync(new URL(`node_modules/${name}/package.json`, folder)),
  );
  if (installed) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: folder, timeout: 300_000 });
}
