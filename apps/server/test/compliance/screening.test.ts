import { addressKeyOfScript, toDisplayHash, toHex, type Transaction } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { isDeep, randomSeeds } from '../../../../test/depth.ts';
import { inTransaction, withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { screenPast } from '../../src/contexts/compliance/matching/past.ts';
import { createChain, type TestChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createWorld, type MempoolWorld, pay } from '../support/ledger/mempool-world.ts';
import { busiestKeys, entriesOf, monitor, type Monitored, screened } from '../support/api/monitored.ts';
import {
  follow,
  giveList,
  live,
  type LivingNode,
  spentBy,
  switchBranch,
} from '../support/sources/node-life.ts';
import { createRandom } from '../support/survival/random.ts';
import { createWallet } from '../support/ledger/scripts.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

/** In the second one inputs become known after a payment was seen. */
const seeds = isDeep ? randomSeeds(2, 700) : [700, 727];
const steps = 25;
/** Blocks that are there before the later entries are monitored. */
const begun = 9;

const keyOf = (script: Uint8Array): string => {
  const key = addressKeyOfScript(script, nativeHashing);
  return key ? toHex(key) : '';
};

/** What must be there: worked out from the node alone, transaction by transaction. */
function expected(node: LivingNode, entries: readonly Monitored[], late: ReadonlySet<Monitored>): string[] {
  const confirmed = node.chain.blocks.flatMap(({ block, height }) =>
    block.transactions.map((tx) => ({ tx, height })),
  );
  const waiting = [...node.mempool.values()].map((tx) => ({ tx, height: -1 }));
  const outputs = new Map<string, { key: string; value: bigint }>();
  for (const { tx } of [...confirmed, ...waiting]) {
    tx.outputs.forEach(({ script, value }, i) =>
      outputs.set(`${toHex(tx.txid)}:${i}`, { key: keyOf(script), value }),
    );
  }
  const netOf = (tx: Transaction, key: string): bigint => {
    let net = 0n;
    for (const { script, value } of tx.outputs) if (keyOf(script) === key) net += value;
    for (const name of spentBy(tx)) {
      const output = outputs.get(name);
      if (output?.key === key) net -= output.value;
    }
    return net;
  };
  return entries
    .flatMap((entry) =>
      [...confirmed, ...waiting].flatMap(({ tx, height }) => {
        const { id, key, outgoing } = entry;
        if (late.has(entry) && height >= 0 && height < begun) return [];
        const net = netOf(tx, toHex(key));
        if (net === 0n || (net < 0n && !outgoing)) return [];
        const [presence, direction] = [height < 0 ? 'unconfirmed' : 'confirmed', net > 0n ? 'in' : 'out'];
        return [
          `${id} ${toDisplayHash(tx.txid)} ${presence} ${height} ${direction} ${net < 0n ? -net : net}`,
        ];
      }),
    )
    .sort();
}

/**
 * Stands in the chain or waits, and is what the entry asks for. A row that was made before its inputs were known stays when it turns out to
 * be a payment of the address itself, and says so.
 */
function isListed(line: string, entries: readonly Monitored[]): boolean {
  const [id, , presence, , direction, amount] = line.split(' ');
  const asked = direction === 'in' || entries.some((entry) => entry.id === id && entry.outgoing);
  return presence !== 'withdrawn' && asked && amount !== '0';
}

/** A script of the chain that pays the key. */
function scriptPaying({ blocks }: TestChain, key: Uint8Array): Uint8Array {
  for (const { block } of blocks) {
    for (const { outputs } of block.transactions) {
      for (const { script } of outputs) if (keyOf(script) === toHex(key)) return script;
    }
  }
  throw new Error('Nobody pays it');
}

async function run(databases: TestDatabases, seed: number): Promise<void> {
  const random = createRandom(seed);
  const db = await databases.empty();
  const wallet = createWallet(random, 6).filter((script) => keyOf(script) !== '');
  const keys = [
    ...new Map(wallet.map((script) => [keyOf(script), addressKeyOfScript(script, nativeHashing)])).values(),
  ];
  const entries = entriesOf(keys.flatMap((key) => (key ? [key] : [])));
  await monitor(db, entries.slice(0, 4));
  let world = await createWorld(db);
  const late = new Set(entries.slice(4));
  await monitor(db, [...late]);
  const node: LivingNode = { chain: world.chain, mempool: new Map() };
  let followed = createChain({ seed: 31, maxTxs: 4 });
  followed.extend(8);
  for (let step = 0; step < steps; step++) {
    for (let i = random.below(4); i >= 0; i--) live(node, random, wallet);
    if (random.chance(0.15) && node.chain.blocks.length > 11) {
      switchBranch(node, 1 + random.below(2), seed + step);
    }
    if (random.chance(0.5)) await giveList(world.mempool, node);
    await follow(world, followed, node.chain);
    followed = node.chain.fork(node.chain.blocks.length - 1, 1);
    await giveList(world.mempool, node);
    await giveList(world.mempool, node);
    const rows = await screened(db);
    expect(rows.filter((line) => isListed(line, entries))).toEqual(expected(node, entries, late));
    expect(new Set(rows.map((line) => line.split(' ').slice(0, 2).join(' '))).size).toBe(rows.length);
    // A server that starts anew knows nothing of what the one before had looked at.
    if (random.chance(0.1)) world = restarted(world);
  }
  await world.mempool.clear();
  expect(await screened(db, 'pending')).toEqual([]);
}

/** The same world after a restart: nothing is remembered but what the database holds. */
function restarted(world: MempoolWorld): MempoolWorld {
  const { db } = world;
  return {
    ...world,
    ledger: createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin }),
    mempool: createBitcoinMempool({
      db,
      hashing: nativeHashing,
      limit: 1000,
      now: () => world.clock.now,
      listener: createMatching().bitcoin,
    }),
  };
}

