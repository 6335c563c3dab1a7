import { screenerBandOf } from '@hopscope/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { type DueRow, settle, settleAll } from '../../src/contexts/compliance/screening/screening.store.ts';
import { addScreened, readEvents } from '../../src/contexts/compliance/review/events.store.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi } from '../support/api/teams-api.ts';

const text = fc.option(
  fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', '')),
  { nil: null },
);
const change = fc.record({
  score: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  screened_at: fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time)),
  over_threshold: fc.boolean(),
  usd_cents: fc.option(fc.bigInt({ min: 0n, max: 10n ** 77n }).map(String), { nil: null }),
  asset_symbol: text,
  asset_decimals: fc.option(fc.nat(77), { nil: null }),
  counterparties: text,
  due_at: fc.option(
    fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time)),
    { nil: null },
  ),
  /** Whether somebody changes the row between reading and writing. */
  changed: fc.boolean(),
});

describeWithDatabase('Results of screening', (databases) => {
  test('are written together as they are one by one, except to rows that have changed', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db);
    const kysely = createKysely(db);
    const organizationId = await api.found(await api.someone('ada@example.org'));
    const insert = () => insertTransaction(api, { organizationId, due: true });
    const markOf = async (id: string): Promise<Pick<DueRow, 'id' | 'mark'>> => {
      const [row] = await api.rows<{ mark: string }>(
        'select xmin::text as mark from compliance_transaction where id = $1',
        [id],
      );
      return { id, mark: row?.mark ?? '' };
    };
    const read = async (id: string) => {
      const [row] = await api.rows<Record<string, unknown>>(
        'select * from compliance_transaction where id = $1',
        [id],
      );
      const { id: _, txid: __, address_id: ___, ...columns } = row ?? {};
      return columns;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const pairs = [];
        for (const { changed, score, ...more } of changes) {
          const [one, together] = [await markOf(await insert()), await markOf(await insert())];
          const columns = {
            ...more,
            screening: score === null ? ('nothing_known' as const) : ('scored' as const),
            next_attempt_at: null,
            risk_score: score,
            risk_level: score === null ? null : screenerBandOf(score),
          };
          if (changed) {
            for (const { id } of [one, together])
              await api.rows('update compliance_transaction set notes = $2 where id = $1', [id, 'x']);
          }
          pairs.push({ one, together, columns, changed });
        }
        const results = pairs.map(({ together, columns }) => ({ row: together, change: columns }));
        const written = await kysely.transaction().execute((trx) => settleAll(trx, results));
        for (const { one, together, columns, changed } of pairs) {
          expect(await settle(kysely, one, columns)).toBe(!changed);
          expect(written.has(together.id)).toBe(!changed);
          expect(await read(together.id)).toEqual(await read(one.id));
        }
      }),
      propertyRuns(20),
    );
  });

  test('become events when they differ from the result before', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db);
    const kysely = createKysely(db);
    const organizationId = await api.found(await api.someone('ada@example.org'));
    const ids = [
      await insertTransaction(api, { organizationId }),
      await insertTransaction(api, { organizationId }),
    ];
    const at = new Date(api.clock);
    const write = (...outcomes: string[]) =>
      addScreened(
        kysely,
        at,
        outcomes.map((outcome, i) => ({ id: ids[i] ?? '', organizationId, outcome })),
      );
    await write('10', '20');
    await write('10', '21');
    await write('failed');
    const events = async (i: number) =>
      (await readEvents(kysely, ids[i] ?? '')).map(({ number, kind, before, after }) => [
        number,
        kind,
        before,
        after,
      ]);
    expect(await events(0)).toEqual([
      [1, 'confirmed', null, '1'],
      [2, 'screened', null, '10'],
      [3, 'screened', '10', 'failed'],
    ]);
    expect(await events(1)).toEqual([
      [1, 'confirmed', null, '1'],
      [2, 'screened', null, '20'],
      [3, 'screened', '20', '21'],
    ]);
  });
});
