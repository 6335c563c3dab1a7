import { getBlock, getLedgerStatus, getTransaction, listBlockTransactions } from '@hopscope/contract';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import { frame, temporaryFolder, write } from '../support/sources/block-files.ts';
import { dumpLedger } from '../support/ledger/dump.ts';
import { describeLedger, load } from '../support/ledger/loaded-ledger.ts';
import { realFile } from '../support/recorded/real-files.ts';

const blocks = ['block702861.raw', 'block300025.raw'];
const testnet = ['testnet3/block898352.raw', 'testnet3/block1087400.raw'];

describe('Single raw blocks', () => {
  const paths = blocks.map(realFile);

  describeLedger('in one ledger', { prepare: (ledger) => load(ledger, paths) }, (loaded) => {
    test.each([
      { height: 702_861, transactions: 2500, size: 1_381_836, fees: 4_948_405 },
      { height: 300_025, transactions: 461, size: 284_231, fees: undefined },
    ])('block $height', async ({ height, transactions, size, fees }) => {
      const { data } = await loaded.api.bitcoin(getBlock, { params: { height: String(height) } });
      expect(data).toMatchObject({
        number: height,
        transaction_count: transactions,
        size,
        fees_basis: 'coinbase',
        next_hash: null,
      });
      if (fees !== undefined) expect(data.fees).toBe(fees);
      expect(data.unknown_input_count).toBeGreaterThan(0);
    });

    test('each is a range of its own', async () => {
      const { data } = await loaded.api.bitcoin(getLedgerStatus, {});
      expect(data.coverage.ranges).toEqual(
        [300_025, 702_861].map((height) => ({ from: height, to: height })),
      );
      expect(data.coverage.text).toBe('Part of the chain: blocks 300025, 702861');
    });

    test('an output below a gap may be spent in it: that is unknown, not unspent', async () => {
      const spentness = async (height: number): Promise<Set<string>> => {
        const { txs } = await loaded.api.bitcoin(listBlockTransactions, {
          params: { height: String(height) },
          query: { limit: 1000 },
        });
        return new Set(txs.flatMap((tx) => tx.outputs.map((output) => output.spent)));
      };
      expect([...(await spentness(300_025))]).not.toContain('unspent');
      expect([...(await spentness(702_861))]).toContain('unspent');
    });

    test('bare multisig has a type and an amount, and no address', async () => {
      const { txs } = await loaded.api.bitcoin(listBlockTransactions, {
        params: { height: '300025' },
        query: { limit: 1000 },
      });
      const outputs = txs.flatMap((tx) => tx.outputs).filter((output) => output.script_type === 'multisig');
      expect(outputs).toHaveLength(5);
      for (const output of outputs) expect([output.addr, output.amt > 0]).toEqual([null, true]);
    });

    test('a CoinJoin of 60 equal outputs is shown whole', async () => {
      const counts: number[] = [];
      for (const page of [1, 2, 3]) {
        const { txs } = await loaded.api.bitcoin(listBlockTransactions, {
          params: { height: '702861' },
          query: { page, limit: 1000 },
        });
        for (const { txid, output_count } of txs.filter((tx) => tx.output_count >= 60)) {
          const { data } = await loaded.api.bitcoin(getTransaction, { params: { hash: txid } });
          expect(data.outputs).toHaveLength(output_count);
          const amounts = data.outputs.map(({ amt }) => amt);
          const equal = Math.max(
            ...amounts.map((amount) => amounts.filter((other) => other === amount).length),
          );
          counts.push(equal);
          // Its inputs are outside the block; the form of the outputs tells.
          expect(data.is_coinjoin).toBe(equal === 60);
          if (equal === 60) expect(data.coinjoin).toMatchObject({ style: 'wasabi1' });
        }
      }
      expect(counts).toContain(60);
    });

    test('a second import finds everything there and changes nothing', async () => {
      const before = await dumpLedger(loaded.db);
      const report = await load(loaded.ledger, paths);
      expect(report).toMatchObject({ loadedBlocks: 0, alreadyStored: 2, refused: [], damaged: [] });
      expect(await dumpLedger(loaded.db)).toBe(before);
    });

    test.each(testnet)('%s is refused, and nothing is changed', async (name) => {
      const before = await dumpLedger(loaded.db);
      const report = await load(loaded.ledger, [realFile(name)]);
      expect(report).toMatchObject({ loadedBlocks: 0, network: 'mainnet', refused: [{ followers: 0 }] });
      expect(report.refused[0]?.reason).toMatch(/belongs to another network/);
      expect(await dumpLedger(loaded.db)).toBe(before);
    });

    test('the ledger passes its audit', async () => {
      expect(await auditBitcoin(loaded.db)).toMatchObject({ ok: true });
    });
  });

  describeLedger('testnet blocks on an undecided ledger', {}, (loaded) => {
    test('are refused, and leave it undecided', async () => {
      const report = await load(loaded.ledger, testnet.map(realFile));
      expect(report.loadedBlocks).toBe(0);
      expect(report.refused).toHaveLength(2);
      expect(await loaded.ledger.network()).toBeUndefined();
      expect((await loaded.api.bitcoin(getLedgerStatus, {})).data.coverage.kind).toBe('empty');
    });
  });

  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const higherFirst = (): string => {
    const framed = frame(paths.map((path) => readFileSync(path)));
    return write(folder.path, 'higher-first.dat', framed);
  };
  describeLedger('blocks out of order', { prepare: (ledger) => load(ledger, [higherFirst()]) }, (loaded) => {
    test('find their places by the heights that they name', async () => {
      const { data } = await loaded.api.bitcoin(getLedgerStatus, {});
      expect(data.coverage.ranges).toEqual(
        [300_025, 702_861].map((height) => ({ from: height, to: height })),
      );
      expect(data.tip?.number).toBe(702_861);
      expect(await auditBitcoin(loaded.db)).toMatchObject({ ok: true });
    });
  });
});
