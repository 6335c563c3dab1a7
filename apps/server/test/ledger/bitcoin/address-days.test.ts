import { expect, test } from 'vitest';
import { type SqlDatabase, type SqlSession, inTransaction, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { packDays, unpackDays } from '../../../src/ledger/shared/days.ts';
import { createPackWriter } from '../../../src/ledger/shared/varint.ts';
import { createAddressActivity } from '../../../src/contexts/explorer/addresses/address-activity.service.ts';
import { createEthereumHistories } from '../../../src/contexts/explorer/ethereum/ethereum-histories.ts';
import { ethereumHistories } from '../../support/ledger/address-model.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { randomBlock } from '../../support/ledger/ethereum-model.ts';
import { createRandom } from '../../support/survival/random.ts';

const chain = createChain({
  seed: 31,
  maxTxs: 12,
  wallet: 6,
  time: (height) => 1_600_000_000 + height * 40_000,
});
chain.extend(50);
const ethereum = { chainId: 424242n, network: 'test' };
const openings = { complete: true, balances: new Map<string, bigint>() };
const bundles: EthereumBundle[] = [];
const random = createRandom(32);
while (bundles.length < 60) {
  const parentHash = bundles.at(-1)?.block.hash ?? new Uint8Array(32);
  const height = bundles.length;
  bundles.push(randomBlock(random, { height, parentHash, time: 1_700_000_000 + height * 40_000 }));
}

function busiest(model: ReadonlyMap<string, readonly unknown[]>): string {
  const [first] = [...model].sort(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? '';
}

async function countDays(db: SqlDatabase, table: 'btc_days' | 'eth_days'): Promise<number> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ n: bigint }>(`select count(distinct id) as n from ${table}`),
  );
  return Number(rows[0]?.n ?? 0n);
}

async function change(db: SqlDatabase, work: (session: SqlSession) => Promise<unknown>): Promise<void> {
  await inTransaction(db, 'read write', work);
}

describeWithDatabase('Days of addresses', (databases) => {
  test('of a Bitcoin ledger are what its blocks say, also after reorganizations', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append(chain.network, chain.blocks.slice(0, -6));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await ledger.append(chain.network, chain.blocks.slice(-6));
    const gone = 20;
    for (let taken = 0; taken < gone; taken++) await ledger.disconnect();
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await ledger.append(chain.network, chain.blocks.slice(-gone));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    const fresh = await databases.empty();
    await createBitcoinLedger({ db: fresh, hashing: nativeHashing }).append(chain.network, chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    expect(await countDays(db, 'btc_days')).toBeGreaterThan(2);
  });

  test('of an Ethereum ledger are what its blocks say, also after reorganizations', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const audit = () => inTransaction(db, 'read only', (session) => auditEthereum(session));
    await ledger.append(ethereum, bundles.slice(0, -4), openings);
    expect(await audit()).toMatchObject({ ok: true });
    await ledger.append(ethereum, bundles.slice(-4), openings);
    const gone = 20;
    for (let taken = 0; taken < gone; taken++) await ledger.disconnect();
    expect(await audit()).toMatchObject({ ok: true });
    await ledger.append(ethereum, bundles.slice(-gone), openings);
    expect(await audit()).toMatchObject({ ok: true });
    const fresh = await databases.empty();
    await createEthereumLedger({ db: fresh }).append(ethereum, bundles, openings);
    expect(await dumpLedger(db, 'ethereum')).toBe(await dumpLedger(fresh, 'ethereum'));
    expect(await countDays(db, 'eth_days')).toBeGreaterThan(2);
  });
});

