import type { SqlDatabase } from '../../../src/db/session.ts';

/** Returns a database whose connections break at the statement of this number. */
export function breakingAt(db: SqlDatabase, statement: number): { db: SqlDatabase; count(): number } {
  let count = 0;
  const step = (): void => {
    if (++count === statement) throw new Error('cut');
  };
  return {
    count: () => count,
    db: {
      ...db,
      async lease(purpose) {
        const session = await db.lease(purpose);
        return {
          ...session,
          query(sql, params) {
            step();
            return session.query(sql, params);
          },
          queryTogether(statements) {
            step();
            return session.queryTogether(statements);
          },
          copyIn(...copy) {
            step();
            return session.copyIn(...copy);
          },
          copyOut(select) {
            step();
            return session.copyOut(select);
          },
        };
      },
    },
  };
}
