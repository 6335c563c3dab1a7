import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { isDeep } from '../../../../test/depth.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { withSession } from '../../src/db/session.ts';
import { createPostgresDatabase } from './databases.ts';
import { survive, type SurvivalCounts, type SurvivalOptions } from './survival.ts';
import type { SurvivalSubject } from './survival-subject.ts';

/** How many sequences, the seed of the first, and how often they are disturbed. */
export interface SurvivalPlan extends Pick<SurvivalOptions, 'killShare' | 'restartShare'> {
  sequences: number;
  firstSeed: number;
}

function seedsOf({ sequences, firstSeed }: SurvivalPlan): number[] {
  return Array.from({ length: sequences }, (_, i) => firstSeed + i);
}

/** Whether every kind of disturbance must have come: with seeds that a test chose, or with many new ones. */
const meetsAll = (sequences: number): boolean => !isDeep || sequences >= 50;

function check(counts: SurvivalCounts, { sequences }: SurvivalPlan, where: string): void {
  process.stderr.write(`Survived on ${where}: ${JSON.stringify(counts)}\n`);
  expect(counts.sequences).toBe(sequences);
  if (meetsAll(sequences)) expect(counts.kills).toBeGreaterThan(sequences / 10);
}

/** Runs the sequences on a copy of the built-in database, and expects that processes were killed. */
export async function surviveOnPglite<State, Work>(
  subject: SurvivalSubject<State, Work>,
  plan: SurvivalPlan,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-survival-'));
  const place = join(folder, 'database');
  await cp(join(inject('pgliteFolder'), 'database'), place, { recursive: true });
  const tarball = await readFile(join(inject('pgliteFolder'), 'database.tar'));
  const fresh = await openPglite({ snapshot: new Uint8Array(tarball) });
  try {
    const { killShare, restartShare } = plan;
    const options = {
      engine: 'pglite',
      place,
      fresh,
      seeds: seedsOf(plan),
      killShare,
      restartShare,
    } as const;
    check(await survive(subject, options), plan, `the built-in database, ${subject.name}`);
  } finally {
    await fresh.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the sequences on PostgreSQL; expects that processes were killed, and connections ended by the server. */
export async function surviveOnPostgres<State, Work>(
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
      engine: 'postgres',
      place: created.url,
      fresh,
      seeds: seedsOf(plan),
      killShare: plan.killShare,
      restartShare: plan.restartShare,
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
    check(counts, plan, `PostgreSQL, ${subject.name}`);
    if (meetsAll(plan.sequences)) expect(counts.terminations).toBeGreaterThan(0);
  } finally {
    for (const db of [fresh, watch]) await db.close();
    await created.drop();
    await other.drop();
  }
}
