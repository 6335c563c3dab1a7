import type { SqlDatabase } from '../../src/db/session.ts';

export interface CountingDatabase {
  readonly db: SqlDatabase;
  /** Returns the statements since the last call, in the order in which they were sent; those that were sent together as one. */
  take(): string[];
}

/** Passes statements on to a database and notes them. */
export function countStatements(database: SqlDatabase): CountingDatabase {
  let statements: string[] = [];
  return {
    db: {
      share: () => database.share(),
      close: () => database.close(),
      async lease(purpose) {
        const session = await database.lease(purpose);
        return {
          query(sql, params) {
            statements.push(sql);
            return session.query(sql, params);
          },
          queryTogether(sent) {
            statements.push(sent.map(({ sql }) => sql).join('; '));
            return session.queryTogether(sent);
          },
          copyIn(table, ...rest) {
            statements.push(`copy ${table}`);
            return session.copyIn(table, ...rest);
          },
          copyOut(select) {
            statements.push(select);
            return session.copyOut(select);
          },
          release: (broken) => session.release(broken),
          releaseSnapshot: () => session.releaseSnapshot(),
        };
      },
    },
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
