import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildInto, newest, projectFolder } from './build-files.ts';

/** Builds apps/web into `webRoot` unless the build is newer than every source. Throws if the build fails. */
export async function buildWebIfStale(webRoot: string): Promise<void> {
  const built = newest([join('apps/web/dist/index.html')]);
  const sources = newest([
    'apps/web/{src,public}/**/*',
    'apps/web/{index.html,vite.config.ts,package.json}',
    'packages/{canvas,chain,contract,domain,risk}/src/**/*.ts',
    'package-lock.json',
  ]);
  if (built > sources) return;
  process.stdout.write('Building the web page …\n');
  await buildInto(webRoot, async (folder) => {
    const vite = join(
      dirname(createRequire(join(projectFolder, 'apps/web/package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    );
    const child = spawn(
      process.execPath,
      [
        vite,
        'build',
        join(projectFolder, 'apps/web'),
        '--logLevel',
        'warn',
        '--outDir',
        folder,
        '--emptyOutDir',
      ],
      {
        cwd: projectFolder,
        stdio: 'inherit',
        // Whatever it is where the server starts: the page is what people get, with React's production build.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('The web page could not be built');
  });
}

/** Below this a compressed file saves no packet. */
const leastBytes = 1024;

/** Text files of a built page that have no compressed copy beside them yet. */
export function uncompressed(webRoot: string): string[] {
  return globSync('**/*.{js,css,svg}', { cwd: webRoot })
    .map((name) => join(webRoot, name))
    .filter((file) => !existsSync(`${file}.br`) && statSync(file).size >= leastBytes);
}

/**
 * Makes the compressed copies of a built page that are missing, in a process of its own that ends with this one. Until it
 * has, answers are compressed as they are sent. Throws if that fails.
 */
export async function compressWeb(webRoot: string): Promise<void> {
  if (uncompressed(webRoot).length === 0) return;
  const script = fileURLToPath(new URL('./compress-web.ts', import.meta.url));
  const child = spawn(process.execPath, [script, webRoot], { stdio: 'inherit' });
  const end = (): void => void child.kill();
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) throw new Error('The web page could not be compressed');
}
