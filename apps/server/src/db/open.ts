import { type DataFolder, FolderInUseError, isDatabaseLocked, openDataFolder } from '../data-folder.ts';
import type { Config } from '../config.ts';
import {
  joinBuiltIn,
  type JoinedServer,
  type ServerEvents,
  startBuiltIn,
} from './built-in/built-in-server.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { SqlDatabase } from './session.ts';

/** Settings with the location of the database; `databaseUrl` undefined: the built-in server, in `dataDir`. */
export type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseUser' | 'databaseSettings'>>;

export interface OpenDatabaseOptions {
  config: DatabaseConfig;
  /**
   * A server requires exclusive use of the data folder; a command can use the database of a running server or another
   * command.
   */
  as: 'server' | 'command';
  /** Purpose of locking the data folder, for messages: "an import". */
  what: string;
  /** Milliseconds; 0 = no limit. */
  statementTimeoutMs: number;
  onIdleError?(error: Error): void;
  events?: ServerEvents;
  /** Leaves the schema as it is, of any version. */
  asItIs?: boolean;
  /** Adds a server process to those of the database, and returns its ID (`processes/`), which its connections carry. */
  register?(db: SqlDatabase): Promise<string>;
}

export interface OpenDatabase {
  readonly db: SqlDatabase;
  readonly url: string;
  /** Closes the database; stops the built-in server if this process has started it; unlocks the data folder. */
  close(): Promise<void>;
}

/**
 * Opens the database of the settings, at this version's schema. Throws SchemaError if its schema can't be used, DataFolderError if the folder can't be used,
 * BuiltInError if the built-in server can't run, SqlError for errors of the database.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const { url, builtIn } = await findServer(options, closers);
    const openAs = (processId: string | undefined): SqlDatabase => {
      const { statementTimeoutMs, onIdleError } = options;
      const opened = openPostgres({
        url,
        builtIn,
        statementTimeoutMs,
        processId,
        ...(onIdleError && { onIdleError }),
      });
      closers.push(() => opened.close());
      return opened;
    };
    let db = openAs(undefined);
    if (options.asItIs !== true) await migrate(db);
    if (options.register) {
      const processId = await options.register(db);
      await closers.pop()?.();
      db = openAs(processId);
    }
    return { db, url, close };
  } catch (error) {
    // The error that stopped the start is thrown, not one of the cleanup.
    await close().catch(() => {});
    throw error;
  }
}

async function findServer(
  { config, as, what, events }: OpenDatabaseOptions,
  closers: (() => Promise<void> | void)[],
): Promise<{ url: string; builtIn: boolean }> {
  const { databaseUrl, dataDir, databaseUser, databaseSettings } = config;
  if (databaseUrl !== undefined) {
    if (as === 'server') {
      const folder = openDataFolder(dataDir, what);
      closers.push(() => folder.release());
    }
    return { url: databaseUrl, builtIn: false };
  }
  const place = await openOrJoin({ config, as, what });
  if ('leave' in place) {
    closers.push(() => place.leave());
    return { url: place.url, builtIn: true };
  }
  closers.push(() => place.release());
  const server = await startBuiltIn({
    dataDir,
    user: databaseUser,
    ...(databaseSettings && { settings: databaseSettings }),
    ...events,
  });
  // A command that is finished waits for others that joined it.
  closers.push(() => server.stop(as === 'server' ? 'fast' : 'patient'));
  return { url: server.url, builtIn: true };
}

/** Locks the data folder, or, for a command, joins the server that another process runs on it. */
async function openOrJoin({
  config: { dataDir },
  as,
  what,
}: Pick<OpenDatabaseOptions, 'config' | 'as' | 'what'>): Promise<DataFolder | JoinedServer> {
  for (;;) {
    try {
      return openDataFolder(dataDir, what, { runsDatabase: true });
    } catch (error) {
      if (as === 'server' || !(error instanceof FolderInUseError) || !isDatabaseLocked(dataDir)) throw error;
      const joined = await joinBuiltIn(dataDir, () => isDatabaseLocked(dataDir));
      if (joined) return joined;
    }
  }
}
