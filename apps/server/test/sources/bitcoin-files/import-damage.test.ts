import { readFileSync } from 'node:fs';
import { decodeBlock, encodeBlock, encodeTransaction } from '@hopscope/chain';
import { afterAll, describe, expect, test } from 'vitest';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { importBlocks } from '../../../src/sources/bitcoin-files/import-blocks.ts';
import type { ImportReport } from '../../../src/sources/bitcoin-files/import-report.ts';
import { describeImport, exitCodeOf } from '../../../src/sources/bitcoin-files/report.ts';
import { flipBit, frame, temporaryFolder, unframe, write, xored } from '../../support/sources/block-files.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { createRandom } from '../../support/survival/random.ts';
import { realFile } from '../../support/recorded/real-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function emptyLedger(databases: TestDatabases) {
  const db = await databases.empty();
  return { db, ledger: createBitcoinLedger({ db, hashing: nativeHashing }) };
}

const outcome = (report: ImportReport) => ({
  loaded: report.loadedBlocks,
  exit: exitCodeOf(report),
  text: describeImport(report, 1),
});

describe('A damaged bit in real blocks', () => {
  // A block of its own, then one that is damaged and one on top of it.
  const blocks = [readFileSync(realFile('block300025.raw')), ...unframe(realFile('blk_560065_560066.dat'))];
  const intact = frame(blocks);
  const sound = write(folder.path, 'sound.bin', intact);
  const start = 8 + (blocks[0]?.length ?? 0);
  const middle = blocks[1] ?? Buffer.alloc(0);
  const segwit = decodeBlock(middle, { hashing: nativeHashing }).transactions.find(
    (tx, i) => i > 0 && tx.segwit,
  );
  if (!segwit) throw new Error('No transaction with witness');
  const bytes = encodeTransaction(segwit);
  const txAt = middle.indexOf(bytes);

  const places = [
    { name: 'the previous hash of a header', at: start + 8 + 10, loaded: 2, says: /a damaged block/ },
    { name: 'the nonce of a header', at: start + 8 + 78, loaded: 2, says: /a damaged block/ },
    {
      name: 'an outpoint',
      at: start + 8 + txAt + 10,
      loaded: 1,
      says: /\(and 1 block after it\): .*Merkle root/,
    },
    {
      name: 'a witness',
      at: start + 8 + txAt + bytes.length - 12,
      loaded: 1,
      says: /Refused [0-9a-f]{64} at height 560065 \(and 1 block after it\): .*witness/,
    },
    { name: 'the framing length', at: start + 6, bit: 1, loaded: 2, says: /a damaged block/ },
    {
      name: 'the framing length, so that the file ends before',
      at: start + 6,
      bit: 5,
      loaded: 2,
      says: /bytes \d+ to \d+/,
    },
    { name: 'the magic', at: start + 2, loaded: 2, says: /bytes \d+ to \d+: no block data/ },
  ];

  describeWithDatabase('is told, the rest is loaded', (databases) => {
    test.each(places)('$name', async ({ name, at, bit, loaded, says }) => {
      const { db, ledger } = await emptyLedger(databases);
      const path = write(folder.path, `${name.replaceAll(/\W/g, '-')}.bin`, flipBit(intact, at, bit));
      const reported = outcome(await load(ledger, [path]));
      expect(reported).toMatchObject({ loaded, exit: 2 });
      expect(reported.text).toMatch(says);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { blocks: loaded } });
      const mended = await load(ledger, [sound]);
      expect([mended.loadedBlocks, exitCodeOf(mended)]).toEqual([3 - loaded, 0]);
      expect(await ledger.ranges()).toEqual([
        { from: 300_025, to: 300_025 },
        { from: 560_065, to: 560_066 },
      ]);
    });
  });
});

