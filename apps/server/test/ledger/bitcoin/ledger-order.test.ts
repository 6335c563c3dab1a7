import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { createRandom } from '../../support/survival/random.ts';

const chain = createChain({ seed: 21, maxTxs: 10 });
chain.extend(29);

/** Appends parts in their order. */
async function appendAll(db: SqlDatabase, parts: readonly (readonly BlockAtHeight[])[]): Promise<void> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  for (const part of parts) await ledger.append(chain.network, part);
}

/** Blocks in random order, in batches (each ascending, with gaps) of 1 to 6. */
function shuffled(seed: number, blocks: readonly BlockAtHeight[]): BlockAtHeight[][] {
  const random = createRandom(seed);
  const left = [...blocks];
  const parts: BlockAtHeight[][] = [];
  while (left.length > 0) {
    const size = Math.min(left.length, 1 + random.below(6));
    const part = Array.from({ length: size }, () => left.splice(random.below(left.length), 1)).flat();
    parts.push(part.sort((a, b) => a.height - b.height));
  }
  return parts;
}

describeWithDatabase('ledger as a function of its blocks', (databases) => {
  test('is the same block by block, in one batch, backwards and from the middle', async () => {
    const batch = await databases.empty();
    await appendAll(batch, [chain.blocks]);
    const expected = await dumpLedger(batch);
    const single = chain.blocks.map((placed) => [placed]);
    const orders = [
      single,
      single.toReversed(),
      [chain.blocks.slice(12, 20), chain.blocks.slice(20), chain.blocks.slice(0, 12)],
    ];
    for (const parts of orders) {
      const db = await databases.empty();
      await appendAll(db, parts);
      expect(await dumpLedger(db)).toBe(expected);
    }
  });

  test.each([1, 2, 3])('is the same in random order %i, and whole at every step', async (seed) => {
    const ascending = await databases.empty();
    await appendAll(ascending, [chain.blocks]);
    const db = await databases.empty();
    for (const part of shuffled(seed, chain.blocks)) {
      await appendAll(db, [part]);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    }
    expect(await dumpLedger(db)).toBe(await dumpLedger(ascending));
  });

  test.each([11, 12, 13])('with gaps equals an ascending load of the same blocks %i', async (seed) => {
    const random = createRandom(seed);
    const some = chain.blocks.filter(() => random.chance(0.6));
    const ascending = await databases.empty();
    await appendAll(ascending, [some]);
    const db = await databases.empty();
    await appendAll(db, shuffled(seed, some));
    expect(await dumpLedger(db)).toBe(await dumpLedger(ascending));
    expect(await auditBitcoin(db, { height: 15 })).toMatchObject({ ok: true });
  });

  test('is what it was after each block that is taken back, down to nothing', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const dumps: string[] = [];
    for (const placed of chain.blocks) {
      await ledger.append(chain.network, [placed]);
      dumps.push(await dumpLedger(db));
    }
    for (let height = chain.blocks.length - 1; height >= 0; height--) {
      expect(await dumpLedger(db)).toBe(dumps[height]);
      await ledger.disconnect();
    }
    const rows = (await dumpLedger(db)).split('\n').filter((line) => !line.startsWith('=='));
    expect(rows).toEqual(['(1,demo,0,0,0,0,0,0,0,0,0)']);
    await expect(ledger.disconnect()).rejects.toMatchObject({ code: 'nothing_to_take_back' });
  });

  test('takes back a range that was loaded out of order', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await appendAll(db, shuffled(31, chain.blocks.slice(5)));
    for (let left = 25; left > 12; left--) await ledger.disconnect();
    const fresh = await databases.empty();
    await appendAll(fresh, [chain.blocks.slice(5, 17)]);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
  });
});
