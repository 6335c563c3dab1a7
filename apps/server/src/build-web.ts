import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
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

/** Puts a finished build in the place of the one before; where another process has just done the same, theirs stays. */
async function put(build: string, webRoot: string): Promise<void> {
  const before = `${build}-before`;
  await rename(webRoot, before).catch(() => {});
  await rename(build, webRoot).catch(() => {});
  for (const left of [before, build]) await rm(left, { recursive: true, force: true });
}

/** Builds apps/web into `webRoot` unless the build is newer than every source. Throws if the build fails. */
export async function buildWebIfStale(webRoot: string): Promise<void> {
  const built = newest([join('apps/web/dist/index.html')]);
  const sources = newest([
    'apps/web/{src,public}/**/*',
    'apps/web/{index.html,vite.config.ts,package.json}',
    'packages/{canvas,chain,contract,risk}/src/**/*.ts',
    'package-lock.json',
  ]);
  if (built > sources) return;
  process.stdout.write('Building the web page …\n');
  // Several may start at once: each builds for itself, and nobody ever serves half of a build.
  const cache = join(root, 'node_modules/.cache');
  const build = join(cache, `web-${process.pid}`);
  await mkdir(cache, { recursive: true });
  const vite = join(
    dirname(createRequire(join(root, 'apps/web/package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const child = spawn(
    process.execPath,
    [vite, 'build', join(root, 'apps/web'), '--logLevel', 'warn', '--outDir', build, '--emptyOutDir'],
    {
      cwd: root,
      stdio: 'inherit',
      // Whatever it is where the server starts: the page is what people get, with React's production build.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web page could not be built');
  await put(build, webRoot);
}
