import { expect, test } from 'vitest';
import { randomSeeds } from '../../../../../test/depth.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../../src/db/session.ts';
import {
  clustersOf,
  clustersUpTo,
  entitiesOf,
  type LabelChange,
  membersOf,
  relabel,
} from '../../../src/ledger/bitcoin/clusters/clusters.ts';
import { coSpentOf } from '../../../src/ledger/bitcoin/clusters/cluster-rule.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { readTxsInOrder, readBlocksFrom, blockPage } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { byteKey } from '../../../src/ledger/shared/byte-keys.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { catchUpClusters, dumpLedger } from '../../support/ledger/dump.ts';
import { createRandom, type Random } from '../../support/survival/random.ts';

const seeds = randomSeeds(3, 4100);
const ledgerOf = (db: SqlDatabase) => createBitcoinLedger({ db, hashing: nativeHashing });

/** A chain with few addresses, so that they meet often. */
const chainOf = (seed: number): TestChain => createChain({ seed, maxTxs: 8, wallet: 40 });

/** Sets of addresses that were spent together, joined one transaction after the other, without any forest. */
interface Model {
  sets: Map<string, Set<string>>;
  keys: Map<string, Uint8Array>;
}

async function modelOf(db: SqlDatabase, height = Number.MAX_SAFE_INTEGER): Promise<Model> {
  const model: Model = { sets: new Map(), keys: new Map() };
  await withSession(db, async (session) => {
    for (const block of await readBlocksFrom(session, 0, 1000)) {
      if (block.height > height) break;
      for (const { record } of await readTxsInOrder(session, blockPage(block, 1, block.txCount))) {
        for (const { key } of record.outputs) if (key) model.keys.set(byteKey(key), key);
        const spent = coSpentOf(record);
        if (spent.length === 0) continue;
        const joined = new Set<string>();
        for (const { name } of spent) for (const other of model.sets.get(name) ?? [name]) joined.add(other);
        for (const name of joined) model.sets.set(name, joined);
      }
    }
  });
  return model;
}

/** Everything that the ledger says of clusters is what the model says. */
async function expectModel(db: SqlDatabase, model: Model, options: { height?: number } = {}): Promise<void> {
  const keys = [...model.keys.values()];
  const clusters = await withSession(db, (session) => clustersOf(session, keys, options));
  const roots = new Map<Set<string>, string>();
  for (const [name, { root, size, evidence }] of clusters) {
    const set = model.sets.get(name);
    expect(size).toBe(set?.size ?? 1);
    expect(evidence === null).toBe(set === undefined);
    if (!set) expect(byteKey(root)).toBe(name);
    else {
      expect(set.has(byteKey(root))).toBe(true);
      expect(byteKey(root)).toBe(roots.get(set) ?? byteKey(root));
      roots.set(set, byteKey(root));
    }
  }
  if (options.height !== undefined) return;
  for (const [set, root] of roots) {
    const rootKey = model.keys.get(root) ?? new Uint8Array();
    const members = await withSession(db, (session) => membersOf(session, rootKey, 0, set.size + 5));
    expect(members.map(({ key }) => byteKey(key)).toSorted()).toEqual([...set].toSorted());
    expect(byteKey(members[0]?.key ?? new Uint8Array())).toBe(root);
    const from = Math.floor(set.size / 3);
    const page = await withSession(db, (session) => membersOf(session, rootKey, from, 4));
    expect(page).toEqual(members.slice(from, from + 4));
  }
}

function appendInParts(db: SqlDatabase, chain: TestChain, random: Random, from = 0): Promise<void> {
  const ledger = ledgerOf(db);
  const next = async (at: number): Promise<void> => {
    if (at >= chain.blocks.length) return;
    const to = at + 1 + random.below(6);
    await ledger.append('demo', chain.blocks.slice(at, to));
    await next(to);
  };
  return next(from);
}

