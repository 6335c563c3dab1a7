import { toHex } from '@hopscope/chain';
import { expect, it } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import {
  type MovementsAsked,
  readEthereumAccount,
  readEthereumState,
  readHoldings,
  readMovements,
} from '../../../src/ledger/ethereum/reader.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { modelOf, type ModelRow, randomBlock, tokenFacts } from '../../support/ledger/ethereum-model.ts';
import { createRandom, type Random } from '../../support/survival/random.ts';

const chain = { chainId: 1337n, network: 'demo' };
const facts = new Map(tokenFacts.map((fact) => [toHex(fact.contract), fact]));

/** A chain of random blocks from one height to another; each call gives other blocks. */
function randomChain(random: Random, from: number, to: number, before: Uint8Array): EthereumBundle[] {
  const blocks: EthereumBundle[] = [];
  for (let height = from; height <= to; height++) {
    const parentHash = blocks.at(-1)?.block.hash ?? before;
    blocks.push(randomBlock(random, { height, parentHash }));
  }
  return blocks;
}

function sumOf(rows: readonly ModelRow[], without: 'in' | 'out'): bigint {
  return rows.filter(({ direction }) => direction !== without).reduce((sum, { amount }) => sum + amount, 0n);
}

function withoutAsset({ position, movement, direction, amount, spam }: ModelRow) {
  return { position, movement, direction, amount, spam };
}

async function checkAddress(db: SqlDatabase, random: Random, name: string, rows: readonly ModelRow[]) {
  const address = Uint8Array.from(Buffer.from(name, 'hex'));
  await withSession(db, async (session) => {
    const account = await readEthereumAccount(session, address);
    if (!account) throw new Error(`No account of ${name}`);
    const txs = new Set(rows.map(({ position }) => position).filter((p) => p % 2 ** 17 !== 2 ** 17 - 1));
    expect(account).toMatchObject({
      count: rows.length,
      hiddenCount: rows.filter(({ spam }) => spam).length,
      txCount: txs.size,
      blockCount: new Set(rows.map(({ position }) => Math.floor(position / 2 ** 17))).size,
      first: rows[0]?.position,
      last: rows.at(-1)?.position,
    });
    const holdings = await readHoldings(session, account, { limit: 100 });
    const assets = [...new Set(rows.map(({ asset }) => asset))];
    for (const asset of assets) {
      const own = rows.filter((row) => row.asset === asset);
      const stored = holdings.find(
        (holding) => (holding.asset ? toHex(holding.asset.contract) : 'ether') === asset,
      );
      expect(stored).toMatchObject({
        received: sumOf(own, 'out'),
        spent: sumOf(own, 'in'),
        count: own.length,
        hiddenCount: own.filter(({ spam }) => spam).length,
      });
    }
    for (const asset of [undefined, ...assets]) {
      for (const hidden of [true, false]) {
        const limit = random.pick([1, 3, 7, 20, 100]);
        const shown = rows.filter(
          (row) => (asset === undefined || row.asset === asset) && (hidden || !row.spam),
        );
        const page = 1 + random.below(Math.max(1, Math.ceil(shown.length / limit)));
        const asked: MovementsAsked = {
          hidden,
          page,
          limit,
          ...(asset === undefined
            ? {}
            : { asset: asset === 'ether' ? 'ether' : Uint8Array.from(Buffer.from(asset, 'hex')) }),
        };
        const { total, rows: found } = await readMovements(session, account, asked);
        expect(total).toBe(shown.length);
        const expected = [...shown].reverse().slice((page - 1) * limit, page * limit);
        expect(found).toMatchObject(expected.map(withoutAsset));
        expect(found).toHaveLength(expected.length);
      }
    }
  });
}

async function checkAll(db: SqlDatabase, random: Random, blocks: readonly EthereumBundle[]): Promise<void> {
  const model = modelOf(blocks, chain.chainId, facts);
  const state = await withSession(db, readEthereumState);
  expect(state.totals.accounts).toBe(BigInt(model.size));
  expect(state.totals.transactions).toBe(
    BigInt(blocks.reduce((sum, { block }) => sum + block.transactions.length, 0)),
  );
  const { received, spent, rewards, withdrawals, burnt, destroyed } = state.totals;
  expect(received - spent).toBe(rewards + withdrawals - burnt - destroyed);
  for (const [name, rows] of model) await checkAddress(db, random, name, rows);
  expect(await withSession(db, (session) => auditEthereum(session))).toMatchObject({ ok: true });
}

describeWithDatabase('The Ethereum ledger against a plain model', (databases) => {
  it.each([1, 2])('random blocks above and below, and reorganizations (%i)', async (seed) => {
    const random = createRandom(seed);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    let blocks = randomChain(random, 100, 104, random.bytes(32));
    await ledger.append(chain, blocks);
    await checkAll(db, random, blocks);
    for (let step = 0; step < 8; step++) {
      const top = blocks.at(-1)?.block;
      const bottom = blocks[0]?.block;
      if (!top || !bottom) throw new Error('No blocks');
      const kind = random.below(5);
      if (kind === 0) {
        const count = 1 + random.below(8);
        const gap = random.chance(0.3) ? random.below(3) : 0;
        const from = top.header.number + 1 + gap;
        const added = randomChain(random, from, from + count, top.hash);
        await ledger.append(chain, added);
        blocks = [...blocks, ...added];
      } else if (kind < 3) {
        // Below: the newest of the added blocks has to be the parent of the lowest; a gap leaves it free.
        const to = bottom.header.number - 2;
        const added = randomChain(random, Math.max(0, to - random.below(5)), to, random.bytes(32));
        await ledger.append(chain, added);
        blocks = [...added, ...blocks];
      } else {
        const depth = Math.min(blocks.length - 1, 1 + random.below(5));
        const stored = blocks.slice(0, blocks.length - depth);
        const from = (stored.at(-1)?.block.header.number ?? 0) + 1;
        const added = randomChain(
          random,
          from,
          from + random.below(4),
          stored.at(-1)?.block.hash ?? random.bytes(32),
        );
        await ledger.reorganize(chain, depth, added);
        blocks = [...stored, ...added];
      }
      await checkAll(db, random, blocks);
    }
  });
});
