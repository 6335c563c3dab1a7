import type { Kysely } from 'kysely';
import { createKysely } from '../../../db/dialect.ts';
import type { Schema } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';

/** Typed queries on a session that is in a transaction already, for what other modules write in the same transaction. */
export function kyselyOver(session: SqlSession): Kysely<Schema> {
  return createKysely({
    lease: async () => ({ ...session, release() {} }),
    share() {
      throw new RangeError('A session in a transaction belongs to its thread');
    },
    close: async () => {},
  });
}
