import { expect } from 'vitest';
import { isDeep } from '../../../../../test/depth.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import { withSession } from '../../../src/db/session.ts';
import { createPostgresDatabase } from '../databases.ts';
import { survive, type SurvivalCounts, type SurvivalOptions } from './survival.ts';
import type { SurvivalSubject } from './survival-subject.ts';

/** Number of sequences, seed of the first one, and rate of disturbances. */
export interface SurvivalPlan extends Pick<SurvivalOptions, 'killShare' | 'restartShare'> {
  sequences: number;
  firstSeed: number;
}

function seedsOf({ sequences, firstSeed }: SurvivalPlan): number[] {
  return Array.from({ length: sequences }, (_, i) => firstSeed + i);
}

/** Returns whether every kind of disturbance must have occurred: with seeds chosen by a test, or with many new ones. */
const meetsAll = (sequences: number): boolean => !isDeep || sequences >= 50;

function check(counts: SurvivalCounts, { sequences }: SurvivalPlan, name: string): void {
  process.stderr.write(`Survived (${name}): ${JSON.stringify(counts)}\n`);
  expect(counts.sequences).toBe(sequences);
  if (meetsAll(sequences)) expect(counts.kills).toBeGreaterThan(sequences / 10);
}

/** Runs the sequences; expects killed processes and connections terminated by the server. */
export async function surviveKills<State, Work>(
  subject: SurvivalSubject<State, Work>,
  plan: SurvivalPlan,
): Promise<void> {
  const created = await createPostgresDatabase();
  const other = await createPostgresDatabase();
  const fresh = openPostgres({ url: other.url, poolSize: 1 });
  const watch = openPostgres({ url: created.url, poolSize: 1 });
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  try {
    const counts = await survive(subject, {
      url: created.url,
      fresh,
      seeds: seedsOf(plan),
      killShare: plan.killShare,
      restartShare: plan.restartShare,
      async settled() {
        // A killed client's last statement may still run: its outcome is unknown until its connection is gone.
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
    check(counts, plan, subject.name);
    if (meetsAll(plan.sequences)) expect(counts.terminations).toBeGreaterThan(0);
  } finally {
    for (const db of [fresh, watch]) await db.close();
    await created.drop();
    await other.drop();
  }
}
