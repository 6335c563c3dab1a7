import { expect, test } from 'vitest';
import { inTransaction, withSession } from '../../../src/db/session.ts';
import { relabel } from '../../../src/ledger/bitcoin/clusters/clusters.ts';
import { suggestDeposits } from '../../../src/ledger/bitcoin/accounts/deposits.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { heightOf } from '../../../src/ledger/bitcoin/positions.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { byteKey } from '../../../src/ledger/shared/byte-keys.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { deposit, depositStory, hot, keyOf, scriptOf } from '../../support/ledger/deposit-story.ts';

describeWithDatabase('Deposit addresses', (databases) => {
  test('are those that hand everything on to a known wallet, again and again', async () => {
    const db = await databases.empty();
    const chain = depositStory();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const known = [{ key: keyOf(hot), entity: 'exchange' }];
    expect(await withSession(db, (session) => suggestDeposits(session, known))).toEqual([]);
    await inTransaction(db, 'read write', (session) =>
      relabel(session, [{ key: keyOf(hot), entity: 'exchange', delta: 1 }]),
    );
    const found = await withSession(db, (session) => suggestDeposits(session, known));
    expect(found.map(({ key }) => byteKey(key))).toEqual([byteKey(keyOf(deposit))]);
    expect(found[0]).toMatchObject({ entity: 'exchange', confidence: 70, sweeps: 2, receipts: 2 });
    expect(heightOf(found[0]?.evidence ?? 0)).toBe(8);
    const none = { transactions: 500, candidates: 0, history: 200 };
    expect(await withSession(db, (session) => suggestDeposits(session, known, none))).toEqual([]);
    expect(
      await withSession(db, (session) =>
        suggestDeposits(session, known, { ...none, candidates: 9, history: 3 }),
      ),
    ).toEqual([]);
  });

  test('are not suggested again once they are attributed, nor for an address that was never seen', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', depositStory().blocks);
    await inTransaction(db, 'read write', (session) =>
      relabel(
        session,
        [hot, deposit].map((script) => ({ key: keyOf(script), entity: 'exchange', delta: 1 })),
      ),
    );
    const ask = (script: Uint8Array) =>
      withSession(db, (session) => suggestDeposits(session, [{ key: keyOf(script), entity: 'exchange' }]));
    expect(await ask(hot)).toEqual([]);
    expect(await ask(scriptOf())).toEqual([]);
  });
});
