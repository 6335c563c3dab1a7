import {
  calculateRisk,
  type Endpoint,
  getAddressSummary,
  getBlock,
  getHealth,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createApi } from '../support/api/api-client.ts';
import { countStatements } from '../support/counting-database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';

/** Calls with the round trips that docs/performance.md names: statements that are sent together share one. */
const hot: readonly { call: string; endpoint: Endpoint; input: object; trips: number }[] = [
  { call: 'health', endpoint: getHealth, input: {}, trips: 2 },
  { call: 'block', endpoint: getBlock, input: { params: { height: '7' } }, trips: 1 },
  {
    call: 'transactions of a block',
    endpoint: listBlockTransactions,
    input: { params: { height: '7' }, query: {} },
    trips: 2,
  },
  {
    call: 'transaction',
    endpoint: getTransaction,
    input: { params: { hash: small.txid }, query: {} },
    trips: 2,
  },
  {
    call: 'address summary',
    endpoint: getAddressSummary,
    input: { params: { addr: small.address } },
    trips: 2,
  },
  {
    call: 'transactions of an address',
    endpoint: listAddressTransactions,
    input: { params: { addr: small.address }, query: { page: 1, limit: 20 } },
    trips: 3,
  },
  {
    call: 'score of an address, asked again',
    endpoint: calculateRisk,
    input: { query: {}, body: { identifier: small.address, type: 'address' } },
    trips: 1,
  },
];

describeWithDatabase('Round trips', (databases) => {
  test('of calls that are requested often do not become more', async () => {
    const { db, take } = countStatements(await databases.empty());
    await appendSmallChain(createBitcoinLedger({ db, hashing: nativeHashing }));
    const api = await createApi(db);
    for (const { call, endpoint, input, trips } of hot) {
      // The first call reads what later ones find in memory.
      await api.ask(endpoint, input);
      take();
      await api.ask(endpoint, input);
      const waited = take();
      expect({ call, trips: waited.length, statements: waited }).toEqual({
        call,
        trips,
        statements: waited,
      });
    }
    await api.app.close();
  });
});
