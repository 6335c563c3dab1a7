import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { applicationName } from '../db/postgres.ts';
import type { ProcessMode } from './mode.ts';
import { inTransaction, type SqlDatabase } from '../db/session.ts';

/** This process doesn't fit to those that run on the database; the message says what to do. */
export class ProcessError extends Error {
  override name = 'ProcessError';
}

/** Returns bytes that tell secrets apart without saying anything about them. */
const checkOf = (secret: string): Uint8Array =>
  createHash('sha256').update('hopscope token secret check\0').update(secret).digest().subarray(0, 8);

/** A process that was fenced is removed after this time; it is refused all the same. */
const rememberedDays = 7;

/**
 * Adds this process to those of a database and returns its ID, a UUID. Throws ProcessError if a running process has another
 * token secret: people signed in there would be signed out here, and stored secrets couldn't be read.
 */
export async function registerProcess(
  db: SqlDatabase,
  { mode, version, tokenSecret }: { mode: ProcessMode; version: string; tokenSecret: string },
): Promise<string> {
  const [id, check] = [randomUUID(), checkOf(tokenSecret)];
  return inTransaction(db, 'read write', async (session) => {
    const { rows } = await session.query<{ host: string }>(
      `select p.host from server_process p
       join pg_stat_activity a on a.datname = current_database() and a.application_name = $1 || p.id::text
       where p.fenced_at is null and p.secret_check <> $2 limit 1`,
      [applicationName(''), check],
    );
    const [other] = rows;
    if (other)
      throw new ProcessError(
        `A Hopscope server on ${other.host} uses this database with another token secret. Set the same TOKEN_SECRET for all of them.`,
      );
    await session.query('delete from server_process where fenced_at < now() - make_interval(days => $1)', [
      rememberedDays,
    ]);
    await session.query(
      'insert into server_process (id, mode, version, host, secret_check) values ($1, $2, $3, $4, $5)',
      [id, mode, version, hostname(), check],
    );
    return id;
  });
}

/** Removes a process that has ended its work. */
export async function forgetProcess(db: SqlDatabase, id: string): Promise<void> {
  await inTransaction(db, 'read write', (session) =>
    session.query('delete from server_process where id = $1', [id]),
  );
}
