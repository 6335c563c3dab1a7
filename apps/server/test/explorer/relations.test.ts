import {
  addressKeyOfScript,
  encodeAddress,
  networks,
  toChecksumAddress,
  toDisplayHash,
} from '@hopscope/chain';
import {
  compareAddresses,
  getAddress,
  listAddressCounterparties,
  listAddressTransactions,
  listAddressUtxos,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { BlockAtHeight } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { type Api, createApi } from '../support/api/api-client.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { story } from '../support/ledger/ethereum-story.ts';
import { createRandom } from '../support/survival/random.ts';
import { randomScript } from '../support/ledger/scripts.ts';

const nameOf = (script: Uint8Array): string | undefined => {
  const key = addressKeyOfScript(script, nativeHashing);
  return key && encodeAddress(key, networks.demo);
};

/** Coins by address, as the blocks themselves tell: `txid:index` and the amount. */
function coinsOf(blocks: readonly BlockAtHeight[]): Map<string, Map<string, bigint>> {
  const owner = new Map<string, Map<string, bigint>>();
  const byAddress = new Map<string, Map<string, bigint>>();
  for (const { block } of blocks) {
    for (const tx of block.transactions) {
      for (const { prevTxid, prevVout } of tx.inputs) {
        const name = `${toDisplayHash(prevTxid)}:${prevVout}`;
        owner.get(name)?.delete(name);
      }
      tx.outputs.forEach(({ script, value }, index) => {
        const address = nameOf(script);
        if (address === undefined) return;
        const coins = byAddress.get(address) ?? new Map<string, bigint>();
        byAddress.set(address, coins);
        if (value === 0n) return;
        const name = `${toDisplayHash(tx.txid)}:${index}`;
        coins.set(name, value);
        owner.set(name, coins);
      });
    }
  }
  return byAddress;
}

async function allUtxos(api: Api, addr: string, limit: number) {
  const first = await api.call(listAddressUtxos, { params: { addr }, query: { limit } });
  const rows = [...first.utxos];
  for (let page = 2; page <= first.pagination.totalPages; page++) {
    const next = await api.call(listAddressUtxos, { params: { addr }, query: { page, limit } });
    expect(next).toMatchObject({ amt: first.amt, pagination: { total: first.pagination.total } });
    rows.push(...next.utxos);
  }
  return { ...first, rows };
}

async function allCounterparties(api: Api, addr: string, direction: 'in' | 'out') {
  const answer = await api.call(listAddressCounterparties, {
    params: { addr },
    query: { direction, limit: 1000 },
  });
  expect(answer.counterparties).toHaveLength(answer.pagination.total);
  return answer;
}

describeWithDatabase('Coins and counterparties', (databases) => {
  test('of every address of a random chain equal what the blocks say, also after a reorganization', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const api = await createApi(db);
    const before = createChain({ seed: 11, maxTxs: 10, wallet: 6 });
    before.extend(40);
    await ledger.append('demo', before.blocks);
    const after = before.fork(36, 12);
    after.extend(6);
    for (const chain of [before, after]) {
      if (chain === after) await ledger.reorganize('demo', 4, after.blocks.slice(37));
      const expected = coinsOf(chain.blocks);
      expect(expected.size).toBeGreaterThan(6);
      for (const [addr, coins] of expected) {
        const { data } = await api.bitcoin(getAddress, { params: { addr } });
        const found = await allUtxos(api, addr, 7);
        expect(new Map(found.rows.map(({ txid, index, amt }) => [`${txid}:${index}`, BigInt(amt)]))).toEqual(
          coins,
        );
        expect(found.amt).toBe(data.balance);
        expect(found.rows.map(({ block }) => block)).toEqual(
          found.rows.map(({ block }) => block).toSorted((a, b) => b - a),
        );
        const { txs } = await api.bitcoin(listAddressTransactions, {
          params: { addr },
          query: { limit: 1000 },
        });
        for (const direction of ['in', 'out'] as const) {
          const { counterparties, sums, read } = await allCounterparties(api, addr, direction);
          const nets = txs.filter((tx) => tx.direction === direction).map(({ net }) => Math.abs(net));
          expect(read).toEqual({ transactions: txs.length, of: txs.length });
          expect(BigInt(sums.amt)).toBe(nets.reduce((sum, net) => sum + BigInt(net), 0n));
          const reported = counterparties.reduce((sum, { amt }) => sum + BigInt(amt ?? -1), 0n);
          expect(reported).toBe(BigInt(sums.counterparties));
          expect(reported + BigInt(sums.fees) + BigInt(sums.other)).toBe(BigInt(sums.amt));
          expect(sums.unknown).toBe('0');
        }
      }
    }
  });
});

