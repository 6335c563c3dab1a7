import { joinPglite } from './pglite-client.ts';
import { openPostgres } from './postgres.ts';
import type { SharedDatabase, SqlDatabase } from './session.ts';

const connections = 4;

/** Opens, in another thread, a database that its owner has opened and migrated. */
export function joinDatabase(shared: SharedDatabase, onIdleError: (error: Error) => void): SqlDatabase {
  if (shared.engine === 'pglite') return joinPglite(shared.port);
  return openPostgres({ ...shared, poolSize: connections, onIdleError });
}