describeWithDatabase('The balance of a token by day', (databases) => {
  test('follows from all its movements; unknown where a contract claims what cannot be, or blocks below are missing', async () => {
    const db = await databases.empty();
    await createEthereumLedger({ db }).append(ethereum, bundles, openings);
    const activity = createAddressActivity(() => createEthereumHistories(db));
    let compared = 0;
    for (const [address, rows] of ethereumHistories(bundles, ethereum.chainId)) {
      for (const [contract, own] of Map.groupBy(rows, (row) => row.asset)) {
        if (contract === undefined || contract === 'ether') continue;
        const days = new Map<string, { received: bigint; spent: bigint; sum: bigint }>();
        const steps = new Map<number, { timestamp: number; balance: string | null }>();
        let sum = 0n;
        for (const { time, direction, amount, position } of own) {
          const date = new Date(time * 1000).toISOString().slice(0, 10);
          const day = days.get(date) ?? { received: 0n, spent: 0n, sum };
          if (direction !== 'out') day.received += amount;
          if (direction !== 'in') day.spent += amount;
          if (direction === 'in') sum += amount;
          if (direction === 'out') sum -= amount;
          days.set(date, { ...day, sum });
          steps.set(position, { timestamp: time, balance: sum < 0n ? null : String(sum) });
        }
        const answer = await activity.balanceHistory(address, { asset: `0x${contract}`, steps: 'true' });
        expect(answer.points).toEqual(
          [...days].map(([date, { received, spent, sum: balance }]) => ({
            date,
            received: String(received),
            spent: String(spent),
            balance: balance < 0n ? null : String(balance),
          })),
        );
        expect(answer.steps).toEqual([...steps.values()]);
        expect(answer).toMatchObject({
          blockchain: 'ethereum',
          asset: { contract: expect.stringMatching(new RegExp(`^0x${contract}$`, 'i')) as unknown },
        });
        compared += answer.points.length;
      }
    }
    expect(compared).toBeGreaterThan(50);
    const address = busiest(ethereumHistories(bundles, ethereum.chainId));
    const never = await activity.balanceHistory(address, { asset: `0x${'ab'.repeat(20)}` });
    expect(never).toMatchObject({ asset: null, points: [] });

    const part = await databases.empty();
    await createEthereumLedger({ db: part }).append(ethereum, bundles.slice(3), {
      ...openings,
      complete: false,
    });
    const later = createAddressActivity(() => createEthereumHistories(part));
    const token = ethereumHistories(bundles.slice(3), ethereum.chainId)
      .get(address)
      ?.find(({ asset }) => asset !== undefined && asset !== 'ether')?.asset;
    const unknown = await later.balanceHistory(address, { asset: `0x${token}` });
    expect(unknown.points.length).toBeGreaterThan(0);
    expect(unknown.points.every(({ balance }) => balance === null)).toBe(true);
  });
});

/** Adds a satoshi to what the first stored day of some account received. */
async function falsifyDay(session: SqlSession, table: 'btc_days' | 'eth_days'): Promise<void> {
  const { rows } = await session.query<{ id: bigint; part: number; days: Uint8Array }>(
    `select id, part, days from ${table} order by id, part limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('No days are kept');
  const days = unpackDays(row.part, row.days);
  for (const figures of days.values()) figures.received += 1n;
  await session.query(`update ${table} set days = $1 where id = $2 and part = $3`, [
    packDays(createPackWriter(), days),
    String(row.id),
    row.part,
  ]);
}

describeWithDatabase('The audit of days', (databases) => {
  const remove = (table: string) => (session: SqlSession) =>
    session.query(`delete from ${table} where id = (select min(id) from ${table})`);
  const stray = (table: string) => (session: SqlSession) =>
    session.query(`insert into ${table} (id, part, days) values (1, 1, '\\x00010000')`);

  test('names a Bitcoin address with wrong figures, one without, and figures of nobody', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    for (const damage of [
      (session: SqlSession) => falsifyDay(session, 'btc_days'),
      remove('btc_days'),
      stray('btc_days'),
    ]) {
      const stored = await withSession(db, (session) =>
        session.query<{ id: bigint; part: number; days: Uint8Array }>('select * from btc_days'),
      );
      await change(db, damage);
      expect(await auditBitcoin(db)).toMatchObject({ ok: false, violation: { check: 'days' } });
      await change(db, async (session) => {
        await session.query('delete from btc_days');
        for (const { id, part, days } of stored.rows) {
          await session.query('insert into btc_days values ($1, $2, $3)', [String(id), part, days]);
        }
      });
    }
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });

  test('names an Ethereum address with wrong figures', async () => {
    const db = await databases.empty();
    await createEthereumLedger({ db }).append(ethereum, bundles, openings);
    await change(db, (session) => falsifyDay(session, 'eth_days'));
    expect(await inTransaction(db, 'read only', (session) => auditEthereum(session))).toMatchObject({
      ok: false,
      violation: {
        check: 'days',
        message: expect.stringMatching(
          /^The daily figures of 0x\w+ differ from its history: day \d+ has .* instead of /,
        ),
      },
    });
  });
});
