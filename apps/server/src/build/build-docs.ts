import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { buildInto, newest, projectFolder } from './build-files.ts';

/** Keeps the build small beside a server at work; it needs about half of it. */
const heapMegabytes = 256;

/** Where the documentation site is built, and served from. */
export const docsFolder = join(projectFolder, 'docs/.vitepress/dist');

/**
 * Builds the documentation site unless the build is newer than every source, in a process of its own that ends with this one.
 * Throws if the build fails.
 */
export async function buildDocsIfStale(): Promise<void> {
  const built = newest(['docs/.vitepress/dist/index.html']);
  const sources = newest([
    'docs/**/*.{md,png,jpg}',
    'docs/.vitepress/*.ts',
    'docs/.vitepress/theme/*',
    '*.md',
    'package-lock.json',
  ]);
  if (built > sources) return;
  await buildInto(docsFolder, async (folder) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMegabytes}`, join(projectFolder, 'docs/.vitepress/build.ts'), folder],
      { cwd: projectFolder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // Its progress is nobody's business; it is shown if the build fails.
    let output = '';
    child.stderr.on('data', (part: Buffer) => void (output += part.toString()));
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const end = (): void => {
      child.kill('SIGKILL');
      for (const left of [folder, `${folder}-pages`]) rmSync(left, { recursive: true, force: true });
    };
    process.once('exit', end);
    const [code] = await once(child, 'close');
    process.off('exit', end);
    if (code !== 0) throw new Error(`The documentation could not be built: ${output}`);
  });
}
