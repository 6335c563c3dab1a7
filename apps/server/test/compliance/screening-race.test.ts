import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { inTransaction } from '../../src/db/session.ts';
import { confirm } from '../../src/contexts/compliance/matching/matches.ts';
import { addEvents } from '../../src/contexts/compliance/review/events.store.ts';
import {
  lockTransactions,
  updateTransactions,
} from '../../src/contexts/compliance/transactions/compliance-transactions.store.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

// The built-in database has one connection: there is nobody to wait for.
describeWithDatabase('A block that confirms what somebody decides on at the same moment', (databases) => {
  test('waits for the decision, and both are told', async () => {
    const db = await databases.empty();
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const txid = 'cd'.repeat(32);
    const one = await insertTransaction(api, {
      organizationId: id,
      txid,
      presence: 'unconfirmed',
      height: null,
    });
    const block = { txid, height: 5, at: api.clock };
    let confirmed: Promise<void> = Promise.resolve();
    await createKysely(db)
      .transaction()
      .execute(async (trx) => {
        await lockTransactions(trx, id, [one]);
        confirmed = inTransaction(db, 'read write', (session) => confirm(session, 'bitcoin', [block]));
        // Long enough for the block to stand before the row.
        await setTimeout(300);
        await updateTransactions(trx, [one], { status: 'HOLD' });
        await addEvents(trx, [
          {
            transaction_id: one,
            organization_id: id,
            kind: 'status',
            at: new Date(api.clock),
            actor_id: ada.id,
            before: 'UNASSIGNED',
            after: 'HOLD',
            note: null,
          },
        ]);
      });
    await confirmed;
    const remote = await api.rows<{ kind: string }>(
      'select kind from compliance_event where transaction_id = $1 order by number',
      [one],
    );
    expect(remote.map(({ kind }) => kind).slice(-2)).toEqual(['status', 'confirmed']);
  });
});
