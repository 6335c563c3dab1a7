import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { temporaryFolder } from '../sources/block-files.ts';

/** A disk of some megabytes. */
export interface SmallDisk {
  path: string;
  /** Fills the disk except for some megabytes; returns the file that takes the space. */
  fill(freeMegabytes: number): string;
  remove(): void;
}

/** Mounts a separate disk that any user may use; undefined without the permission. */
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
        // Another process has used up the rest meanwhile: the disk is full, as intended.
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

/**
 * Creates a small disk for a set of tests. The returned function gives it to a test, which is skipped if this user can't mount
 * disks.
 */
export function smallDisk(megabytes: number): (context: TestContext) => SmallDisk {
  let disk: SmallDisk | undefined;
  beforeAll(() => {
    disk = mountSmallDisk(megabytes);
  });
  afterAll(() => disk?.remove());
  return (context) => disk ?? context.skip('only root can mount a small disk');
}
