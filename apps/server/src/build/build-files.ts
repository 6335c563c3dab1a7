import { globSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** When the newest of some files of the project was changed; 0 where there is none. */
export function newest(patterns: readonly string[]): number {
  return globSync([...patterns], { cwd: projectFolder }).reduce(
    (latest, file) => Math.max(latest, statSync(join(projectFolder, file)).mtimeMs),
    0,
  );
}

/**
 * Has `build` write into a folder of its own, which then takes the place of `target`: nobody ever sees half of a build.
 * Where another process has just done the same, theirs stays.
 */
export async function buildInto(target: string, build: (folder: string) => Promise<void>): Promise<void> {
  const cache = join(projectFolder, 'node_modules/.cache');
  const made = join(cache, `build-${process.pid}-${Math.trunc(performance.now() * 1000)}`);
  const before = `${made}-before`;
  await mkdir(cache, { recursive: true });
  try {
    await build(made);
    await rename(target, before).catch(() => {});
    await rename(made, target).catch(() => {});
  } finally {
    for (const left of [before, made]) await rm(left, { recursive: true, force: true });
  }
}
