import type { SqlDatabase } from './session.ts';

const writerLockNumber = 4_207_002;

/**
 * Makes this process the only chain writer of a database until `release` (or the end of the connection). Returns undefined
 * if another process is.
 */
export async function takeWriterLock(db: SqlDatabase): Promise<{ release(): Promise<void> } | undefined> {
  const session = await db.lease();
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int8) as taken', [
    writerLockNumber,
  ]);
  if (rows[0]?.taken !== true) {
    session.release();
    return undefined;
  }
  return {
    async release() {
      // With a broken connection, the lock is gone too; the pool still needs the connection back, or closing waits for it.
      const unlocked = await session.query('select pg_advisory_unlock($1::int8)', [writerLockNumber]).then(
        () => true,
        () => false,
      );
      session.release(!unlocked);
    },
  };
}
