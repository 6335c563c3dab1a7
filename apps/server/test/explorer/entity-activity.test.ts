import { addressKeyOfScript, encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { entities } from '@hopscope/demo';
import { mondayOf, utcDayNumber, utcDayOfNumber } from '@hopscope/domain';
import { expect, test } from 'vitest';
import type { BlockAtHeight } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { readJointAccounts, readJointDays } from '../../src/ledger/bitcoin/accounts/joint-activity.ts';
import {
  readJointEtherDays,
  readJointEthereumAccounts,
} from '../../src/ledger/ethereum/accounts/joint-activity.ts';
import { inTransaction } from '../../src/db/session.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { makeHackDemo, serveHackDemo } from '../support/api/hack-demo.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { story } from '../support/ledger/ethereum-story.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';

type Person = Awaited<ReturnType<DirectoryApi['someone']>>;

const sum = (amounts: readonly (string | null)[]): bigint =>
  amounts.reduce((total, amount) => total + BigInt(amount ?? 0), 0n);

/** Received and sent by day of a set of addresses, from the blocks alone: the effect of each transaction on all of them. */
function daysInBlocks(blocks: readonly BlockAtHeight[], own: ReadonlySet<string>) {
  const outputs = new Map<string, bigint>();
  const days = new Map<string, { received: bigint; spent: bigint }>();
  for (const { block } of blocks) {
    const day = utcDayOfNumber(utcDayNumber(block.header.time));
    for (const tx of block.transactions) {
      let change = 0n;
      let isOwn = false;
      for (const { prevTxid, prevVout } of tx.inputs) {
        const value = outputs.get(`${toDisplayHash(prevTxid)}:${prevVout}`);
        if (value === undefined) continue;
        isOwn = true;
        change -= value;
      }
      tx.outputs.forEach(({ script, value }, vout) => {
        const key = addressKeyOfScript(script, nativeHashing);
        if (!key || !own.has(encodeAddress(key, networks.demo) ?? '')) return;
        isOwn = true;
        change += value;
        outputs.set(`${toDisplayHash(tx.txid)}:${vout}`, value);
      });
      if (!isOwn) continue;
      const figures = days.get(day) ?? { received: 0n, spent: 0n };
      if (change > 0n) figures.received += change;
      else figures.spent -= change;
      days.set(day, figures);
    }
  }
  let balance = 0n;
  return [...days].map(([date, { received, spent }]) => {
    balance += received - spent;
    return { date, received: String(received), spent: String(spent), balance: String(balance) };
  });
}

async function directAddresses(api: DirectoryApi, person: Person, id: string): Promise<string[]> {
  const addresses: string[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await api.as(person, endpoints.listEntityAddresses, {
      params: { id },
      query: { kind: 'direct', blockchain: 'bitcoin', page, limit: 100 },
    });
    addresses.push(...data.map(({ address }) => address));
    if (page * 100 >= total) return [...new Set(addresses)];
  }
}

describeWithDatabase('What entities did', (databases) => {
  test('days of Bitcoin are those of the blocks, without transfers between own addresses', async () => {
    const demo = makeHackDemo();
    const db = await databases.empty();
    const { api } = await serveHackDemo(db, demo, demo.blocks);
    const ada = await api.someone('ada@example.org');
    const bitcoin = { query: { blockchain: 'bitcoin' } } as const;
    const { data: balances } = await api.as(ada, endpoints.listEntityBalances, {});
    let compared = 0;
    for (const { id } of [entities.northwind, entities.meridian, entities.granite, entities.sanctioned]) {
      const own = await directAddresses(api, ada, id);
      if (own.length === 0) continue;
      compared++;
      const asked = { params: { id }, ...bitcoin };
      const { data: activity } = await api.as(ada, endpoints.getEntityActivity, asked);
      expect(activity).toMatchObject({
        entity_id: id,
        addresses: own.length,
        height: demo.blocks.length - 1,
      });
      expect(activity.points).toEqual(daysInBlocks(demo.blocks, new Set(own)));
      const { data: sheet } = await api.as(ada, endpoints.getEntityBalanceSheet, { params: { id } });
      expect(activity.points?.at(-1)?.balance).toBe(String(sheet.btc_bal));
      expect(balances.find(({ entity_id: each }) => each === id)).toEqual({
        entity_id: id,
        btc_bal: String(sheet.btc_bal),
        eth_bal: null,
        addresses: own.length,
      });

      const { data: found } = await api.as(ada, endpoints.listEntityPartners, asked);
      const { partners, sums, read } = found;
      if (!partners || !sums) throw new Error('No partners');
      expect(partners.map(({ entity }) => entity?.entity_id)).not.toContain(id);
      for (const direction of ['in', 'out'] as const) {
        const { amt, counterparties, fees, other, unknown } = sums[direction];
        const moved = partners.map(({ received, sent }) => (direction === 'in' ? received : sent));
        expect(BigInt(counterparties)).toBe(sum(moved));
        expect(BigInt(amt)).toBe(sum([counterparties, fees, other, unknown]));
      }
      if (!read.complete) continue;
      // The directory may have more of its addresses by clusters; what went there is left out.
      expect(BigInt(sums.in.amt)).toBeLessThanOrEqual(
        sum(activity.points?.map(({ received }) => received) ?? []),
      );
    }
    expect(compared).toBeGreaterThan(1);

    // With many transactions, changes come from the figures of each address.
    const keys = demo.attributions.map(({ key }) => key);
    await inTransaction(db, 'read only', async (session) => {
      const accounts = await readJointAccounts(session, keys);
      const exact = await readJointDays(session, accounts, Number.POSITIVE_INFINITY);
      const fast = await readJointDays(session, accounts, 0);
      expect(exact.length).toBeGreaterThan(20);
      const changes = (days: typeof exact) =>
        days.filter(({ change }) => change !== 0n).map(({ day, change }) => ({ day, change }));
      expect(changes(fast)).toEqual(changes(exact));
      expect(fast.every(({ received, spent }) => received === undefined && spent === undefined)).toBe(true);
    });
  });

  test('after a reorganization, days are those of the new blocks', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const before = createChain({ seed: 11, maxTxs: 10, wallet: 6 });
    before.extend(40);
    await ledger.append('demo', before.blocks);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const paid = new Map<string, number>();
    for (const { script } of before.blocks.flatMap(({ block }) =>
      block.transactions.flatMap(({ outputs }) => outputs),
    )) {
      const key = addressKeyOfScript(script, nativeHashing);
      const address = key && encodeAddress(key, networks.demo);
      if (address) paid.set(address, (paid.get(address) ?? 0) + 1);
    }
    const own = [...paid]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([address]) => address);
    await api.sync('list', [
      subject('nw', { proper_name: 'Northwind' }),
      ...own.map((address) => attribution('nw', address)),
    ]);
    const after = before.fork(36, 12);
    after.extend(6);
    const days: unknown[] = [];
    for (const chain of [before, after]) {
      if (chain === after) await ledger.reorganize('demo', 4, after.blocks.slice(37));
      const { data } = await api.as(ada, endpoints.getEntityActivity, {
        params: { id: 'northwind' },
        query: { blockchain: 'bitcoin' },
      });
      expect(data.points).toEqual(daysInBlocks(chain.blocks, new Set(own)));
      expect(data.height).toBe(chain.blocks.length - 1);
      days.push(data.points);
    }
    expect(days[1]).not.toEqual(days[0]);
  });

  test('flows between entities are what each of them sent to the other', async () => {
    const demo = makeHackDemo();
    const { api } = await serveHackDemo(await databases.empty(), demo, demo.blocks);
    const ada = await api.someone('ada@example.org');
    const { data } = await api.as(ada, endpoints.listEntityFlows, { query: { blockchain: 'bitcoin' } });
    expect(data.entities.length).toBeGreaterThan(8);
    expect(data.height).toBe(demo.blocks.length - 1);
    const sums = new Map(
      data.flows.map(({ from, to, weeks }) => [`${from} ${to}`, sum(weeks.map(({ amount }) => amount))]),
    );
    expect(sums.size).toBe(data.flows.length);
    for (const { weeks } of data.flows) {
      for (const { week } of weeks) expect(mondayOf(week)).toBe(week);
      expect(weeks.map(({ week }) => week)).toEqual(weeks.map(({ week }) => week).toSorted());
    }
    const known = new Set(data.entities.map(({ entity_id: id }) => id));
    // Each side reads its direct addresses, and names others also by clusters: the larger one counts, week by week.
    const [sent, received] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const { entity_id: id, since } of data.entities) {
      expect(since).toBeNull();
      const { data: found } = await api.as(ada, endpoints.listEntityPartners, {
        params: { id },
        query: { blockchain: 'bitcoin' },
      });
      for (const partner of found.partners ?? []) {
        const other = partner.entity?.entity_id ?? '';
        if (!known.has(other)) continue;
        sent.set(`${id} ${other}`, BigInt(partner.sent));
        received.set(`${other} ${id}`, BigInt(partner.received));
      }
    }
    let compared = 0;
    for (const pair of new Set([...sums.keys(), ...sent.keys(), ...received.keys()])) {
      const [flow, out, back] = [sums.get(pair) ?? 0n, sent.get(pair) ?? 0n, received.get(pair) ?? 0n];
      const larger = out > back ? out : back;
      if (out === back) expect({ pair, flow }).toEqual({ pair, flow: larger });
      expect(flow).toBeGreaterThanOrEqual(larger);
      expect(flow).toBeLessThanOrEqual(out + back);
      if (flow > 0n) compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('ether between own addresses is no flow; fees and partners add up', async () => {
    const db = await databases.empty();
    await createEthereumLedger({ db }).append(story.chain, story.blocks, story.openings);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    await api.sync('list', [
      subject('nw', { proper_name: 'Northwind' }),
      attribution('nw', story.ada),
      attribution('nw', story.grace),
      subject('v', { proper_name: 'Vault' }),
      attribution('v', story.vault),
    ]);
    const asked = { params: { id: 'northwind' }, query: { blockchain: 'ethereum' } } as const;
    const { data } = await api.as(ada, endpoints.getEntityActivity, asked);
    const { data: sheet } = await api.as(ada, endpoints.getEntityBalanceSheet, {
      params: { id: 'northwind' },
    });
    expect(data.points?.at(-1)?.balance).toBe(sheet.eth_bal);
    expect(data).toMatchObject({ addresses: 2, seen: 2, height: story.tip });
    const spent = sum(data.points?.map((point) => point.spent) ?? []);
    expect(sum(data.points?.map(({ received }) => received) ?? [])).toBe(0n);
    expect(1000n * 10n ** 18n - spent).toBe(BigInt(sheet.eth_bal ?? 0));

    // Of all payments of the two, only the one to the vault went to somebody else.
    const { data: found } = await api.as(ada, endpoints.listEntityPartners, asked);
    const vault = String(2n * 10n ** 18n);
    expect(found.partners).toEqual([
      {
        entity: expect.objectContaining({ entity_id: 'vault' }),
        received: '0',
        sent: vault,
        transactions: 1,
        transactions_without_amount: 0,
      },
    ]);
    expect(found.sums?.in.amt).toBe('0');
    expect(found.sums?.out).toMatchObject({
      amt: String(spent),
      counterparties: vault,
      other: '0',
      unknown: '0',
    });
    expect(BigInt(found.sums?.out.fees ?? 0) + BigInt(vault)).toBe(spent);
    expect(found.read.complete).toBe(true);

    // With many movements, changes come from the figures of each address.
    const keys = [story.ada, story.grace, story.linus].map((address) => Buffer.from(address.slice(2), 'hex'));
    await inTransaction(db, 'read only', async (session) => {
      const accounts = await readJointEthereumAccounts(session, keys);
      const changes = async (most: number) =>
        (await readJointEtherDays(session, accounts, most)).map(({ day, change }) => ({ day, change }));
      expect(await changes(0)).toEqual(await changes(Number.POSITIVE_INFINITY));
    });
  });

  test('no answer about unknown entities; none of a chain without a ledger', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    await api.sync('list', [subject('nw', { proper_name: 'Northwind' }), attribution('nw', story.ada)]);
    const query = { blockchain: 'ethereum' } as const;
    for (const declaration of [endpoints.getEntityActivity, endpoints.listEntityPartners]) {
      const { data } = await api.as(ada, declaration, { params: { id: 'northwind' }, query });
      expect(data).toMatchObject({ addresses: 1, seen: null, height: null });
      expect('points' in data ? data.points : data.partners).toBeNull();
    }
    const { data } = await api.as(ada, endpoints.listEntityBalances, {});
    expect(data).toEqual([{ entity_id: 'northwind', btc_bal: null, eth_bal: null, addresses: 1 }]);
  });
});
