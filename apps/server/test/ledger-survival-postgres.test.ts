import { expect, test } from 'vitest';
import { openPostgres } from '../src/db/postgres.ts';
import { withSession } from '../src/db/session.ts';
import { createPostgresDatabase } from './support/databases.ts';
import { survive } from './support/survival.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 50);
const firstSeed = Number(process.env['TEST_SEED'] ?? 2000);

test(`${sequences} sequences of appends, reorganisations, kills and restarts on PostgreSQL`, {
  timeout: 600_000,
}, async () => {
  const created = await createPostgresDatabase();
  const other = await createPostgresDatabase();
  const fresh = openPostgres({ url: other.url, poolSize: 1 });
  const watch = openPostgres({ url: created.url, poolSize: 1 });
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  try {
    const counts = await survive({
      engine: 'postgres',
      place: created.url,
      fresh,
      seeds: Array.from({ length: sequences }, (_, i) => firstSeed + i),
      killShare: 0.13,
      restartShare: 0.04,
      async settled() {
        // A killed client's last statement may still run: its outcome is not known before its connection is gone.
        for (let busy = 1n; busy > 0n; ) {
          const { rows } = await withSession(watch, (session) =>
            session.query<{ n: bigint }>(`select count(*) as n ${others} and state <> 'idle'`),
          );
          busy = rows[0]?.n ?? 0n;
        }
      },
      terminate: () =>
        withSession(
          watch,
          async (session) => void (await session.query(`select pg_terminate_backend(pid) ${others}`)),
        ),
    });
    process.stderr.write(`Survived on PostgreSQL: ${JSON.stringify(counts)}\n`);
    expect(counts.sequences).toBe(sequences);
    expect(counts.kills).toBeGreaterThan(sequences / 10);
    expect(counts.terminations).toBeGreaterThan(0);
  } finally {
    for (const db of [fresh, watch]) await db.close();
    await created.drop();
    await other.drop();
  }
});
