import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import type { Engine, SqlDatabase } from '../../src/db/session.ts';
import { prepareDataFolder } from './command.ts';
import { createPostgresDatabase } from './databases.ts';

/** A database that a command of its own process works on. */
export interface Place {
  env: Record<string, string>;
  /** Opens the database that the command writes to; nothing else may use it. */
  open(): SqlDatabase | Promise<SqlDatabase>;
  remove(): Promise<void> | void;
}

/** A migrated, empty database; the built-in one lies in `folder`. */
export async function placeOn(engine: Engine, folder: string): Promise<Place> {
  if (engine === 'postgres') {
    const created = await createPostgresDatabase();
    return {
      env: { DATABASE_URL: created.url },
      open: () => openPostgres({ url: created.url, poolSize: 2 }),
      remove: () => created.drop(),
    };
  }
  const dataDir = prepareDataFolder(folder);
  return {
    env: { DATA_DIR: dataDir },
    open: () => openPglite({ dataDir: join(dataDir, 'database') }),
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}
