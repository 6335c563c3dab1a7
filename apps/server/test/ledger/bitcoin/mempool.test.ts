import { encodeTransaction, toDisplayHash, toHex, type Transaction } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import { readEvents } from '../../../src/ledger/shared/events.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { anybody, coinOf, createWorld, pay } from '../../support/ledger/mempool-world.ts';
import { makeTransaction } from '../../support/ledger/mining.ts';
import { createRandom } from '../../support/survival/random.ts';
import { p2pkh } from '../../support/ledger/scripts.ts';

const nothing = { arrived: 0, replaced: 0, evicted: 0, refused: 0, leftOut: 0 };

const names = (...txs: readonly Transaction[]): Set<string> => new Set(txs.map(({ txid }) => toHex(txid)));

interface DroppedRow {
  txid: string;
  reason: string;
  by: string | null;
}

async function gone(db: SqlDatabase): Promise<DroppedRow[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<DroppedRow>(
      `select encode(txid, 'hex') as txid, reason, encode(by_txid, 'hex') as by from btc_dropped order by seq`,
    ),
  );
  return rows;
}

const removal = (tx: Transaction, reason: string, by?: Transaction): DroppedRow => ({
  txid: toHex(tx.txid),
  reason,
  by: by ? toHex(by.txid) : null,
});

async function rowsOf(db: SqlDatabase): Promise<Record<string, unknown>[]> {
  const { rows } = await withSession(db, (session) =>
    session.query(
      `select encode(txid, 'hex') as txid, first_seen, fee, unknown_inputs from btc_mempool_tx order by id`,
    ),
  );
  return rows;
}