const random = createRandom(9);
const scripts = Array.from({ length: 30 }, () => randomScript('p2wpkh', random));
const script = (i: number): Uint8Array => scripts[i] ?? new Uint8Array();
const address = (i: number): string => nameOf(script(i)) ?? '';
const unit = 1_000_003n;

/** Coins for the first 20 scripts, then payments of one coin each: 0 → 21 → 22 → 1; 2 → 23, 3 → 23; 4 and 5 → 24 together. */
function payments() {
  const chain = createChain({ seed: 4, maxTxs: 0 });
  chain.extend(2);
  const [rich] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!rich) throw new Error('No coin');
  const funding = chain.spend(
    [rich],
    scripts.slice(0, 20).map((to, i) => ({ script: to, value: unit * BigInt(100 + i) })),
  );
  chain.mine([funding]);
  const coin = (vout: number): Coin => ({
    txid: funding.txid,
    vout,
    value: funding.outputs[vout]?.value ?? 0n,
  });
  const pay = (from: readonly Coin[], to: number, fee = 500n) => {
    const value = from.reduce((sum, each) => sum + each.value, 0n) - fee;
    const tx = chain.spend(from, [{ script: script(to), value }]);
    return { tx, coin: { txid: tx.txid, vout: 0, value } };
  };
  const first = pay([coin(0)], 21);
  const [third, fourth] = [pay([coin(2)], 23), pay([coin(3)], 23)];
  const both = pay([coin(4), coin(5)], 24);
  chain.mine([first.tx, third.tx, fourth.tx, both.tx]);
  const second = pay([first.coin], 22);
  chain.mine([second.tx]);
  const last = pay([second.coin], 1);
  chain.mine([last.tx]);
  const txid = ({ tx }: typeof first): string => toDisplayHash(tx.txid);
  return { chain, route: [first, second, last].map(txid), both: txid(both) };
}

