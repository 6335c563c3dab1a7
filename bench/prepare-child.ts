import { openDatabase } from '../apps/server/src/db/open.ts';
import { withSession } from '../apps/server/src/db/session.ts';
import { obey } from './child-side.ts';
import { peakMemory } from './peak-memory.ts';

/** A folder in which a new built-in database is to be made, as the first start does. */
export interface PrepareOrder {
  dataDir: string;
}

export interface Prepared {
  /** Of PGlite's PostgreSQL. */
  version: string;
  peakBytes: number;
}

obey<{ order: PrepareOrder; answer: Prepared }>(async ({ dataDir }) => {
  const db = await openDatabase({ dataDir, databaseUrl: undefined, statementTimeoutMs: 0 });
  const { rows } = await withSession(db, (session) =>
    session.query<{ version: string }>(`select current_setting('server_version') as version`),
  );
  await db.close();
  return { version: rows[0]?.version ?? 'unknown', peakBytes: peakMemory() };
});
