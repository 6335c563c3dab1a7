import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ScreeningResult } from './screen-rows.ts';

/** Returns the newest announced release; no new one is announced until the transaction ends. */
async function readAnnounced(trx: Kysely<Schema>): Promise<number> {
  const read = sql<{ announced: bigint }>`select announced from compliance_rescreen_state for share`;
  const [state] = (await read.execute(trx)).rows;
  if (state) return Number(state.announced);
  await sql`insert into compliance_rescreen_state (announced, done) values (0, 0) on conflict do nothing`.execute(
    trx,
  );
  return Number((await read.execute(trx)).rows[0]?.announced ?? 0n);
}

/**
 * Stores the dependencies of a screening in the transaction of its result. If a release is already being processed that the
 * screening didn't use, queues the transaction for rescreening, so that nothing is missed.
 */
export async function saveDependencies(
  trx: Kysely<Schema>,
  transactionId: string,
  { reading, outcome }: ScreeningResult,
): Promise<void> {
  if (!outcome.basis || !reading) {
    await sql`delete from compliance_dependency where transaction_id = ${transactionId}::uuid`.execute(trx);
    return;
  }
  const version = Math.min(outcome.basis.directoryVersion, reading.directoryVersion);
  const dependencies = outcome.dependencies && new Set([...outcome.dependencies, ...reading.dependencies]);
  const numbers = `{${dependencies ? [...dependencies].join(',') : ''}}`;
  await sql`
    insert into compliance_dependency (transaction_id, directory_version, dependencies, dependencies_complete)
    values (${transactionId}::uuid, ${version}::int8, ${numbers}::text::int8[], ${dependencies !== null})
    on conflict (transaction_id) do update set directory_version = excluded.directory_version, dependencies = excluded.dependencies,
      dependencies_complete = excluded.dependencies_complete`.execute(trx);
  const announced = await readAnnounced(trx);
  if (announced <= version) return;
  await sql`
    insert into compliance_rescreen (transaction_id, release) values (${transactionId}::uuid, ${announced}::int8)
    on conflict (transaction_id) do update set release = excluded.release, attempts = 0,
      next_attempt_at = excluded.next_attempt_at`.execute(trx);
}
