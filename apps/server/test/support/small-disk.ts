import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './block-files.ts';

/** A disk of some megabytes. */
export interface SmallDisk {
  path: string;
  /** Fills it but for some megabytes; answers the file that takes the room. */
  fill(freeMegabytes: number): string;
  remove(): void;
}

/** Mounts a disk of its own that anybody may use; undefined where this user may not. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
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
