import { readFileSync } from 'node:fs';
import {
  addressKeyOfScript,
  decodeBlock,
  encodeAddress,
  encodeBlock,
  networks,
  toDisplayHash,
} from '@hopscope/chain';
import {
  getAddress,
  getBlock,
  getLedgerStatus,
  getTransaction,
  listAddressTransactions,
} from '@hopscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { frame, temporaryFolder, unframe, write } from '../support/sources/block-files.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { dumpLedger } from '../support/ledger/dump.ts';
import {
  describeLedger,
  type LedgerOptions,
  load,
  type LoadedLedger,
  openLedger,
} from '../support/ledger/loaded-ledger.ts';
import { realFile } from '../support/recorded/real-files.ts';

const reorg = ['0_to_4', '3A', '4A', '5A'].map((name) => realFile(`reorg/blk_${name}.dat`));
const { mainnet } = networks;

/** Addresses that outputs of blocks pay to. */
function addressesOf(blocks: readonly Uint8Array[]): string[] {
  const found = new Set<string>();
  for (const bytes of blocks) {
    for (const tx of decodeBlock(bytes, { hashing: nativeHashing }).transactions) {
      for (const { script } of tx.outputs) {
        const key = addressKeyOfScript(script, nativeHashing);
        if (key) found.add(encodeAddress(key, mainnet));
      }
    }
  }
  return [...found];
}

/** A dump without the blocks that are kept beside the chain. */
function chainOf(dump: string): string {
  return dump.split('== btc_fork_block')[0] ?? '';
}

/** Everything that people see of these addresses and of every block. */
async function everythingOf({ api }: LoadedLedger, addresses: readonly string[]): Promise<unknown> {
  const { data: status } = await api.bitcoin(getLedgerStatus, {});
  const blocks: unknown[] = [];
  for (let height = 0; height <= (status.tip?.number ?? -1); height++) {
    blocks.push((await api.bitcoin(getBlock, { params: { height: String(height) } })).data);
  }
  const accounts: unknown[] = [];
  for (const addr of addresses) {
    accounts.push((await api.bitcoin(getAddress, { params: { addr } })).data);
    accounts.push(await api.bitcoin(listAddressTransactions, { params: { addr }, query: { limit: 1000 } }));
  }
  return { status, blocks, accounts };
}

const loadedWith = (files: readonly string[]): LedgerOptions => ({
  prepare: (ledger) => load(ledger, files),
});

describe('A reorganization of two blocks', () => {
  const folder = temporaryFolder();
  const paths = reorg.map((path, i) => write(folder.path, `blk0000${i}.dat`, readFileSync(path)));
  const [trunk, ...branch] = paths.map(unframe);
  const winners = [...(trunk ?? []).slice(0, 3), ...branch.flat()];
  const losers = (trunk ?? []).slice(3);
  const addresses = addressesOf([...winners, ...losers]);
  const winning = write(folder.path, 'winning.bin', frame(winners));
  const winningBlocks = winners.map((bytes) => decodeBlock(bytes, { hashing: nativeHashing }));
  afterAll(() => folder.remove());

  describeLedger('the winning chain alone', loadedWith([winning]), (fresh) => {
    let expected: unknown;
    let dump = '';
    beforeAll(async () => {
      expected = await everythingOf(fresh, addresses);
      dump = chainOf(await dumpLedger(fresh.db));
    });

    const ways: [string, string[][]][] = [
      ['one file after the other', paths.map((path) => [path])],
      ['as one folder', [[folder.path]]],
      // Blocks that name no height and have no parent yet are refused the first time.
      ['backwards, then forwards', [...paths.toReversed(), ...paths].map((path) => [path])],
      ['the whole branch in one call', [paths.slice(0, 1), paths.slice(1)]],
    ];
    test.each(ways)('and the files %s lead to the same', async (_, calls) => {
      const ledger = await openLedger();
      for (const given of calls) await load(ledger.ledger, given);
      expect(await everythingOf(ledger, addresses)).toEqual(expected);
      const tip = winningBlocks.at(-1);
      expect(await ledger.api.bitcoin(getLedgerStatus, {})).toMatchObject({
        data: { tip: { number: 5, hash: toDisplayHash(tip?.hash ?? new Uint8Array(32)) } },
      });
      expect(await auditBitcoin(ledger.db)).toMatchObject({ ok: true, report: { complete: true } });
      expect(chainOf(await dumpLedger(ledger.db))).toBe(dump);
      await ledger.close();
    });
  });

  describeLedger('seen step by step', loadedWith(paths.slice(0, 1)), (loaded) => {
    const tipAfter = async (path: string | undefined): Promise<unknown> => {
      const report = path === undefined ? undefined : await load(loaded.ledger, [path]);
      const { data } = await loaded.api.bitcoin(getLedgerStatus, {});
      return { tip: data.tip?.number, disconnected: report?.disconnected, stored: report?.storedForks };
    };
    test('the branch wins when it is the heavier one, not before', async () => {
      const oldTip = (await loaded.api.bitcoin(getBlock, { params: { height: '4' } })).data.hash;
      const gone = losers.map((bytes) => decodeBlock(bytes, { hashing: nativeHashing }));
      expect(await tipAfter(paths[1])).toEqual({ tip: 4, disconnected: 0, stored: 1 });
      expect(await tipAfter(paths[2])).toEqual({ tip: 4, disconnected: 0, stored: 1 });
      await loaded.api.bitcoin(getBlock, { params: { height: oldTip } });
      expect(await tipAfter(paths[3])).toEqual({ tip: 5, disconnected: 2, stored: 0 });
      expect((await loaded.api.refused(410, `/blockchain/block/${oldTip}`)).code).toBe('gone');
      const stored = new Set(
        winningBlocks.flatMap((block) => block.transactions.map((tx) => toDisplayHash(tx.txid))),
      );
      for (const tx of gone.flatMap((block) => block.transactions)) {
        const hash = toDisplayHash(tx.txid);
        if (stored.has(hash)) await loaded.api.bitcoin(getTransaction, { params: { hash } });
        else await loaded.api.refused(410, `/blockchain/transaction/${hash}`);
      }
    });
  });
});

describe('A synthetic reorganization', () => {
  const chain = createChain({ seed: 41, maxTxs: 10 });
  chain.extend(12);
  const other = chain.fork(7, 42);
  other.extend(7);
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const bytesOf = (blocks: readonly BlockAtHeight[], name: string): string =>
    write(
      folder.path,
      name,
      frame(
        blocks.map(({ block }) => encodeBlock(block)),
        'demo',
      ),
    );
  const first = bytesOf(chain.blocks, 'blk00001.dat');
  const second = bytesOf(other.blocks.slice(8), 'blk00002.dat');
  const bytes = bytesOf(other.blocks, 'fresh.bin');

  describeLedger('of five blocks', loadedWith([bytes]), (fresh) => {
    test('leaves the same bytes in all tables as a fresh sync', async () => {
      const ledger = await openLedger();
      expect(await load(ledger.ledger, [first])).toMatchObject({
        loadedBlocks: 13,
        refused: [],
        network: 'demo',
      });
      expect(await load(ledger.ledger, [second])).toMatchObject({
        loadedBlocks: 7,
        disconnected: 5,
        refused: [],
      });
      expect((await ledger.api.bitcoin(getLedgerStatus, {})).data.tip?.number).toBe(14);
      expect(await auditBitcoin(ledger.db)).toMatchObject({ ok: true });
      expect(chainOf(await dumpLedger(ledger.db))).toBe(chainOf(await dumpLedger(fresh.db)));
      await ledger.close();
    });
  });
});