describeWithDatabase('Clusters', (databases) => {
  test('are the sets that joining one transaction after the other gives, now and at every height', async () => {
    for (const seed of seeds) {
      const db = await databases.empty();
      const chain = chainOf(seed);
      chain.extend(30);
      await appendInParts(db, chain, createRandom(seed));
      expect(await withSession(db, clustersUpTo)).toBe(30);
      const model = await modelOf(db);
      expect(Math.max(...[...model.sets.values()].map(({ size }) => size))).toBeGreaterThan(5);
      await expectModel(db, model);
      for (const height of [0, 7, 15, 29, 30]) await expectModel(db, await modelOf(db, height), { height });
    }
  });

  test('have the same rows however blocks came: in other parts, in reorganizations, from scratch', async () => {
    for (const seed of seeds) {
      const db = await databases.empty();
      const random = createRandom(seed);
      const first = chainOf(seed);
      first.extend(18);
      await appendInParts(db, first, random);
      const before = await dumpLedger(db);
      const other = first.fork(11, seed + 1);
      other.extend(9);
      await ledgerOf(db).reorganize('demo', 7, other.blocks.slice(12));
      await expectModel(db, await modelOf(db));
      const fresh = await databases.empty();
      await ledgerOf(fresh).append('demo', other.blocks);
      expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
      await ledgerOf(db).reorganize('demo', 9, first.blocks.slice(12));
      expect(await dumpLedger(db)).toBe(before);
      for (let left = first.blocks.length; left > 0; left--) await ledgerOf(db).disconnect();
      expect(await withSession(db, clustersUpTo)).toBe(-1);
      const { rows } = await withSession(db, (session) => session.query('select 1 from btc_cluster'));
      expect(rows).toEqual([]);
    }
  });

  test('blocks that come in below make them stale, and they are made again in steps', async () => {
    const db = await databases.empty();
    const chain = chainOf(seeds[0] ?? 0);
    chain.extend(24);
    const ledger = ledgerOf(db);
    await ledger.append('demo', chain.blocks.slice(12));
    expect(await withSession(db, clustersUpTo)).toBe(24);
    await ledger.append('demo', chain.blocks.slice(0, 12));
    expect(await withSession(db, clustersUpTo)).toBe(-1);
    chain.extend(1);
    await ledger.append('demo', chain.blocks.slice(25));
    await catchUpClusters(db, 20);
    expect(await ledger.catchUpClusters(20)).toEqual({ upTo: 25, behind: false });
    await expectModel(db, await modelOf(db));
    const fresh = await databases.empty();
    await ledgerOf(fresh).append('demo', chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
  });

  test('an older rule’s clusters do not count, and give way to new ones', async () => {
    const db = await databases.empty();
    const chain = chainOf(seeds[0] ?? 0);
    chain.extend(20);
    await ledgerOf(db).append('demo', chain.blocks);
    const rows = await dumpLedger(db);
    const model = await modelOf(db);
    await withSession(db, (session) => session.query('update btc_cluster_state set rule = 0'));
    const keys = [...model.keys.values()];
    const clusters = await withSession(db, (session) => clustersOf(session, keys));
    expect([...clusters.values()].every(({ size }) => size === 1)).toBe(true);
    expect(await withSession(db, clustersUpTo)).toBe(-1);
    chain.extend(2);
    await ledgerOf(db).append('demo', chain.blocks.slice(21));
    await ledgerOf(db).disconnect();
    await ledgerOf(db).disconnect();
    await catchUpClusters(db, 7);
    expect(await dumpLedger(db)).toBe(rows);
  });

  test('know how many addresses of each entity they have, through links, reorganizations and changes', async () => {
    for (const seed of seeds) {
      const db = await databases.empty();
      const random = createRandom(seed);
      const chain = chainOf(seed);
      chain.extend(12);
      const labels = new Map<string, Map<string, number>>();
      const keysSeen = new Map<string, Uint8Array>();
      const change = async (): Promise<void> => {
        const { keys } = await modelOf(db);
        for (const [name, key] of keys) keysSeen.set(name, key);
        const known = [...keysSeen];
        const changes: LabelChange[] = [];
        for (let left = 12; left > 0; left--) {
          const [name, key] = random.pick(known);
          const entity = random.pick(['a', 'b', 'c']);
          const own = labels.get(name) ?? new Map<string, number>();
          labels.set(name, own);
          const delta = random.chance(0.4) && (own.get(entity) ?? 0) > 0 ? -1 : 1 + random.below(2);
          own.set(entity, (own.get(entity) ?? 0) + delta);
          changes.push({ key, entity, delta });
        }
        await inTransaction(db, 'read write', (session) => relabel(session, changes));
      };
      const check = async (): Promise<void> => {
        const model = await modelOf(db);
        const keys = [...keysSeen.values()];
        await withSession(db, async (session) => {
          const clusters = await clustersOf(session, keys);
          const counts = await entitiesOf(
            session,
            [...clusters.values()].map(({ root }) => root),
          );
          for (const [name, { root }] of clusters) {
            const expected = new Map<string, number>();
            for (const member of model.sets.get(name) ?? [name]) {
              for (const [entity, n] of labels.get(member) ?? []) {
                if (n > 0) expected.set(entity, (expected.get(entity) ?? 0) + n);
              }
            }
            const found = (counts.get(byteKey(root)) ?? []).map(({ entity, n }) => [entity, n] as const);
            expect(new Map(found)).toEqual(expected);
          }
        });
      };
      await ledgerOf(db).append('demo', chain.blocks);
      await change();
      await check();
      const grown = chain.fork(12, seed + 9);
      grown.extend(6);
      await ledgerOf(db).append('demo', grown.blocks.slice(13, 16));
      await check();
      await change();
      await ledgerOf(db).append('demo', grown.blocks.slice(16));
      await check();
      const other = grown.fork(13, seed + 10);
      other.extend(4);
      await ledgerOf(db).reorganize('demo', 5, other.blocks.slice(14));
      await check();
      await change();
      // What changes while the clusters are being rebuilt is counted, too.
      await withSession(db, (session) => session.query('update btc_cluster_state set rule = 0'));
      await change();
      await catchUpClusters(db, 10);
      await check();
    }
  });

  test('refuse to take away attributions that are not there, and change nothing', async () => {
    const db = await databases.empty();
    const chain = chainOf(1);
    chain.extend(10);
    await ledgerOf(db).append('demo', chain.blocks);
    const [key] = [...(await modelOf(db)).keys.values()];
    if (!key) throw new Error('no address');
    const more = { key, entity: 'a', delta: 2 };
    await inTransaction(db, 'read write', (session) => relabel(session, [more]));
    for (const change of [
      { key, entity: 'a', delta: -3 },
      { key, entity: 'b', delta: -1 },
    ]) {
      await expect(inTransaction(db, 'read write', (session) => relabel(session, [change]))).rejects.toThrow(
        RangeError,
      );
    }
    const roots = await withSession(db, (session) => clustersOf(session, [key]));
    const root = roots.get(byteKey(key))?.root ?? key;
    const counts = await withSession(db, (session) => entitiesOf(session, [root]));
    expect(counts.get(byteKey(root))).toEqual([{ entity: 'a', n: 2 }]);
  });
});
