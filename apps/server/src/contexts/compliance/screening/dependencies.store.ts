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
 * Stores the dependencies of screenings in the transaction of their results. If a release is already being processed that a
 * screening didn't use, queues its transaction for rescreening, so that nothing is missed.
 */
export async function saveDependencies(
  trx: Kysely<Schema>,
  screened: readonly { readonly id: string; readonly found: ScreeningResult }[],
): Promise<void> {
  const stored = screened.flatMap(({ id, found: { reading, outcome } }) => {
    if (!outcome.basis || !reading) return [];
    const names = outcome.dependencies && new Set([...outcome.dependencies, ...reading.dependencies]);
    return [
      {
        id,
        version: Math.min(outcome.basis.directoryVersion, reading.directoryVersion),
        names: `{${names ? [...names].join(',') : ''}}`,
        isComplete: names !== null,
      },
    ];
  });
  const known = new Set(stored.map(({ id }) => id));
  const without = screened.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (without.length > 0) {
    await sql`delete from compliance_dependency where transaction_id = any(${without}::uuid[])`.execute(trx);
  }
  if (stored.length === 0) return;
  await sql`
    insert into compliance_dependency (transaction_id, directory_version, dependencies, dependencies_complete)
    select id, version, names::int8[], complete
    from unnest(${stored.map(({ id }) => id)}::uuid[], ${stored.map(({ version }) => version)}::int8[],
      ${stored.map(({ names }) => names)}::text[], ${stored.map(({ isComplete }) => isComplete)}::bool[])
      as given (id, version, names, complete)
    on conflict (transaction_id) do update set directory_version = excluded.directory_version, dependencies = excluded.dependencies,
      dependencies_complete = excluded.dependencies_complete`.execute(trx);
  const announced = await readAnnounced(trx);
  const behind = stored.filter(({ version }) => version < announced).map(({ id }) => id);
  if (behind.length === 0) return;
  await sql`
    insert into compliance_rescreen (transaction_id, release) select id, ${announced}::int8 from unnest(${behind}::uuid[]) as given (id)
    on conflict (transaction_id) do update set release = excluded.release, attempts = 0,
      next_attempt_at = excluded.next_attempt_at`.execute(trx);
}