describeWithDatabase('Two addresses compared', (databases) => {
  async function open() {
    const db = await databases.empty();
    const made = payments();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', made.chain.blocks);
    const api = await createApi(db);
    const compare = (a: number, b: number) =>
      api.call(compareAddresses, { query: { a: address(a), b: address(b) } });
    return { ...made, ledger, api, compare };
  }
  const ends = (path: { from: string; to: string }[] | null) => path?.map(({ from, to }) => [from, to]);

  test('the shortest link has one, two or three payments, whichever way round they are asked for', async () => {
    const { compare, route } = await open();
    const there = [address(0), address(21), address(22), address(1)];
    const steps = [0, 1, 2].map((i) => [there[i], there[i + 1]]);
    for (const [a, b, length] of [
      [0, 21, 1],
      [0, 22, 2],
      [0, 1, 3],
      [1, 0, 3],
      [22, 0, 2],
      [21, 0, 1],
    ] as const) {
      const { link } = await compare(a, b);
      expect(ends(link.path)).toEqual(steps.slice(0, length));
      expect(link.path?.map(({ txid }) => txid)).toEqual(route.slice(0, length));
    }
  });

  test('no link is said to be none only where all was looked at', async () => {
    const { compare } = await open();
    const { link, transaction_count, counterparties } = await compare(2, 3);
    expect(link).toMatchObject({ path: null, complete: true });
    // Both were paid by the same coin in one transaction, and both paid the same address.
    expect(transaction_count).toBe(1);
    expect(counterparties.map(({ address: name }) => name)).toContain(address(23));
    expect(counterparties.find(({ address: name }) => name === address(23))?.transactions).toEqual([1, 1]);
  });

  test('spent together is named with its transaction; a reorganization takes it away', async () => {
    const { compare, both, ledger, chain } = await open();
    expect((await compare(4, 5)).spent_together).toBe(both);
    expect((await compare(4, 6)).spent_together).toBeNull();
    const other = chain.fork(3, 99);
    other.extend(4);
    await ledger.reorganize('demo', chain.blocks.length - 4, other.blocks.slice(4));
    expect(await compare(4, 5)).toMatchObject({ spent_together: null, link: { path: null } });
  });

  test('amounts of a payment by two are shared out; what is no question is refused', async () => {
    const { api } = await open();
    const { counterparties } = await allCounterparties(api, address(24), 'in');
    expect(Object.fromEntries(counterparties.map((row) => [row.address, row.amt]))).toEqual({
      [address(5)]: String(unit * 209n - 500n - ((unit * 209n - 500n) * 104n) / 209n),
      [address(4)]: String(((unit * 209n - 500n) * 104n) / 209n),
    });
    const path = (query: string): string => `/blockchain/compare?${query}`;
    const ethereum = '0x00000000219ab540356cbb839cbe05303d7705fa';
    for (const url of [
      path(`a=${address(0)}&b=${ethereum}`),
      path(`a=${address(0)}&b=${address(0).toUpperCase()}`),
      path(`a=${address(0)}`),
      path(`a=nothing&b=${address(0)}`),
      `/blockchain/address/${ethereum}/utxos`,
      `/blockchain/address/${address(0)}/counterparties?direction=in&asset=ether`,
      `/blockchain/address/${address(0)}/counterparties`,
    ]) {
      await api.refused(400, url);
    }
    for (const [query, which, field] of [
      [`a=nothing&b=${address(0)}`, 'First', 'a'],
      [`a=${address(0)}&b=nothing`, 'Second', 'b'],
    ]) {
      const refusal = await api.refused(400, path(query ?? ''));
      expect(refusal.message).toMatch(new RegExp(`^${which} address: `));
      expect(refusal).toMatchObject({ code: 'invalid_address', errors: [{ field }] });
    }
  });

  test('an Ethereum address: the other side of each movement, fees apart', async () => {
    const db = await databases.empty();
    await createEthereumLedger({ db }).append(story.chain, story.blocks, story.openings);
    const api = await createApi(db);
    for (const name of [story.ada, story.grace, story.vault, story.validator].map(toChecksumAddress)) {
      const { data } = await api.ethereum(getAddress, { params: { addr: name } });
      const [into, out] = [
        await allCounterparties(api, name, 'in'),
        await allCounterparties(api, name, 'out'),
      ];
      expect([into.sums.amt, out.sums.amt]).toEqual([data.total_received, data.total_spent]);
      for (const { counterparties, sums } of [into, out]) {
        const reported = counterparties.reduce((sum, { amt }) => sum + BigInt(amt ?? -1), 0n);
        expect(reported).toBe(BigInt(sums.counterparties));
        expect(reported + BigInt(sums.fees) + BigInt(sums.other)).toBe(BigInt(sums.amt));
      }
    }
    const compared = await api.call(compareAddresses, { query: { a: story.ada, b: story.grace } });
    expect(compared.spent_together).toBeNull();
    expect(compared.link.path).toHaveLength(1);
    const tokens = await api.call(listAddressCounterparties, {
      params: { addr: story.ada },
      query: { direction: 'out', asset: story.dollar },
    });
    expect(tokens.sums.fees).toBe('0');
  });
});