describe('A damaged small file', () => {
  const chain = createChain({ seed: 5, maxTxs: 6 });
  chain.extend(14);
  const blocks = chain.blocks.map(({ block }) => Buffer.from(encodeBlock(block)));
  const intact = frame(blocks, 'demo');
  const sound = write(folder.path, 'blk00000.dat', intact);
  const count = blocks.length;

  describeWithDatabase('is told, and mended by the sound one', (databases) => {
    const freshDump = async (): Promise<string> => {
      const { db, ledger } = await emptyLedger(databases);
      expect(outcome(await load(ledger, [sound]))).toMatchObject({ loaded: count, exit: 0 });
      return dumpLedger(db);
    };

    test('one bit anywhere behind the headers', async () => {
      // A header with a turned bit is as good as another here: half of all hashes are proof enough.
      const random = createRandom(99);
      const bodies = blocks.flatMap((block, i) => {
        const start = frame(blocks.slice(0, i), 'demo').length + 88;
        return Array.from({ length: block.length - 80 }, (_, at) => start + at);
      });
      const fresh = await freshDump();
      for (let i = 0; i < 5; i++) {
        const { db, ledger } = await emptyLedger(databases);
        const at = random.pick(bodies);
        const path = write(folder.path, 'flipped.dat', flipBit(intact, at, random.below(8)));
        const report = await load(ledger, [path]);
        expect(report.loadedBlocks).toBeLessThan(count);
        expect(exitCodeOf(report)).toBe(2);
        expect(await auditBitcoin(db)).toMatchObject({ ok: true });
        expect(exitCodeOf(await load(ledger, [sound]))).toBe(0);
        expect(await dumpLedger(db)).toBe(fresh);
      }
    });

    test.each([0, 7])('a damaged copy of block %i before the sound one', async (height) => {
      const fresh = await freshDump();
      const bad = blocks.map((block, i) => (i === height ? flipBit(block, block.length - 6) : block));
      const path = write(folder.path, 'both.dat', Buffer.concat([frame(bad, 'demo'), intact]));
      const { db, ledger } = await emptyLedger(databases);
      const report = await load(ledger, [path]);
      expect(report).toMatchObject({ loadedBlocks: count, refused: [] });
      expect(await dumpLedger(db)).toBe(fresh);
    });

    test('every order of blocks, twice over, with noise and zeros between', async () => {
      const fresh = await freshDump();
      const random = createRandom(3);
      const shuffled = [...blocks, ...blocks]
        .map((block) => ({ block, key: random.below(1 << 30) }))
        .toSorted((a, b) => a.key - b.key)
        .flatMap(({ block }) => [frame([block], 'demo'), Buffer.from(random.bytes(random.below(20)))]);
      const path = write(folder.path, 'noise.bin', Buffer.concat([...shuffled, Buffer.alloc(5000)]));
      const { db, ledger } = await emptyLedger(databases);
      expect(outcome(await load(ledger, [path]))).toMatchObject({ loaded: count, exit: 0 });
      expect(await dumpLedger(db)).toBe(fresh);
    });

    test('a torn tail is no damage; the next call takes what was missing', async () => {
      const fresh = await freshDump();
      const { db, ledger } = await emptyLedger(databases);
      const cut = intact.length - (blocks.at(-1)?.length ?? 0) / 2;
      const reported = outcome(await load(ledger, [write(folder.path, 'torn.dat', intact.subarray(0, cut))]));
      expect(reported).toMatchObject({ loaded: count - 1, exit: 0 });
      expect(reported.text).toMatch(/torn\.dat, bytes \d+ to \d+: a block truncated by the end of the file/);
      expect(outcome(await load(ledger, [sound])).text).toMatch(
        /Loaded 1 block .*\nSkipped 14 blocks that the ledger already contains$/,
      );
      expect(await dumpLedger(db)).toBe(fresh);
    });

    test('xor.dat beside blk files is honored', async () => {
      const fresh = await freshDump();
      const key = Uint8Array.of(0xd3, 0x01, 0, 0xff, 0x42, 0x99, 0x07, 0x80);
      const own = temporaryFolder();
      const half = frame(blocks.slice(0, 8), 'demo');
      write(own.path, 'blk00000.dat', xored(half, key));
      write(own.path, 'blk00001.dat', xored(frame(blocks.slice(8), 'demo'), key));
      write(own.path, 'rev00000.dat', Buffer.alloc(100, 1));
      write(own.path, 'xor.dat', key);
      const { db, ledger } = await emptyLedger(databases);
      expect(outcome(await load(ledger, [own.path]))).toMatchObject({ loaded: count, exit: 0 });
      expect(await dumpLedger(db)).toBe(fresh);
      write(own.path, 'xor.dat', key.subarray(1));
      await expect(load(ledger, [own.path])).rejects.toThrow(/xor\.dat has 7 bytes; 8 are expected/);
      own.remove();
    });

    test('a stop while files are read changes nothing and is told as a stop', async () => {
      const { db, ledger } = await emptyLedger(databases);
      const before = await dumpLedger(db);
      const options = { ledger, hashing: nativeHashing, paths: [sound], network: undefined };
      const report = await importBlocks({ ...options, signal: AbortSignal.abort() });
      expect(outcome(report)).toMatchObject({ loaded: 0, exit: 130 });
      expect(report).toMatchObject({ damaged: [], refused: [] });
      expect(await dumpLedger(db)).toBe(before);
    });

    test('a file of another network is refused by its name, and nothing is changed', async () => {
      const fresh = await freshDump();
      const { db, ledger } = await emptyLedger(databases);
      await load(ledger, [sound]);
      for (const network of ['testnet', 'mainnet', 'signet', 'regtest'] as const) {
        const path = write(folder.path, 'foreign.dat', frame(blocks, network));
        const reported = outcome(await load(ledger, [path]));
        expect(reported).toMatchObject({ loaded: 0, exit: 2 });
        expect(reported.text).toContain(`foreign.dat: contains ${network} blocks; this ledger is for demo`);
      }
      expect(await dumpLedger(db)).toBe(fresh);
    });
  });
});

const torn = 'blk_torn_300_598.dat';
describe('The torn file', () => {
  describeWithDatabase('holds 300 sound blocks', (databases) => {
    test('alone it is a range, told what was passed over', async () => {
      const { db, ledger } = await emptyLedger(databases);
      const reported = outcome(await load(ledger, [realFile(torn)]));
      expect(reported).toMatchObject({ loaded: 300, exit: 0 });
      expect(reported.text).toMatch(/Skipped .*: no block data/);
      expect(await ledger.ranges()).toEqual([{ from: 300, to: 599 }]);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { blocks: 300 } });
    });

    test('the whole chain around it makes it the same as without it', async () => {
      const intact = realFile('blk_000000_002100.dat');
      const { db, ledger } = await emptyLedger(databases);
      await load(ledger, [intact]);
      const fresh = await dumpLedger(db);
      const other = await emptyLedger(databases);
      await load(other.ledger, [realFile(torn)]);
      expect(await load(other.ledger, [intact])).toMatchObject({ loadedBlocks: 1801, alreadyStored: 300 });
      expect(await dumpLedger(other.db)).toBe(fresh);
    });
  });
});
