import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { randomSeeds } from '../../../../test/depth.ts';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { auditEthereum } from '../../src/ledger/ethereum/audit/audit.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { inTransaction } from '../../src/db/session.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { checkDays, checkFilter, type Owners, randomFilter } from '../support/ledger/address-checks.ts';
import {
  bitcoinHistories,
  ethereumHistories,
  type HistoryModel,
  type HistoryModelRow,
} from '../support/ledger/address-model.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { randomBlock } from '../support/ledger/ethereum-model.ts';
import { createRandom, type Random } from '../support/survival/random.ts';
import type { Someone } from '../support/api/teams-api.ts';

const filtersPerAddress = 3;

/** Addresses with the longest histories, and one with a short one. */
function chosen(model: HistoryModel, random: Random): [string, readonly HistoryModelRow[]][] {
  const byLength = [...model].sort(([, a], [, b]) => b.length - a.length);
  return [...byLength.slice(0, 2), random.pick(byLength.slice(2))];
}

/** Gives some of the addresses to two entities; says whose each address is by the directory's own answer. */
async function nameSome(
  api: DirectoryApi,
  who: Someone,
  addresses: readonly string[],
  random: Random,
): Promise<{ owners: Owners; entities: string[] }> {
  await api.sync('list', [
    subject('x', { proper_name: '=HYPERLINK("x");@SUM(1)' }),
    subject('y', { proper_name: 'Desk, "Grace"' }),
    ...addresses.slice(0, 12).map((address) => attribution(random.pick(['x', 'y']), address)),
  ]);
  const owners = new Map<string, string>();
  for (let at = 0; at < addresses.length; at += 1000) {
    const { data } = await api.as(who, endpoints.attributeAddresses, {
      body: { addresses: addresses.slice(at, at + 1000) },
    });
    for (const { address, entityId } of data) if (entityId !== null) owners.set(address, entityId);
  }
  return { owners, entities: [...new Set(owners.values())] };
}

async function checkAll(
  api: DirectoryApi,
  who: Someone,
  about: { model: HistoryModel; random: Random; opening: bigint | undefined },
): Promise<void> {
  const { model, random, opening } = about;
  const { owners, entities } = await nameSome(api, who, [...model.keys()], random);
  for (const [addr, rows] of chosen(model, random)) {
    await checkDays(api, who, { addr, rows, opening });
    await checkFilter(api, who, { addr, rows, query: {}, owners, random });
    for (let i = 0; i < filtersPerAddress; i++) {
      const query = randomFilter(random, rows, entities);
      await checkFilter(api, who, { addr, rows, query, owners, random });
    }
  }
}

/** Times that do not ascend, a little or much, over two ends of a year. */
function timesOf(random: Random): (height: number) => number {
  const most = random.chance(0.5) ? 200_000 : 6_000_000;
  const jitter = Array.from({ length: 64 }, () => random.below(most));
  return (height) => 1_577_600_000 + height * 200_000 + (jitter[height % 64] ?? 0);
}

describeWithDatabase('Lists of an address', (databases) => {
  for (const seed of randomSeeds(1)) {
    test(`of Bitcoin are what the blocks say, also after reorganizations (seed ${seed})`, async () => {
      const random = createRandom(seed);
      const db = await databases.empty();
      const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
      const chain = createChain({ seed, maxTxs: 14, wallet: 8, time: timesOf(random) });
      chain.extend(70);
      await ledger.append(chain.network, chain.blocks);
      const api = await createDirectoryApi(db);
      const who = await api.someone('ada@example.org');
      await checkAll(api, who, { model: bitcoinHistories(chain.blocks, chain.network), random, opening: 0n });
      const depth = 1 + random.below(20);
      const other = chain.fork(chain.blocks.length - 1 - depth, seed + 1000);
      const fresh = other.extend(depth + 1);
      await ledger.reorganize(chain.network, depth, fresh);
      await checkAll(api, who, { model: bitcoinHistories(other.blocks, chain.network), random, opening: 0n });
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    });

    test(`of Ethereum are what the blocks say, also after reorganizations (seed ${seed})`, async () => {
      const random = createRandom(seed);
      const db = await databases.empty();
      const ledger = createEthereumLedger({ db });
      const grow = (bundles: readonly EthereumBundle[], count: number): EthereumBundle[] => {
        const grown = [...bundles];
        for (let i = 0; i < count; i++) {
          const height = grown.length;
          const parentHash = grown.at(-1)?.block.hash ?? new Uint8Array(32);
          const time = 1_703_000_000 + height * 30_000 + random.below(30_000);
          grown.push(randomBlock(random, { height, parentHash, time }));
        }
        return grown;
      };
      const ethereum = { chainId: 424242n, network: 'test' };
      const openings = { complete: true, balances: new Map<string, bigint>() };
      const bundles = grow([], 60);
      await ledger.append(ethereum, bundles, openings);
      const api = await createDirectoryApi(db);
      const who = await api.someone('ada@example.org');
      await checkAll(api, who, { model: ethereumHistories(bundles, ethereum.chainId), random, opening: 0n });
      const depth = 1 + random.below(12);
      const other = grow(bundles.slice(0, -depth), depth + 2);
      await ledger.reorganize(ethereum, depth, other.slice(bundles.length - depth), openings);
      await checkAll(api, who, { model: ethereumHistories(other, ethereum.chainId), random, opening: 0n });
      expect(await inTransaction(db, 'read only', (session) => auditEthereum(session))).toMatchObject({
        ok: true,
      });
    });
  }
});
