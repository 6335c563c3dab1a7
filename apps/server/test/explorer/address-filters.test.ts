import { encodeAddress, addressKeyOfScript, networks } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { beforeEach, expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import type { FilterQuery } from '../support/ledger/address-checks.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { heightPush, makeTransaction } from '../support/ledger/mining.ts';
import { createRandom } from '../support/survival/random.ts';
import { randomScript } from '../support/ledger/scripts.ts';
import type { Someone } from '../support/api/teams-api.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const times = [
  at('2020-12-30T12:00:00'),
  at('2020-12-31T00:00:00'),
  at('2020-12-31T23:59:59'),
  at('2021-01-01T00:00:00'),
  at('2021-01-01T23:59:59'),
  at('2021-01-02T00:00:00'),
  // The block after this one is older: times need not ascend.
  at('2021-01-03T00:00:05'),
  at('2021-01-02T23:59:55'),
];
const values = [0n, 10n, 20n, 30n, 40n, 50n, 60n, 70n];
const chain = createChain({ seed: 5, time: (height) => times[height] ?? 0 });
const script = randomScript('p2wpkh', createRandom(9));
const key = addressKeyOfScript(script, nativeHashing) ?? new Uint8Array();
const addr = encodeAddress(key, networks.demo);
for (let height = 1; height < times.length; height++) {
  const input = {
    prevTxid: new Uint8Array(32),
    prevVout: 0xffffffff,
    script: Uint8Array.of(...heightPush(height), 1, height),
  };
  const outputs = [{ value: values[height] ?? 0n, script }];
  chain.mine([], makeTransaction({ version: 1, inputs: [input], outputs }));
}

describeWithDatabase('Filters of an address', (databases) => {
  let api: DirectoryApi;
  let who: Someone;
  beforeEach(async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    api = await createDirectoryApi(db);
    who = await api.someone('ada@example.org');
  });

  /** Heights of the blocks that a filter leaves, oldest first. */
  async function heights(query: FilterQuery): Promise<number[]> {
    const { txs, pagination } = await api.as(who, endpoints.listAddressTransactions, {
      params: { addr },
      query: query as never,
    });
    expect(pagination.totalTxs).toBe(txs.length);
    return txs.map(({ block }) => block).toReversed();
  }

  test('amounts include their limits', async () => {
    expect(await heights({ minAmount: '20', maxAmount: '40' })).toEqual([2, 3, 4]);
    expect(await heights({ minAmount: '21', maxAmount: '39' })).toEqual([3]);
    expect(await heights({ minAmount: '70' })).toEqual([7]);
    expect(await heights({ minAmount: '71' })).toEqual([]);
    expect(await heights({ maxAmount: '10' })).toEqual([1]);
    expect(await heights({ maxAmount: '9' })).toEqual([]);
    expect(await heights({ minAmount: '30', maxAmount: '30' })).toEqual([3]);
  });

  test('days begin with their first second and end with their last, also at the end of a year', async () => {
    expect(await heights({ from: '2020-12-31', to: '2020-12-31' })).toEqual([1, 2]);
    expect(await heights({ from: '2021-01-01', to: '2021-01-01' })).toEqual([3, 4]);
    expect(await heights({ to: '2020-12-31' })).toEqual([1, 2]);
    expect(await heights({ from: '2021-01-01' })).toEqual([3, 4, 5, 6, 7]);
    expect(await heights({ from: '2021-01-04' })).toEqual([]);
  });

  test('seconds include their limits', async () => {
    expect(await heights({ from: String(times[2]), to: String(times[3]) })).toEqual([2, 3]);
    expect(await heights({ from: String((times[1] ?? 0) + 1), to: String((times[2] ?? 0) - 1) })).toEqual([]);
    expect(await heights({ to: String((times[1] ?? 0) - 1) })).toEqual([]);
  });

  //
  test('a block that is older than the one below is found on its own day', async () => {
    expect(await heights({ from: '2021-01-02', to: '2021-01-02' })).toEqual([5, 7]);
    expect(await heights({ from: '2021-01-03' })).toEqual([6]);
    const { days, years, year } = await api.as(who, endpoints.getAddressActivity, { params: { addr } });
    expect({ years, year }).toEqual({
      years: [
        { year: 2020, transactions: 2 },
        { year: 2021, transactions: 5 },
      ],
      year: 2021,
    });
    expect(days.map(({ date, transactions, received }) => [date, transactions, received])).toEqual([
      ['2021-01-01', 2, '70'],
      ['2021-01-02', 2, '120'],
      ['2021-01-03', 1, '60'],
    ]);
  });

  test('directions follow from the net amount', async () => {
    expect(await heights({ direction: 'in' })).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await heights({ direction: 'out' })).toEqual([]);
    expect(await heights({ direction: 'self' })).toEqual([]);
  });

  test('what nothing can meet, and what is none, is refused', async () => {
    const refused = async (query: Record<string, string>, address = addr): Promise<string> =>
      (await api.refused(400, who, endpoints.listAddressTransactions, { params: { addr: address }, query }))
        .message;
    expect(await refused({ minAmount: '2', maxAmount: '1' })).toContain('must not be above the maximum');
    expect(await refused({ from: '2021-01-02', to: '2021-01-01' })).toContain('must not be after the end');
    expect(await refused({ minAmount: '1' }, `0x${'ab'.repeat(20)}`)).toContain('set the asset');
    for (const query of [
      { minAmount: '-1' },
      { minAmount: '1e3' },
      { minAmount: '9'.repeat(79) },
      { from: '2021-02-30' },
      { from: 'yesterday' },
      { direction: 'sideways' },
      { counterparty: '' },
    ]) {
      await refused(query);
    }
  });

  test('an entity that nobody knows has no rows; a year without any has no days', async () => {
    expect(await heights({ counterparty: 'nobody-at-all' })).toEqual([]);
    const params = { addr };
    const { days, year } = await api.as(who, endpoints.getAddressActivity, { params, query: { year: 1999 } });
    expect({ days, year }).toEqual({ days: [], year: 1999 });
    const day = await api.as(who, endpoints.getAddressActivityDay, { params: { addr, date: '1999-12-31' } });
    expect(day.data.first_txid).toBeNull();
  });
});
