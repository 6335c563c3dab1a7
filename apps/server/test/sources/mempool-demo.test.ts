import { toHex } from '@hopscope/chain';
import { type DemoBlock, simulateDemo } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { inTransaction, type SqlDatabase } from '../../src/db/session.ts';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing as hashing } from '../../src/ledger/native-hashing.ts';
import { bitcoinLedger } from '../../src/sources/demo/demo-ledgers.ts';
import { feedMempool } from '../../src/sources/demo/feed-mempool.ts';
import type { Made } from '../../src/sources/demo/maker-thread.ts';
import { createSide } from '../../src/sources/demo/side.ts';
import { describeWithDatabase } from '../support/databases.ts';

/** A history of 181 blocks; with this seed somebody replaces a transaction soon after it. */
const run = {
  seed: 1,
  start: 1_700_000_000,
  length: 60 * 3600,
  blockInterval: 1200,
  transactions: 2500,
  ethereumTransactions: 10,
};
const liveBlocks = 20;
const liveInterval = 100;

interface Sight {
  waiting: Set<string>;
  mined: Set<string>;
  /** What became of those that neither wait nor are in a block. */
  gone: Map<string, string>;
}

async function look(db: SqlDatabase, txids: readonly string[]): Promise<Sight> {
  return inTransaction(db, 'read only', async (session) => {
    const read = async (sql: string, params: unknown[] = []): Promise<{ txid: string; reason: string }[]> =>
      (await session.query<{ txid: string; reason: string }>(sql, params)).rows;
    const waiting = await read(`select encode(txid, 'hex') as txid from btc_mempool_tx`);
    const mined = await read(
      `select encode(txid, 'hex') as txid from btc_tx where encode(txid, 'hex') = any($1::text[])`,
      [txids],
    );
    const gone = await read(
      `select encode(txid, 'hex') as txid, reason from btc_dropped where reason <> 'mined'`,
    );
    return {
      waiting: new Set(waiting.map(({ txid }) => txid)),
      mined: new Set(mined.map(({ txid }) => txid)),
      gone: new Map(gone.map(({ txid, reason }) => [txid, reason])),
    };
  });
}

describeWithDatabase('What waits in the demo', (databases) => {
  test('is in one place at any time, also while blocks of other miners are ahead', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing });
    const mempool = createBitcoinMempool({ db, hashing, limit: 1000, now: () => run.start * 1000 });
    const { bitcoin } = simulateDemo({ ...run, hashing });
    const side = createSide('bitcoin', 3, bitcoinLedger(ledger, hashing));
    const payload = (block: DemoBlock) => new Uint8Array(block.bytes);
    const made = (block: DemoBlock): Made => {
      const rival = bitcoin.rival();
      const { height, transactions } = block;
      const branch = bitcoin.rivalBranch().map(payload);
      return {
        chain: 'bitcoin',
        height,
        transactions,
        payload: payload(block),
        rival: rival && payload(rival),
        branch,
      };
    };
    const history: Made[] = [];
    let time = run.start;
    for (; time <= run.start + run.length; time += run.blockInterval) history.push(made(bitcoin.next(time)));
    await side.append(history);
    time -= run.blockInterval;

    const seen = new Set<string>();
    const replaced = new Set<string>();
    let whileOwed = 0;
    const check = async (): Promise<void> => {
      const sight = await look(db, [...seen]);
      for (const txid of seen) {
        const places = [sight.waiting.has(txid), sight.mined.has(txid), sight.gone.has(txid)];
        expect(places.filter(Boolean), `${txid}: waits, mined, gone: ${places.join(', ')}`).toHaveLength(1);
      }
      for (const [txid, reason] of sight.gone) {
        expect(reason).toBe('replaced');
        expect(replaced.has(txid)).toBe(true);
      }
      expect(replaced.size).toBe(sight.gone.size);
    };
    for (let block = 0; block < liveBlocks; block++) {
      for (let later = 10; later < liveInterval; later += 10) {
        bitcoin.advance(time + later);
        const waiting = bitcoin.unconfirmed().map((entry) => ({
          txid: entry.made.txid,
          bytes: entry.made.bytes,
          replaces: entry.replaced,
        }));
        await feedMempool(mempool, waiting, { owed: side.owed(), hashing });
        for (const { txid, replaces } of waiting) {
          seen.add(toHex(txid));
          // One that was replaced before anybody looked was never here.
          if (replaces && seen.has(toHex(replaces))) replaced.add(toHex(replaces));
        }
        await check();
      }
      time += liveInterval;
      await side.publish(made(bitcoin.next(time)));
      if (side.owed().length > 0) whileOwed++;
      await check();
    }
    expect(seen.size).toBeGreaterThan(5);
    expect(replaced.size).toBeGreaterThan(0);
    expect(whileOwed).toBeGreaterThan(3);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });
});
