import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildInto, newest, projectFolder } from './build-files.ts';

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
