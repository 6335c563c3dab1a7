import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function newest(patterns: readonly string[]): number {
  return globSync([...patterns], { cwd: root }).reduce(
    (latest, file) => Math.max(latest, statSync(join(root, file)).mtimeMs),
    0,
  );
}

/** Builds apps/web into `webRoot` unless the build is newer than every source. Throws if the build fails. */
export async function buildWebIfStale(webRoot: string): Promise<void> {
  const built = newest([join('apps/web/dist/index.html')]);
  const sources = newest([
    'apps/web/{src,public}/**/*',
    'apps/web/{index.html,vite.config.ts,package.json}',
    'packages/{chain,contract}/src/**/*.ts',
    'package-lock.json',
  ]);
  if (built > sources) return;
  process.stdout.write('Building the web page …\n');
  const vite = join(
    dirname(createRequire(join(root, 'apps/web/package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const child = spawn(
    process.execPath,
    [vite, 'build', join(root, 'apps/web'), '--logLevel', 'warn', '--outDir', webRoot],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web page could not be built');
}
