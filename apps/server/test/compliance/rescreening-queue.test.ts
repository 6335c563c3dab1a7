import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { enqueueAffected } from '../../src/contexts/compliance/screening/rescreening.store.ts';
import { sortNewNames } from '../../src/contexts/risk/scores/dependents.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { withSession } from '../../src/db/session.ts';
import { describeWithDatabase } from '../support/databases.ts';

const name = fc.constantFrom(-(2n ** 63n), -1n, 0n, 1n, 2n, 3n, 4n, 2n ** 63n - 1n);
const screening = fc.record({
  version: fc.integer({ min: 1, max: 4 }),
  names: fc.uniqueArray(name, { maxLength: 5 }),
  isComplete: fc.boolean(),
});

describeWithDatabase('The queue of transactions to rescreen', (databases) => {
  test('contains exactly the screenings of earlier releases that depend on a changed name, each once', async () => {
    const db = await databases.empty();
    const kysely = createKysely(db);
    const rows = async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
      (await withSession(db, (session) => session.query<Row>(text, params))).rows;
    await fc.assert(
      fc.asyncProperty(
        fc.array(screening, { maxLength: 12 }),
        fc.array(name, { maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        async (screenings, changed, release, sorted) => {
          await rows('delete from compliance_dependency');
          await rows('delete from compliance_rescreen');
          const stored = screenings.map((each) => ({ ...each, id: randomUUID() }));
          for (const { id, version, names, isComplete } of stored) {
            await rows('insert into compliance_dependency values ($1, $2, $3::text::int8[], $4)', [
              id,
              version,
              `{${names.join(',')}}`,
              isComplete,
            ]);
          }
          if (sorted) await sortNewNames(kysely, 'compliance_dependency_names');
          const earlier = stored.filter(({ version }) => version < release);
          const queued = async () =>
            (
              await rows<{ transaction_id: string; release: bigint }>(
                'select transaction_id, release from compliance_rescreen',
              )
            )
              .map((row) => `${row.transaction_id} ${row.release}`)
              .toSorted();
          const depending = earlier.filter(({ names }) => names.some((each) => changed.includes(each)));
          await enqueueAffected(kysely, release, changed);
          expect(await queued()).toEqual(depending.map(({ id }) => `${id} ${release}`).toSorted());
          await enqueueAffected(kysely, release, null);
          const all = new Set([...depending, ...earlier.filter(({ isComplete }) => !isComplete)]);
          expect(await queued()).toEqual([...all].map(({ id }) => `${id} ${release}`).toSorted());
        },
      ),
      propertyRuns(40),
    );
  });
});
