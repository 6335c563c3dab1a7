import { addressKeyOfScript } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { withSession } from '../../../src/db/session.ts';
import type { ActivityEntry } from '../../../src/ledger/bitcoin/accounts/activity.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { positionOf } from '../../../src/ledger/bitcoin/positions.ts';
import { readAccount, readActivity } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';

const script = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(5));
const key = addressKeyOfScript(script);

/** One address in a row of transactions, each spending the one before: entry n receives `start - n` and spends what n - 1 received. */
const start = 1_000_000n;
const perBlock = 16;
const chain = createChain({ seed: 61, maxTxs: 0 });
const expected: ActivityEntry[] = [];
{
  chain.mine([]);
  let coin: Coin | undefined = chain.coins.find(({ value }) => value > start);
  for (let height = 2; height < 16; height++) {
    const txs = [];
    for (let i = 0; i < perBlock && coin; i++) {
      const received = start - BigInt(expected.length);
      const tx = chain.spend([coin], [{ value: received, script }]);
      const spent = expected.at(-1)?.received ?? 0n;
      expected.push({ position: positionOf(height, i + 1), received, spent, p2pk: false });
      coin = { txid: tx.txid, vout: 0, value: received };
      txs.push(tx);
    }
    chain.mine(txs);
  }
}

const edges = [0, 1, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 200, 222, 223];

describeWithDatabase('pages of an address', (databases) => {
  test.each([224, 208, 192, 128, 64, 48])('are right at every edge with %i entries', async (count) => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', chain.blocks.slice(0, 2 + count / perBlock));
    await withSession(db, async (session) => {
      const account = key && (await readAccount(session, key));
      if (!account) throw new Error('No account');
      expect(account.txCount).toBe(count);
      expect(account.tail.length).toBe(count % 64);
      for (const from of edges) {
        for (const to of edges) {
          if (from > to || to >= count) continue;
          expect(await readActivity(session, account, from, to)).toEqual(expected.slice(from, to + 1));
        }
      }
      expect(await readActivity(session, account, 0, count + 500)).toEqual(expected.slice(0, count));
      expect(await readActivity(session, account, count, count + 5)).toEqual([]);
    });
  });
});
