import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle, EthereumChain, Openings } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { rewardScheduleOf } from '../../../src/ledger/ethereum/blocks/schedule.ts';
import type { EthereumHistory } from '../../../src/ledger/ethereum/bulk/load-options.ts';
import { createBatchPreparer } from '../../../src/ledger/ethereum/bulk/prepare-batch.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { randomBlock } from '../../support/ledger/ethereum-model.ts';
import { story } from '../../support/ledger/ethereum-story.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { createRandom } from '../../support/survival/random.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const demo: EthereumChain = { chainId: 1337n, network: 'demo' };

/** Blocks in chain order, prepared in batches of a few. */
function historyOf(
  chain: EthereumChain,
  blocks: readonly EthereumBundle[],
  more: Partial<EthereumHistory> = {},
): EthereumHistory {
  const prepareBatch = createBatchPreparer(rewardScheduleOf(chain.chainId));
  return {
    chain,
    folder: join(folder.path, 'load'),
    segmentTransactions: 10,
    heights: blocks.map(({ block }) => block.header.number),
    hashAt: async (height) => blocks.find(({ block }) => block.header.number === height)?.block.hash,
    prepare(above) {
      const left = blocks.filter(({ block }) => block.header.number > above);
      return {
        next: async () => (left.length === 0 ? undefined : prepareBatch(left.splice(0, 3))),
        close: async () => {},
      };
    },
    ...more,
  };
}

async function appended(
  db: SqlDatabase,
  chain: EthereumChain,
  blocks: readonly EthereumBundle[],
  openings?: Openings,
): Promise<string> {
  const ledger = createEthereumLedger({ db });
  for (const block of blocks) await ledger.append(chain, [block], openings);
  return dumpLedger(db, 'ethereum');
}

function randomChain(seed: number, count: number, gaps = false): EthereumBundle[] {
  const random = createRandom(seed);
  const blocks: EthereumBundle[] = [];
  let height = 1000;
  for (let i = 0; i < count; i++) {
    blocks.push(randomBlock(random, { height, parentHash: blocks.at(-1)?.block.hash ?? random.bytes(32) }));
    height += gaps && random.chance(0.2) ? 2 : 1;
  }
  return blocks;
}

describeWithDatabase('a history of Ethereum that is loaded in bulk', (databases) => {
  async function expectSame(
    chain: EthereumChain,
    blocks: readonly EthereumBundle[],
    openings?: Openings,
  ): Promise<void> {
    const expected = await appended(await databases.empty(), chain, blocks, openings);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const result = await ledger.loadHistory(historyOf(chain, blocks, { openings }));
    expect(result).toMatchObject({ blocks: blocks.length, published: true });
    expect(await dumpLedger(db, 'ethereum')).toBe(expected);
    expect(await withSession(db, (session) => auditEthereum(session))).toMatchObject({ ok: true });
  }

  test.each([1, 2, 3, 4])('has the same tables as block by block: random chain %i', (seed) =>
    expectSame(demo, randomChain(seed, 60, seed % 2 === 0)),
  );

  test('has the same tables for a chain with every case, and openings', () =>
    expectSame(story.chain, story.blocks, story.openings));
});