describeWithDatabase('Transactions that wait', (databases) => {
  test('come in with what they spend, and go when a block has them', async () => {
    const { db, chain, mempool, list, catchUp, clock } = await createWorld(await databases.empty());
    const before = await dumpLedger(db);
    const tx = pay(chain.coins[0], 700);
    expect(await list(tx)).toEqual({ ...nothing, arrived: 1 });
    expect(await rowsOf(db)).toEqual([
      { txid: toHex(tx.txid), first_seen: BigInt(clock.now), fee: 700n, unknown_inputs: 0 },
    ]);
    expect(await dumpLedger(db)).toBe(before);
    expect(await list(tx)).toEqual(nothing);

    chain.mine([tx]);
    await catchUp();
    expect(await mempool.txids()).toEqual(new Set());
    expect(await gone(db)).toEqual([removal(tx, 'mined')]);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    // The node's list is older than the block.
    expect(await mempool.sync({ present: [tx.txid], arrived: [encodeTransaction(tx)] })).toEqual({
      ...nothing,
      refused: 1,
    });
  });

  test('go with all that spends from them when a block holds a conflict', async () => {
    const { db, chain, mempool, list, catchUp } = await createWorld(await databases.empty());
    const [tx, rival] = [pay(chain.coins[0], 700), pay(chain.coins[0], 900)];
    const child = pay(coinOf(tx), 100);
    const other = pay(chain.coins[1], 100);
    await list(tx, child, other);
    chain.mine([rival]);
    await catchUp();
    expect(await mempool.txids()).toEqual(names(other));
    expect(await gone(db)).toEqual([removal(tx, 'conflict', rival), removal(child, 'conflict', rival)]);
    // A list from before the block brings neither back.
    expect(await list(tx, child, other)).toEqual({ ...nothing, refused: 2 });
    expect(await mempool.txids()).toEqual(names(other));
  });

  test('are replaced, with what spends from them, and evicted', async () => {
    const { db, chain, mempool, list } = await createWorld(await databases.empty());
    const [tx, better] = [pay(chain.coins[0], 700), pay(chain.coins[0], 2_000)];
    const child = pay(coinOf(tx), 100);
    const other = pay(chain.coins[1], 100);
    await list(tx, child, other);
    expect(await list(better)).toEqual({ ...nothing, arrived: 1, replaced: 2, evicted: 1 });
    expect(await mempool.txids()).toEqual(names(better));
    expect(await gone(db)).toEqual([
      removal(tx, 'replaced', better),
      removal(other, 'evicted'),
      removal(child, 'replaced', better),
    ]);
    expect(await list(better, other)).toEqual({ ...nothing, arrived: 1 });
    expect(await gone(db)).toHaveLength(2);
  });

  test('may contradict each other as long as the list has both', async () => {
    const { chain, mempool, list } = await createWorld(await databases.empty());
    const [one, two] = [pay(chain.coins[0], 700), pay(chain.coins[0], 900)];
    await list(one, two);
    expect(await mempool.txids()).toEqual(names(one, two));
    expect(await list(one)).toEqual({ ...nothing, replaced: 1 });
  });

  test('of a chain of three come in any order, and leave from the front', async () => {
    const { db, chain, mempool, list, catchUp } = await createWorld(await databases.empty());
    const first = pay(chain.coins[0], 500);
    const second = pay(coinOf(first), 400);
    const third = pay(coinOf(second), 300);
    const present = [third, first, second].map(({ txid }) => txid);
    // The child alone waits for its parents.
    expect(await mempool.sync({ present, arrived: [encodeTransaction(third)] })).toEqual(nothing);
    expect((await mempool.wanted(present)).map(toDisplayHash)).toHaveLength(3);
    expect(await list(third, first, second)).toEqual({ ...nothing, arrived: 3 });
    expect((await rowsOf(db)).map(({ fee }) => fee)).toEqual([500n, 400n, 300n]);
    chain.mine([first, second]);
    await catchUp();
    expect(await mempool.txids()).toEqual(names(third));
    expect(await list(third)).toEqual(nothing);
  });

  test('stay while the node is ahead of the ledger, and are mined with the block', async () => {
    const { db, chain, mempool, catchUp } = await createWorld(await databases.empty());
    const tx = pay(chain.coins[0], 700);
    const evicted = pay(chain.coins[1], 100);
    const child = pay(coinOf(tx), 10);
    await mempool.sync({
      present: [tx.txid, evicted.txid],
      arrived: [encodeTransaction(tx), encodeTransaction(evicted)],
    });
    const tip = chain.mine([tx]).block.hash;
    const update = { present: [child.txid], arrived: [encodeTransaction(child)], tip };
    expect(await mempool.sync(update)).toEqual({ ...nothing, arrived: 1 });
    expect(await mempool.txids()).toEqual(names(tx, evicted, child));
    await catchUp();
    expect(await gone(db)).toEqual([removal(tx, 'mined')]);
    expect(await mempool.sync({ ...update, arrived: [] })).toEqual({ ...nothing, evicted: 1 });
    expect(await mempool.txids()).toEqual(names(child));
  });

  test('come back after a reorganization with the time at which they were first seen', async () => {
    const { db, chain, ledger, mempool, list, catchUp, clock } = await createWorld(await databases.empty());
    const tx = pay(chain.coins[0], 700);
    const firstSeen = clock.now;
    await list(tx);
    const fork = chain.fork(8, 5);
    chain.mine([tx]);
    await catchUp();
    clock.now += 600_000;
    const block = fork.mine([]);
    await ledger.reorganize('demo', 1, [block, fork.mine([])]);
    expect(await mempool.txids()).toEqual(new Set());
    expect(await list(tx)).toEqual({ ...nothing, arrived: 1 });
    expect(await rowsOf(db)).toMatchObject([{ first_seen: BigInt(firstSeen) }]);
    expect(await gone(db)).toEqual([]);

    const restarted = createBitcoinMempool({
      db,
      hashing: nativeHashing,
      limit: 1000,
      now: () => clock.now + 1,
    });
    await restarted.sync({ present: [tx.txid], arrived: [] });
    expect(await rowsOf(db)).toMatchObject([{ first_seen: BigInt(firstSeen) }]);
    await restarted.clear();
    expect(await rowsOf(db)).toEqual([]);
  });

  test('are at most so many: the lowest fee rates stay out, children with their parents', async () => {
    const { chain, mempool, list } = await createWorld(await databases.empty(), 3);
    const cheap = pay(chain.coins[0], 100);
    const generousChild = pay(coinOf(cheap), 90_000);
    const middle = [1, 2].map((i) => pay(chain.coins[i], 1_000 * i));
    await list(cheap, generousChild, ...middle.slice(0, 1));
    const all = [cheap, generousChild, ...middle];
    expect(await list(...all)).toEqual({ ...nothing, arrived: 1, leftOut: 2 });
    expect(await mempool.txids()).toEqual(names(...middle));
    // There is room for one of them; the parent comes first.
    expect(await list(...all)).toEqual({ ...nothing, leftOut: 2 });
    const better = pay(chain.coins[3], 5_000);
    expect(await list(...all, better)).toEqual({ ...nothing, arrived: 1, leftOut: 2 });
    expect(await mempool.txids()).toEqual(names(...middle, better));
    expect(await mempool.wanted(all.map(({ txid }) => txid))).toEqual([]);
    // Somebody goes: the one with the better rate is asked for again, and waits for its parent.
    await list(cheap, generousChild, better);
    await list(cheap, generousChild, better);
    await list(cheap, generousChild, better);
    expect(await mempool.txids()).toEqual(names(cheap, generousChild, better));
  });

  test('with inputs that nobody has seen have no fee until blocks bring them', async () => {
    const db = await databases.empty();
    const chain = createChain({ seed: 33, maxTxs: 4 });
    chain.extend(12);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const mempool = createBitcoinMempool({ db, hashing: nativeHashing, limit: 10, now: () => 5 });
    expect(await mempool.sync({ present: [new Uint8Array(32)], arrived: [] })).toEqual(nothing);
    await ledger.append('demo', chain.blocks.slice(9));
    const below = new Set(
      chain.blocks.slice(0, 9).flatMap(({ block }) => block.transactions.map(({ txid }) => toHex(txid))),
    );
    const coin = chain.coins.find(({ txid }) => below.has(toHex(txid)));
    const spentInSight = chain.blocks
      .slice(9)
      .flatMap(({ block }) => block.transactions.slice(1).flatMap(({ inputs }) => inputs))
      .find(({ prevTxid }) => below.has(toHex(prevTxid)));
    if (!spentInSight) throw new Error('The seed gives no spend of an unseen output');
    const tx = pay(coin, 10);
    const impossible = pay({ txid: spentInSight.prevTxid, vout: spentInSight.prevVout, value: 900n }, 1);
    const update = {
      present: [tx.txid, impossible.txid],
      arrived: [tx, impossible].map((one) => encodeTransaction(one)),
    };
    expect(await mempool.sync(update)).toEqual({ ...nothing, arrived: 1, refused: 1 });
    expect(await rowsOf(db)).toMatchObject([{ fee: null, unknown_inputs: 1 }]);
    await ledger.append('demo', chain.blocks.slice(0, 9));
    chain.mine([]);
    await ledger.append('demo', chain.blocks.slice(13));
    await mempool.sync({ present: [tx.txid], arrived: [] });
    expect(await rowsOf(db)).toMatchObject([{ fee: 10n, unknown_inputs: 0 }]);
  });

  test('that are none are refused', async () => {
    const { db, chain, mempool } = await createWorld(await databases.empty());
    const [coin] = chain.coins;
    const good = encodeTransaction(pay(coin, 10));
    const overpaying = pay(coin, -1);
    const nowhere = pay({ ...(coin ?? { txid: new Uint8Array(32), value: 0n }), vout: 77 }, 10);
    const coinbase = chain.blocks[1]?.block.transactions[0];
    const twice = makeTransaction({
      inputs: [0, 0].map(() => ({ prevTxid: coin?.txid ?? new Uint8Array(32), prevVout: coin?.vout ?? 0 })),
      outputs: [{ value: 1n, script: anybody() }],
    });
    const huge = makeTransaction({
      inputs: [{ prevTxid: new Uint8Array(32).fill(7), prevVout: 0xffffffff }],
      outputs: [{ value: 2n ** 63n - 1n, script: anybody() }],
    });
    const hostile = [overpaying, nowhere, twice, huge, ...(coinbase ? [coinbase] : [])];
    const arrived = [
      ...hostile.map((tx) => encodeTransaction(tx)),
      good, // not on the list
      good.subarray(0, good.length - 1),
      Uint8Array.of(...good, 0),
      new Uint8Array(0),
      createRandom(3).bytes(300),
    ];
    const before = await dumpLedger(db);
    const report = await mempool.sync({ present: hostile.map(({ txid }) => txid), arrived });
    expect(report).toEqual({ ...nothing, refused: arrived.length });
    expect(await mempool.txids()).toEqual(new Set());
    expect(await dumpLedger(db)).toBe(before);
  });

  test('tell of themselves with the addresses that they touch', async () => {
    const { db, chain, list, catchUp } = await createWorld(await databases.empty());
    const events = async (): Promise<unknown[]> => {
      const found = await withSession(db, (session) => readEvents(session, 0, 100));
      return found
        .filter(({ event }) => event.kind === 'unconfirmed')
        .map(({ event }) => ('keys' in event ? event.keys.length : 0));
    };
    const script = p2pkh(new Uint8Array(33).fill(2));
    const tx = pay(chain.coins[0], 700, script);
    const rival = pay(chain.coins[0], 900, script);
    await list(tx);
    expect(await events()).toHaveLength(1);
    await list(tx);
    expect(await events()).toHaveLength(1);
    await list(rival);
    expect(await events()).toHaveLength(2);
    chain.mine([rival]);
    await catchUp();
    // The block has its own event.
    expect(await events()).toHaveLength(2);
  });

  test('that a block holds as well are found by the audit', async () => {
    const { db, chain, list, catchUp } = await createWorld(await databases.empty());
    const tx = pay(chain.coins[0], 700);
    await list(tx);
    chain.mine([tx]);
    const { rows } = await withSession(db, (session) =>
      session.query<{ row: string }>('select btc_mempool_tx::text as row from btc_mempool_tx'),
    );
    await catchUp();
    await withSession(db, (session) =>
      session.query('insert into btc_mempool_tx select ($1::btc_mempool_tx).*', [rows[0]?.row]),
    );
    expect(await auditBitcoin(db)).toMatchObject({
      ok: false,
      violation: { check: 'mempool', height: 9, txid: toDisplayHash(tx.txid) },
    });
  });
});
