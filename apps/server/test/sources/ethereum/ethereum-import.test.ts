import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeEthereumBlock, decodeReceipts, toHex } from '@hopscope/chain';
import { afterEach, describe, expect, it } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import { positionsOf } from '../../../src/ledger/ethereum/blocks/blocks.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import {
  readEthereumBlocks,
  readEthereumState,
  readEthereumTxByHash,
  readEthereumTxs,
  txMovements,
} from '../../../src/ledger/ethereum/reader.ts';
import {
  type EthereumBulkSettings,
  importEthereumFolder,
} from '../../../src/sources/ethereum-files/import-folder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { readRecorded, recorded } from '../../support/sources/ethereum-files.ts';

const chain = { chainId: 1n, network: 'mainnet' };
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of the recorded blocks that may be damaged. */
function copyOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-ethereum-'));
  folders.push(folder);
  for (const height of [1_000_000, 4_369_999, 18_500_000]) {
    for (const name of ['block', 'receipts']) {
      const file = `${height}/${name}.json`;
      cpSync(recorded(`rpc/${file}`), join(folder, file), { recursive: true });
      // The recorded files cannot be written; their copies have to be.
      const text = readFileSync(join(folder, file));
      rmSync(join(folder, file));
      writeFileSync(join(folder, file), text);
    }
  }
  return folder;
}

function load(db: SqlDatabase, folder: string, bulk?: EthereumBulkSettings) {
  return importEthereumFolder({ ledger: createEthereumLedger({ db }), chain, folder, threads: 1, bulk });
}

/** Settings that load even a few blocks in bulk. */
function bulkSettings(): EthereumBulkSettings {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-ethereum-load-'));
  folders.push(folder);
  return { folder: join(folder, 'load'), leastBlocks: 1, segmentTransactions: 1 };
}

function change(file: string, work: (text: string) => string): void {
  writeFileSync(file, work(readFileSync(file, 'utf8')));
}

