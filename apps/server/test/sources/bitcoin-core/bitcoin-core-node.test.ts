import {
  addressKeyOfScript,
  fromDisplayHash,
  fromHex,
  networks,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { type BitcoinMempool, createBitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import { readDroppedTx } from '../../../src/ledger/bitcoin/mempool/mempool-reader.ts';
import { readAccount, readState } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import type { BitcoinCoreSettings } from '../../../src/sources/bitcoin-core/bitcoin-core-source.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { type RunningSource, startCoreSource } from '../../support/sources/core-source.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { type RealNode, startRealNode } from '../../support/sources/real-bitcoind.ts';

const program = process.env['TEST_BITCOIND'];
const whole = 1_000_000;
const text = z.string();
const unspent = z.object({
  unspents: z.array(z.object({ scriptPubKey: z.string(), amount: z.number() })),
  total_amount: z.number(),
});
/** Satoshis of an amount as the node writes it: a number of bitcoin with eight decimals. */
const satoshis = (amount: number): bigint => BigInt(Math.round(amount * 100 * whole));

function withNode(name: string, path: string): void {
  describeWithDatabase(name, (databases) => {
    const folder = temporaryFolder();
    let node: RealNode;
    let db: SqlDatabase;
    let source: RunningSource | undefined;
    let mempool: BitcoinMempool;
    let miner = '';

    const start = async (settings: Partial<BitcoinCoreSettings> = {}): Promise<void> => {
      db = await databases.empty();
      mempool = createBitcoinMempool({ db, hashing: nativeHashing, limit: 1000, now: Date.now });
      const { url, cookieFile } = node;
      const patient = { timeoutMs: 30_000, pollMs: 100 };
      source = startCoreSource(db, { url, cookieFile, ...patient, ...settings }, mempool);
    };
    const mine = (count: number): Promise<unknown> => node.call('generatetoaddress', count, miner);
    const address = async (type: string): Promise<string> =>
      text.parse(await node.call('getnewaddress', '', type));
    const send = async (to: string, amount: number): Promise<string> =>
      text.parse(await node.call('sendtoaddress', to, amount));
    const best = async (): Promise<string> => text.parse(await node.call('getbestblockhash'));
    const caughtUp = async (): Promise<void> => {
      const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
      const wanted = fromDisplayHash(await best());
      await expect.poll(async () => (await ledger.heightsOf([wanted])).size).toBe(1);
    };
    /** Balances of scripts and the sum of all, as the node counts its unspent outputs. */
    const agrees = async (addresses: readonly string[]): Promise<void> => {
      await caughtUp();
      for (const own of addresses) {
        const reported = unspent.parse(await node.call('scantxoutset', 'start', [`addr(${own})`]));
        const found = z.object({ scriptPubKey: z.string() }).parse(await node.call('getaddressinfo', own));
        const key = addressKeyOfScript(fromHex(found.scriptPubKey), nativeHashing);
        const row = key && (await withSession(db, (session) => readAccount(session, key)));
        expect(row ? row.received - row.spent : 0n).toBe(satoshis(reported.total_amount));
      }
      const all = z.object({ total_amount: z.number() }).parse(await node.call('gettxoutsetinfo', 'none'));
      const { totals } = await withSession(db, readState);
      // The node does not count the output of block 0, which nobody can spend.
      const counted = (totals?.addressBalance ?? 0n) + (totals?.otherBalance ?? 0n);
      expect([counted, counted - 5_000_000_000n]).toContain(satoshis(all.total_amount));
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    };
    const mempoolTxids = async (): Promise<string[]> =>
      z
        .array(z.string())
        .parse(await node.call('getrawmempool'))
        .sort();
    const sameMempool = (): Promise<void> =>
      expect
        .poll(async () => {
          const txids = [...(await mempool.txids())].map((txid) => toDisplayHash(fromHex(txid)));
          return JSON.stringify(txids.sort()) === JSON.stringify(await mempoolTxids());
        })
        .toBe(true);

    beforeAll(async () => {
      node = await startRealNode(path, folder.path, ['-fastprune', '-prune=1', '-walletrbf=1']);
      await node.call('createwallet', 'test');
      miner = await address('bech32');
      await mine(110);
    });
    afterAll(async () => {
      await node?.stop();
      folder.remove();
    });

    test('is followed through payments, replacements, reorganizations and restarts', async () => {
      await start({ zmqUrl: node.zmqUrl });
      const own = [miner];
      for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) own.push(await address(type));
      for (const [i, to] of own.entries()) await send(to, 1.5 + i / 100);
      await caughtUp();
      await sameMempool();
      expect((await mempool.txids()).size).toBe(own.length);
      await mine(1);
      await agrees(own);
      await sameMempool();

      const first = await send(own[3] ?? '', 0.7);
      await sameMempool();
      const bumped = z.object({ txid: z.string() }).parse(await node.call('bumpfee', first));
      await sameMempool();
      const gone = await withSession(db, (session) => readDroppedTx(session, fromDisplayHash(first)));
      expect(gone).toMatchObject({ reason: 'replaced' });
      expect(await mempool.txids()).toContain(toHex(fromDisplayHash(bumped.txid)));
      const child = await send(own[1] ?? '', 0.3);
      await sameMempool();
      expect(await mempoolTxids()).toContain(child);

      await mine(2);
      await agrees(own);
      const fork = text.parse(await node.call('getblockhash', (await node.height()) - 1));
      await node.call('invalidateblock', fork);
      // To the same address it could be the very block that the node was told to refuse.
      miner = await address('bech32');
      own.push(miner);
      await mine(4);
      await agrees(own);
      await sameMempool();

      await node.restart();
      await node.call('loadwallet', 'test').catch(() => {});
      await send(own[2] ?? '', 0.1);
      await mine(1);
      await agrees(own);
      await source?.reaches('following');
      expect(source?.node()).toMatchObject({
        network: 'regtest',
        rest: true,
        getblock: 'number',
        mempool: true,
        noticed: true,
        notices: expect.arrayContaining(['pubhashblock', 'pubrawtx']),
      });
      process.stderr.write(`The node: ${JSON.stringify(source?.node())}\n`);
      expect(source?.failures).toEqual([]);
      await source?.stop();
    });

    test('is loaded from its folder of block files, then over RPC, and both give the same tables', async () => {
      await mine(Math.max(0, 1250 - (await node.height())));
      await start({ blocksDir: node.blocksDir });
      await mine(2);
      await caughtUp();
      await source?.reaches('following');
      await expect.poll(() => source?.node()).toMatchObject({ notice: null });
      const requests = source?.requests() ?? 0;
      await source?.stop();
      const files = await dumpLedger(db);
      await start();
      await caughtUp();
      expect(source?.requests()).toBeGreaterThan(requests);
      await source?.stop();
      // What stands beside the chain is known to the files only.
      const chain = (dump: string): string => dump.slice(0, dump.indexOf('== btc_fork_block'));
      expect(chain(await dumpLedger(db))).toBe(chain(files));
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    });

    test('is pruned gives a range from what it still has', async () => {
      const deleted = z.int().parse(await node.call('pruneblockchain', (await node.height()) - 300));
      expect(deleted).toBeGreaterThan(0);
      await start();
      await caughtUp();
      const lowest = source?.node()?.prunedFrom ?? 0;
      expect(lowest).toBeGreaterThan(0);
      const ranges = await createBitcoinLedger({ db, hashing: nativeHashing }).ranges();
      expect(ranges).toEqual([{ from: lowest, to: await node.height() }]);
      await source?.stop();
      process.stderr.write(`Pruned: ${JSON.stringify(ranges)}\n`);
      expect(networks.regtest.genesisHash).toBe(await node.call('getblockhash', 0));
    });
  });
}

if (program === undefined) {
  test.skip('A real bitcoind is followed: skipped, TEST_BITCOIND names no program');
} else withNode('A real bitcoind', program);
