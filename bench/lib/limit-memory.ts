import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux mounts control groups: of version 1 those for memory, or version 2. */
const roots = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
] as const;

export interface MemoryLimit {
  /** In MiB. */
  readonly megabytes: number;
  /** Removes the limit; its processes have to be gone. */
  remove(): Promise<void>;
}

/**
 * Limits the memory of a process, of its children, and of all that they start, with what the system caches of their files, by a
 * control group of Linux. Throws if this person may not create one.
 */
export async function limitMemory(pid: number, megabytes: number): Promise<MemoryLimit> {
  const root = roots.find(
    ({ folder, limit }) => existsSync(join(folder, limit)) || existsSync(join(folder, 'cgroup.controllers')),
  );
  if (!root) throw new Error('This machine has no control groups for memory');
  const folder = join(root.folder, `hopscope-bench-${process.pid}`);
  await mkdir(folder);
  try {
    await writeFile(join(folder, root.limit), String(megabytes * 2 ** 20));
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [String(pid), ...children.split(' ')].filter(Boolean)) {
      await writeFile(join(folder, 'cgroup.procs'), each);
    }
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return { megabytes, remove: () => rmdir(folder) };
}
