import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Libraries that are measured too, by the folder of the bench that has their lock file. */
const peers = {
  peers: ['bcoin', 'bitcoinjs-lib'],
  'frame-peers': ['@xyflow/react', 'cytoscape', 'graphology', 'react', 'react-dom', 'sigma'],
} as const;

/** Installs the libraries to compare with, as their lock file says, without running their scripts. Throws if it cannot. */
export async function installPeers(name: keyof typeof peers = 'peers'): Promise<void> {
  const folder = new URL(`../${name}/`, import.meta.url);
  const installed = peers[name].every((each) =>
    existsSync(new URL(`node_modules/${each}/package.json`, folder)),
  );
  if (installed) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: folder, timeout: 300_000 });
}