describe('The import of recorded Ethereum blocks', () => {
  describeWithDatabase('into the ledger', (databases) => {
    it('has all facts of the recorded blocks', async () => {
      const db = await databases.empty();
      expect(await load(db, recorded('rpc'))).toEqual({
        added: 3,
        transactions: 181,
        known: 0,
        refused: undefined,
        stopped: false,
      });
      await withSession(db, async (session) => {
        const blocks = await readEthereumBlocks(session, [1_000_000, 4_369_999, 18_500_000]);
        const late = blocks.get(18_500_000);
        expect(late).toMatchObject({
          txCount: 157,
          fees: 450943315893129106n,
          burnt: 354387026296242820n,
          failed: 1,
          traced: false,
          internalCount: null,
        });
        expect(late?.withdrawals).toHaveLength(16);
        const kinds = new Map<string, number>();
        for (const row of blocks.values()) {
          const txs = await readEthereumTxs(session, positionsOf(row));
          for (const { kind, standard } of txs.flatMap((tx) => txMovements(tx, row, () => false))) {
            if (kind === 'token')
              kinds.set(`${row.height} ${standard}`, (kinds.get(`${row.height} ${standard}`) ?? 0) + 1);
          }
        }
        expect(Object.fromEntries(kinds)).toEqual({
          '4369999 erc20': 158,
          '18500000 erc20': 161,
          '18500000 erc721': 17,
        });
        expect(blocks.get(1_000_000)).toMatchObject({ txCount: 2, tokenCount: 0 });
        expect(blocks.get(4_369_999)).toMatchObject({ txCount: 22, tokenCount: 158 });
        const state = await readEthereumState(session);
        expect(state).toMatchObject({ chain, hasAllTraces: false, openingsKnown: false });
        expect(state.totals.rewards).toBe(10n * 10n ** 18n);
        expect(await auditEthereum(session)).toMatchObject({ ok: true, report: { blocks: 3 } });
      });
    });

    it('keeps every field of every transaction, receipt and header', async () => {
      const db = await databases.empty();
      await load(db, recorded('rpc'));
      await withSession(db, async (session) => {
        for (const height of [1_000_000, 4_369_999, 18_500_000]) {
          const block = decodeEthereumBlock(readRecorded(`rpc/${height}/block.json`));
          const receipts = decodeReceipts(readRecorded(`rpc/${height}/receipts.json`), block);
          const row = (await readEthereumBlocks(session, [height])).get(height);
          expect(row).toMatchObject({
            hash: block.hash,
            header: block.header,
            withdrawals: block.withdrawals,
          });
          const stored = await readEthereumTxs(session, row ? positionsOf(row) : []);
          expect(stored.map(({ tx }) => tx)).toEqual(block.transactions);
          expect(stored.map(({ receipt }) => receipt)).toEqual(
            receipts.map(({ logsBloom: _bloom, ...receipt }) => receipt),
          );
          for (const { hash } of block.transactions.slice(0, 3)) {
            expect(toHex((await readEthereumTxByHash(session, hash))?.tx.hash ?? hash)).toBe(toHex(hash));
          }
        }
      });
    });

    it('can be run again, and goes on above and below what is there', async () => {
      const db = await databases.empty();
      const folder = copyOf();
      rmSync(join(folder, '1000000'), { recursive: true });
      rmSync(join(folder, '18500000'), { recursive: true });
      expect(await load(db, folder)).toMatchObject({ added: 1, known: 0 });
      expect(await load(db, recorded('rpc'))).toMatchObject({ added: 2, known: 1, refused: undefined });
      expect(await load(db, recorded('rpc'))).toMatchObject({ added: 0, known: 3, refused: undefined });
      const state = await withSession(db, readEthereumState);
      expect(state.ranges.map(({ from }) => from)).toEqual([1_000_000, 4_369_999, 18_500_000]);
      expect(await withSession(db, (session) => auditEthereum(session))).toMatchObject({ ok: true });
    });

    it.each([
      ['a torn file', '4369999/receipts.json', (text: string) => text.slice(0, 5000), /is truncated/],
      ['an empty file', '4369999/block.json', () => '', /is truncated/],
      ['other JSON', '4369999/block.json', () => '[]', /block/],
      [
        'a changed amount',
        '4369999/block.json',
        (text: string) => text.replace(/"value":\s*"0x[1-9a-f]/, '$&1'),
        /hash/,
      ],
      [
        'a changed log',
        '4369999/receipts.json',
        (text: string) => text.replace(/"data":\s*"0x000/, '$&1').replace('0001', '0011'),
        /receipts|JSON|data|logs|block/,
      ],
      ['receipts of nothing', '4369999/receipts.json', () => '[]', /receipts/],
    ])('%s is named; what comes before it is kept, nothing of it', async (_, file, damage, reason) => {
      const db = await databases.empty();
      const folder = copyOf();
      change(join(folder, file), damage);
      const report = await load(db, folder);
      expect(report).toMatchObject({ added: 1, known: 0 });
      expect(report.refused?.path).toContain('4369999');
      expect(report.refused?.message).toMatch(reason);
      const state = await withSession(db, readEthereumState);
      expect(state.ranges).toEqual([{ from: 1_000_000, to: 1_000_000 }]);
      expect(await withSession(db, (session) => auditEthereum(session))).toMatchObject({ ok: true });
    });

    it('in bulk has the same tables as block by block', async () => {
      const [slow, fast] = [await databases.empty(), await databases.empty()];
      const expected = await load(slow, recorded('rpc'));
      expect(await load(fast, recorded('rpc'), bulkSettings())).toEqual(expected);
      expect(await dumpLedger(fast, 'ethereum')).toBe(await dumpLedger(slow, 'ethereum'));
      expect(await load(fast, recorded('rpc'), bulkSettings())).toMatchObject({ added: 0, known: 3 });
    });

    it('in bulk names a damaged file too, and keeps what comes before it', async () => {
      const [slow, fast] = [await databases.empty(), await databases.empty()];
      const folder = copyOf();
      change(join(folder, '18500000/receipts.json'), (text) => text.slice(0, 5000));
      const expected = await load(slow, folder);
      expect(expected).toMatchObject({ added: 2 });
      expect(await load(fast, folder, bulkSettings())).toEqual(expected);
      expect(await dumpLedger(fast, 'ethereum')).toBe(await dumpLedger(slow, 'ethereum'));
    });

    it('refuses a block of another height, another chain and traces of another block', async () => {
      const db = await databases.empty();
      const misplaced = copyOf();
      cpSync(join(misplaced, '1000000'), join(misplaced, '999999'), { recursive: true });
      expect((await load(db, misplaced)).refused?.message).toMatch(/is block 1000000.*999999/);
      const ledger = createEthereumLedger({ db });
      const other = { chainId: 5n, network: 'chain 5' };
      const report = await importEthereumFolder({ ledger, chain: other, folder: copyOf(), threads: 1 });
      expect(report.refused?.message).toMatch(/transaction of chain 1, not of chain 5/);
      const traced = copyOf();
      writeFileSync(join(traced, '1000000', 'traces.json'), '[]');
      expect((await load(await databases.empty(), traced)).refused?.message).toMatch(/traces/);
    });
  });
});
