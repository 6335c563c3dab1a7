import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Other measured libraries, by the folder of the bench with their lock file. */
const peers = {
  peers: ['bcoin', 'bitcoinjs-lib'],
  'frame-peers': ['@xyflow/react', 'cytoscape', 'graphology', 'react', 'react-dom', 'sigma'],
} as const;

/** Installs the libraries to compare with from their lock file, without running their scripts. Throws if that fails. */
export async function installPeers(name: keyof typeof peers = 'peers'): Promise<void> {
  const folder = new URL(`../${name}/`, import.meta.url);
  const installed = peers[name].every((each) =>
    existsSync(new URL(`node_modules/${each}/package.json`, folder)),
  );
  if (installed) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: folder, timeout: 300_000 });
}
