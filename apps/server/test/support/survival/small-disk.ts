import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { temporaryFolder } from '../sources/block-files.ts';

/** A disk of some megabytes. */
export interface SmallDisk {
  path: string;
  /** Fills it but for some megabytes; answers the file that takes the room. */
  fill(freeMegabytes: number): string;
  remove(): void;
}

/** Mounts a disk of its own that anybody may use; undefined where this user may not. */
function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const { path, remove } = temporaryFolder();
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    remove();
    return undefined;
  }
  chmodSync(path, 0o755);
  return {
    path,
    fill(freeMegabytes) {
      const ballast = join(path, 'ballast');
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeMegabytes * 2 ** 20)));
      } catch (error) {
        // Somebody else has taken the rest meanwhile: it is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      return ballast;
    },
    remove() {
      execFileSync('umount', [path]);
      remove();
    },
  };
}

/** A small disk for the tests of a set: the answer gives it to a test, which is skipped where this user may mount none. */
export function smallDisk(megabytes: number): (context: TestContext) => SmallDisk {
  let disk: SmallDisk | undefined;
  beforeAll(() => {
    disk = mountSmallDisk(megabytes);
  });
  afterAll(() => disk?.remove());
  return (context) => disk ?? context.skip('only root can mount a small disk');
}
