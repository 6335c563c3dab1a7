import { expect, test } from 'vitest';
import {
  readTransactions,
  type TransactionFilter,
} from '../../src/contexts/compliance/transactions/compliance-transactions.store.ts';
import type {
  TransactionPage,
  TransactionRow,
} from '../../src/contexts/compliance/transactions/transaction-order.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createRandom } from '../support/survival/random.ts';

const organization = '00000000-0000-4000-8000-0000000000aa';
const sorts = ['timestamp', 'amount', 'riskScores'] as const;
const orders = ['asc', 'desc'] as const;

/** Adds rows with many equal times, amounts, and scores, and some without worth or score. */
async function add(db: SqlDatabase, random: ReturnType<typeof createRandom>, count: number): Promise<void> {
  await withSession(db, async (session) => {
    for (let i = 0; i < count; i++) {
      const score = random.chance(0.2) ? null : random.below(8);
      await session.query(
        `insert into compliance_transaction (id, organization_id, address_id, chain, txid, address, direction, amount, usd_cents, presence,
           happened_at, seen_at, screening, risk_score, risk_level, status)
         values (gen_random_uuid(), $1, $1, $2, decode(md5(random()::text) || md5(random()::text), 'hex'), 'a', 'in', $3, $4, 'confirmed',
           timestamptz '2026-01-01' + $5::int4 * interval '1 microsecond', now(), 'scored', $6, $7, $8)`,
        [
          organization,
          random.pick(['bitcoin', 'ethereum'] as const),
          String(random.below(20)),
          random.chance(0.2) ? null : String(random.below(20)),
          random.below(30),
          score,
          score === null ? null : 'low',
          random.pick(['UNASSIGNED', 'IN_REVIEW', 'APPROVED'] as const),
        ],
      );
    }
  });
}

describeWithDatabase('Lists of transactions', (databases) => {
  test('read with a cursor are those read by page, in every order', async () => {
    const db = await databases.empty();
    const random = createRandom(11);
    await add(db, random, 400);
    const kysely = createKysely(db);
    const filters: TransactionFilter[] = [
      { organizationId: organization, statuses: ['UNASSIGNED', 'IN_REVIEW', 'APPROVED'] },
      { organizationId: organization, statuses: ['APPROVED'], blockchain: 'bitcoin' },
    ];
    for (const filter of filters) {
      for (const sortBy of sorts) {
        for (const sortOrder of orders) {
          const view: TransactionPage = { page: 1, limit: 1000, sortBy, sortOrder };
          const whole = (await readTransactions(kysely, filter, view)).map(({ id }) => id);
          expect(whole.length).toBeGreaterThan(50);
          const read: string[] = [];
          let after: TransactionRow | undefined;
          for (;;) {
            const rows = await readTransactions(kysely, filter, { ...view, limit: 7, after });
            read.push(...rows.map(({ id }) => id));
            after = rows.at(-1);
            if (rows.length < 7) break;
          }
          expect(read).toEqual(whole);
        }
      }
    }
  });

  test('read with a cursor, rows that arrive meanwhile repeat none and hide none', async () => {
    const db = await databases.empty();
    const random = createRandom(12);
    await add(db, random, 200);
    const kysely = createKysely(db);
    const filter: TransactionFilter = { organizationId: organization, statuses: ['UNASSIGNED', 'APPROVED'] };
    const view: TransactionPage = { page: 1, limit: 10, sortBy: 'timestamp', sortOrder: 'desc' };
    const before = (await readTransactions(kysely, filter, { ...view, limit: 1000 })).map(({ id }) => id);
    const read: string[] = [];
    let rows = await readTransactions(kysely, filter, view);
    while (rows.length > 0) {
      read.push(...rows.map(({ id }) => id));
      await add(db, random, 20);
      rows = await readTransactions(kysely, filter, { ...view, after: rows.at(-1) });
    }
    expect(new Set(read).size).toBe(read.length);
    expect(before.filter((id) => !read.includes(id))).toEqual([]);
  });
});