describeWithDatabase('Screening of monitored addresses', (databases) => {
  test.each(seeds)(
    'run %i has one row for each transaction, address and organization, standing where the node has it',
    (seed) => run(databases, seed),
  );

  test('a replaced payment is withdrawn with what replaced it; a block that goes takes its rows along and gives them back', async () => {
    const world = await createWorld(await databases.empty());
    const [script = new Uint8Array()] = createWallet(createRandom(3), 1);
    const key = addressKeyOfScript(script, nativeHashing) ?? new Uint8Array();
    const [entry] = entriesOf([key]);
    if (!entry) throw new Error('No entry');
    await monitor(world.db, [entry]);
    const coin = world.chain.coins.find(({ value }) => value > 10_000n);
    const first = pay(coin, 200, script);
    const second = pay(coin, 900, script);
    const third = pay(
      world.chain.coins.find((other) => other !== coin && other.value > 10_000n),
      300,
      script,
    );
    await world.list(first, third);
    await world.list(second, third);
    const fork = world.chain.fork(world.chain.blocks.length - 1, 9);
    world.chain.mine([second]);
    await world.catchUp();
    await world.list(third);
    await world.list();
    fork.mine([]);
    fork.mine([second]);
    await world.ledger.reorganize('demo', 1, fork.blocks.slice(-2));
    const tip = fork.blocks.length - 1;
    const of = (tx: Transaction, presence: string, height: number): string =>
      `${entry.id} ${toDisplayHash(tx.txid)} ${presence} ${height} in ${tx.outputs[0]?.value}`;
    expect(await screened(world.db)).toEqual(
      [of(first, 'withdrawn', -1), of(second, 'confirmed', tip), of(third, 'withdrawn', -1)].sort(),
    );
    const history = await withSession(world.db, async (session) => {
      const { rows } = await session.query<{ tx: string; history: string }>(
        `select encode(t.txid, 'hex') as tx, string_agg(concat_ws(' ', h.kind, h.after, h.note), ', ' order by h.number) as history
         from compliance_event h join compliance_transaction t on t.id = h.transaction_id group by 1`,
      );
      return new Map(rows.map(({ tx, history: words }) => [tx, words]));
    });
    expect(history.get(toDisplayHash(first.txid))).toBe(
      `seen, withdrawn replaced ${toDisplayHash(second.txid)}`,
    );
    expect(history.get(toDisplayHash(second.txid))).toBe(
      `seen, confirmed ${tip - 1}, withdrawn reorganized block ${tip - 1}, confirmed ${tip}`,
    );
    expect(history.get(toDisplayHash(third.txid))).toBe('seen, withdrawn evicted');
  });

  test('blocks from before an address was monitored are left to its past; who is paused or gone is not screened', async () => {
    const world = await createWorld(await databases.empty());
    const [script = new Uint8Array()] = createWallet(createRandom(4), 1);
    const key = addressKeyOfScript(script, nativeHashing) ?? new Uint8Array();
    const [fromNow, paused, gone] = [...entriesOf([key]), ...entriesOf([key])];
    if (!fromNow || !paused || !gone) throw new Error('No entries');
    await monitor(world.db, [fromNow, paused, gone]);
    await withSession(world.db, async (session) => {
      await session.query('update monitored_address set screen_from = now() where id = $1', [fromNow.id]);
      await session.query('update monitored_address set is_active = false where id = $1', [paused.id]);
      await session.query('update monitored_address set deleted_at = now() where id = $1', [gone.id]);
    });
    const payment = pay(
      world.chain.coins.find(({ value }) => value > 10_000n),
      200,
      script,
    );
    world.chain.mine([payment]);
    await world.catchUp();
    expect(await screened(world.db)).toEqual([]);
  });

  test('the past of an address is screened when somebody asks, once, from a day on', async () => {
    const world = await createWorld(await databases.empty());
    const [key = new Uint8Array()] = busiestKeys(world.chain, 1);
    const [entry] = entriesOf([key]);
    if (!entry) throw new Error('No entry');
    await monitor(world.db, [entry]);
    const timeOf = (height: number): number => (world.chain.blocks[height]?.block.header.time ?? 0) * 1000;
    const past = (left: number | null, from: number): Promise<number> =>
      inTransaction(world.db, 'read write', (session) =>
        screenPast(session, { id: entry.id, chain: 'bitcoin', key, from, left }),
      );
    expect(await past(null, timeOf(5))).toBe(0);
    const node = { chain: world.chain, mempool: new Map() };
    const all = expected(node, [entry], new Set());
    const since = all.filter((line) => Number(line.split(' ')[3]) >= 5);
    expect(since.length).toBeLessThan(all.length);
    expect(await screened(world.db)).toEqual(since);
    expect(await past(null, 0)).toBe(0);
    expect(await screened(world.db)).toEqual(all);
    expect(all.length).toBeGreaterThan(2);
    // Blocks of that time that come in later are screened as they come.
    await withSession(world.db, (session) =>
      session.query(
        'update monitored_address set screen_from = now(), past_from = $1, past_done_at = now()',
        [new Date(timeOf(0))],
      ),
    );
    world.chain.mine([]);
    const coin = world.chain.coins.find(({ value }) => value > 10_000n);
    world.chain.mine([pay(coin, 200, scriptPaying(world.chain, key))]);
    await world.catchUp();
    expect(await screened(world.db)).toEqual(expected(node, [entry], new Set()));
    expect((await screened(world.db)).length).toBeGreaterThan(all.length);
  });
});
