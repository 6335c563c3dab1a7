import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files above the limit before the oldest are removed together. */
const slack = 100;

/** Images by source URL, at most `limit` (and a few). */
export function createLogoFiles({ folder, limit }: { folder: string; limit: number }) {
  const pathOf = (url: string): string => join(folder, createHash('sha256').update(url).digest('hex'));

  async function forgetOldest(): Promise<void> {
    const names = await readdir(folder);
    if (names.length <= limit + slack) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
    );
    const oldest = files.toSorted((a, b) => a.at - b.at).slice(0, names.length - limit);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  }

  return {
    /** Returns the image and when it was stored, in milliseconds since 1970; undefined if there is none. */
    async read(url: string): Promise<{ bytes: Buffer; at: number } | undefined> {
      try {
        const path = pathOf(url);
        const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
        return { bytes, at: mtimeMs };
      } catch {
        return undefined;
      }
    },

    /** Stores a file atomically. */
    async keep(url: string, bytes: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `${randomUUID()}.part`);
      await writeFile(unfinished, bytes);
      await rename(unfinished, pathOf(url));
      await forgetOldest();
    },
  };
}

export type LogoFiles = ReturnType<typeof createLogoFiles>;
