import { expect, it } from 'vitest';
import { inTransaction, type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import {
  appendEvent,
  storedEvents,
  type LedgerEvent,
  readEventBounds,
  readEvents,
} from '../../../src/ledger/shared/events.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { story } from '../../support/ledger/ethereum-story.ts';

const unconfirmed: LedgerEvent = {
  kind: 'unconfirmed',
  blockchain: 'bitcoin',
  keys: [Uint8Array.of(0, 1, 2), new Uint8Array(33).fill(0x10)],
};

function allEvents(db: SqlDatabase) {
  return withSession(db, (session) => readEvents(session, 0, 20_000));
}

describeWithDatabase('events of the ledgers', (databases) => {
  it('tell every change of the Bitcoin ledger, in its order and in runs without a gap', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const chain = createChain({ seed: 5, network: 'mainnet' });
    chain.extend(12);
    const at = (from: number, to: number) =>
      chain.blocks.filter(({ height }) => height >= from && height <= to);
    await ledger.append('mainnet', [...at(0, 3), ...at(6, 7)]);
    await ledger.append('mainnet', at(4, 5));
    await ledger.append('mainnet', []);
    await ledger.reorganize('mainnet', 2, at(6, 9));
    await ledger.disconnect();
    await ledger.reorganize('mainnet', 0, at(9, 10));
    expect(await allEvents(db)).toEqual(
      [
        { kind: 'blocks', from: 0, to: 3 },
        { kind: 'blocks', from: 6, to: 7 },
        { kind: 'blocks', from: 4, to: 5 },
        { kind: 'reorganization', from: 6, depth: 2, to: 9 },
        { kind: 'reorganization', from: 9, depth: 1, to: 8 },
        { kind: 'blocks', from: 9, to: 10 },
      ].map((event, i) => ({ id: i + 1, event: { blockchain: 'bitcoin', ...event } })),
    );
  });

  it('tell every change of the Ethereum ledger', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const { chain, blocks, openings } = story;
    const heights = blocks.map(({ block }) => block.header.number);
    const [lowest = 0, top = 0] = [heights[0], heights.at(-1)];
    await ledger.append(chain, blocks, openings);
    await ledger.disconnect();
    await ledger.reorganize(chain, 1, blocks.slice(-2));
    expect((await allEvents(db)).map(({ event }) => event)).toEqual([
      { kind: 'blocks', blockchain: 'ethereum', from: lowest, to: top },
      { kind: 'reorganization', blockchain: 'ethereum', from: top, depth: 1, to: top - 1 },
      { kind: 'reorganization', blockchain: 'ethereum', from: top - 1, depth: 1, to: top },
    ]);
  });

  it('leave no trace of a change that was refused', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const chain = createChain({ seed: 6, network: 'mainnet' });
    chain.extend(3);
    await ledger.append('mainnet', chain.blocks);
    await expect(ledger.append('mainnet', chain.blocks)).rejects.toThrow('already has');
    await expect(
      inTransaction(db, 'read write', async (session) => {
        await appendEvent(session, unconfirmed);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await withSession(db, async (session) => {
      expect(await readEventBounds(session)).toEqual({ before: 0, newest: 1 });
    });
  });

  it('keep the keys that waiting transactions touch', async () => {
    const db = await databases.empty();
    await inTransaction(db, 'read write', (session) => appendEvent(session, unconfirmed));
    expect(await allEvents(db)).toEqual([{ id: 1, event: unconfirmed }]);
  });

  it('are numbered in the order of the commits, however many write at once', async () => {
    const db = await databases.empty();
    await Promise.all(
      Array.from({ length: 20 }, (_, from) =>
        inTransaction(db, 'read write', (session) =>
          appendEvent(session, { kind: 'blocks', blockchain: 'bitcoin', from, to: from }),
        ),
      ),
    );
    const events = await allEvents(db);
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('are kept up to a bounded number, and what is gone is known to be gone', async () => {
    const db = await databases.empty();
    await withSession(db, async (session) => {
      expect(await readEventBounds(session)).toEqual({ before: 0, newest: 0 });
      await session.query('insert into ledger_event_counter (last) values ($1)', [storedEvents + 749]);
      await session.query(
        `insert into ledger_event (id, kind, blockchain, lo, hi)
         select i, 'blocks', 'bitcoin', i, i from generate_series(1, $1::int8) i`,
        [storedEvents + 749],
      );
    });
    await inTransaction(db, 'read write', (session) => appendEvent(session, unconfirmed));
    await withSession(db, async (session) => {
      expect(await readEventBounds(session)).toEqual({ before: 750, newest: storedEvents + 750 });
      expect(await readEvents(session, 750, 2)).toMatchObject([{ id: 751 }, { id: 752 }]);
    });
  });
});
