import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from './open.ts';

/** Opens an empty database of a separate built-in server, whose folder is removed when it is closed. */
export async function openTemporary(): Promise<OpenDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hopscope-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const { db, url, close } = await openDatabase({
      config: { dataDir, databaseUrl: undefined },
      as: 'server',
      what: 'an evaluation',
      statementTimeoutMs: 0,
    });
    return {
      db,
      url,
      async close() {
        await close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
