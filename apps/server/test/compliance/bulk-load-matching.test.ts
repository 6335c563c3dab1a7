import { join } from 'node:path';
import { encodeBlock } from '@hopscope/chain';
import { afterAll, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';
import { screenPast } from '../../src/contexts/compliance/matching/past.ts';
import { divideMemory } from '../../src/ledger/bitcoin/bulk/load-options.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { busiestKeys, entriesOf, monitor, screened } from '../support/api/monitored.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const chain = createChain({ seed: 11, maxTxs: 20 });
chain.extend(30);

/** Looks through the histories that are due, as the job does. */
async function screenAllPasts(db: SqlDatabase): Promise<void> {
  await withSession(db, async (session) => {
    const { rows } = await session.query<{ id: string; key: Uint8Array; from: Date }>(
      `select id, key, past_from as "from" from monitored_address where past_from is not null and past_done_at is null`,
    );
    for (const { id, key, from } of rows) {
      let left: number | null = null;
      do left = await screenPast(session, { id, chain: 'bitcoin', key, from: from.getTime(), left });
      while (left > 0);
    }
  });
}

describeWithDatabase('a history that is loaded in bulk', (databases) => {
  test('gives monitored addresses the same transactions as block by block', async () => {
    const entries = entriesOf(busiestKeys(chain, 4));
    const reference = await databases.empty();
    await monitor(reference, entries);
    const slow = createBitcoinLedger({
      db: reference,
      hashing: nativeHashing,
      listener: createMatching().bitcoin,
    });
    await slow.append(chain.network, chain.blocks);
    const expected = await screened(reference);
    expect(expected.length).toBeGreaterThan(20);

    const db = await databases.empty();
    await monitor(db, entries);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const bytes = chain.blocks.map(({ block }) => encodeBlock(block));
    await ledger.loadHistory({
      network: chain.network,
      folder: join(folder.path, 'load'),
      memory: divideMemory(1 << 30),
      threads: 1,
      segmentTransactions: 1000,
      runs: [
        {
          height: 0,
          count: bytes.length,
          hash: (place) => chain.blocks[place]?.block.hash ?? new Uint8Array(),
          read: (place) => bytes[place] ?? new Uint8Array(),
        },
      ],
      totalBytes: 1 << 20,
      checkDifficulty: async () => {},
      noteHeader() {},
      signal: undefined,
    });
    await screenAllPasts(db);
    expect(await screened(db)).toEqual(expected);
  });
});
