import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '@hopscope/chain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SqlDatabase, type SqlSession, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import { positionsOf } from '../../../src/ledger/ethereum/blocks/blocks.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import type { EthereumBlockRow } from '../../../src/ledger/ethereum/model.ts';
import {
  readEthereumAccount,
  readEthereumBlocks,
  readEthereumState,
  readEthereumTxs,
  readHoldings,
} from '../../../src/ledger/ethereum/reader.ts';
import { importEthereumFolder } from '../../../src/sources/ethereum-files/import-folder.ts';
import { openPrepared, prepareDataFolder, runImport } from '../../support/command.ts';
import { bytecodeOf, callData, creations, encodeArguments } from '../../support/ledger/contracts.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { addressOf, makeBundle } from '../../support/sources/ethereum-blocks.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import {
  askTraces,
  headerAnswer,
  recordBlocks,
  type ReportedTransfer,
  reportedTransfers,
  writeAnswers,
} from '../../support/sources/ethereum-recording.ts';

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-ethereum-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const hexOf = (bytes: Uint8Array): string => `0x${toHex(bytes)}`;

/** Blocks in which contracts move ether in every way: calls, creations, self-destructions, and some that are undone. */
async function moveEther(node: EthereumNode): Promise<void> {
  const [owner = '', second = '', third = ''] = node.accounts;
  const shares = encodeArguments([
    [second, third],
    [2n, 1n],
  ]);
  const data = bytecodeOf('PaymentSplitter') + shares;
  const published = await node.send({ from: owner, data, gas: '0x7a1200', value: '0x9' });
  await node.mine();
  const receipt = await node.call('eth_getTransactionReceipt', published);
  const { contractAddress: splitter } = z.object({ contractAddress: z.string() }).parse(receipt);
  const { nested, destroyedForMaker, destroyedForItself, reverted } = creations;
  const gas = '0x2dc6c0';
  for (const code of [nested, destroyedForMaker, destroyedForItself, reverted]) {
    await node.send({ from: second, data: code, value: '0x123456', gas });
  }
  await node.send({ from: third, to: splitter, value: '0xf4240', gas });
  await node.mine();
  await node.mine();
  for (const payee of [second, third, owner]) {
    await node.send({ from: owner, to: splitter, data: callData('release(address)', payee), gas });
  }
  await node.mine();
}

async function transfersIn(session: SqlSession, row: EthereumBlockRow) {
  const txs = await readEthereumTxs(session, positionsOf(row));
  return txs
    .flatMap(({ internal }) => internal ?? [])
    .map(({ kind, transactionIndex, from, to, value }) => {
      const reported: ReportedTransfer = [transactionIndex, hexOf(from), to ? hexOf(to) : 'nobody', value];
      return { kind, reported };
    });
}

/** Every account has gained since block 0 what it has gained on the node; answers how many there are. */
async function compareBalances(session: SqlSession, node: EthereumNode, height: number): Promise<number> {
  const { rows } = await session.query<{ key: Uint8Array }>('select key from eth_account');
  for (const { key } of rows) {
    const account = await readEthereumAccount(session, key);
    const [ether] = account ? await readHoldings(session, account, { limit: 1 }) : [];
    const address = hexOf(key);
    const gained = (await node.balance(address, height)) - (await node.balance(address, 0));
    const change = ether ? ether.received - ether.spent : undefined;
    expect({ address, change }).toEqual({ address, change: gained });
  }
  return rows.length;
}

describe('The import of a node’s blocks with traces', () => {
  let node: EthereumNode;
  beforeAll(async () => {
    node = await startEthereumNode();
    await moveEther(node);
  });
  afterAll(() => node?.stop());

  it.each([
    { shape: 'trace_block', other: 'callTracer' },
    { shape: 'callTracer', other: 'trace_block' },
  ] as const)('in the shape of $shape: transfers and balances are the node’s', async ({ shape, other }) => {
    const folder = newFolder();
    const to = await node.height();
    await recordBlocks(node, join(folder, 'blocks'), { from: 1, to, shape });
    const dataDir = await prepareDataFolder(join(folder, 'data'));
    const args = ['--ethereum', join(folder, 'blocks'), '--chain-id', '31337'];
    const { code, err, out } = await runImport(args, { DATA_DIR: dataDir });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^4 blocks with 9 transactions loaded/);
    const db = openPrepared(dataDir);
    try {
      await withSession(db, async (session) => {
        const blocks = [...(await readEthereumBlocks(session, [1, 2, 3, 4])).values()];
        const kinds = new Set<string>();
        for (const row of blocks) {
          const stored = await transfersIn(session, row);
          for (const { kind } of stored) kinds.add(kind);
          // The node's other answer, read by other means.
          const asked = reportedTransfers(await askTraces(node, row.height, other), other);
          expect(stored.map(({ reported }) => reported)).toEqual(asked);
        }
        expect(kinds).toEqual(new Set(['call', 'create', 'selfdestruct']));
        expect(await compareBalances(session, node, to)).toBeGreaterThan(6);
        const state = await readEthereumState(session);
        expect(state).toMatchObject({ hasAllTraces: true, openingsKnown: false });
        expect(state.totals.destroyed).toBe(0x123456n);
        expect(await auditEthereum(session)).toMatchObject({ ok: true, report: { blocks: 4 } });
      });
    } finally {
      await db.close();
    }
  });
});

/** A block of proof of work without transactions, and its uncles. */
function withUncles(height: number, parentHash: Uint8Array, uncleHeights: readonly number[]) {
  const proofOfWork = { difficulty: 5n, parentHash };
  const uncles = uncleHeights.map((uncle) =>
    makeBundle({ ...proofOfWork, height: uncle, miner: addressOf(uncle) }),
  );
  const headers = uncles.map(({ block }) => block.header);
  return { ...makeBundle({ ...proofOfWork, height, miner: addressOf(1), uncles: headers }), uncles };
}

function reward(rewardType: 'block' | 'uncle', author: Uint8Array, value: bigint) {
  return {
    type: 'reward',
    traceAddress: [],
    subtraces: 0,
    result: null,
    action: { author: hexOf(author), rewardType, value: `0x${value.toString(16)}` },
  };
}

describeWithDatabase('The import of blocks with uncles', (databases) => {
  const ether = 10n ** 18n;
  const first = withUncles(500, new Uint8Array(32), [499]);
  const second = withUncles(501, first.block.hash, [495, 499]);
  const rewards = [
    [
      reward('block', addressOf(1), 2n * ether + ether / 16n),
      reward('uncle', addressOf(499), (7n * ether) / 4n),
    ],
    [
      reward('block', addressOf(1), 2n * ether + ether / 8n),
      reward('uncle', addressOf(495), ether / 2n),
      reward('uncle', addressOf(499), (6n * ether) / 4n),
    ],
  ];

  function recordedUncles(): string {
    const folder = newFolder();
    [first, second].forEach(({ block, uncles }, i) => {
      writeAnswers(folder, block.header.number, {
        block: { ...headerAnswer(block.header, block.hash), uncles: block.uncles.map(hexOf) },
        receipts: [],
        traces: rewards[i],
        uncles: uncles.map((uncle) => headerAnswer(uncle.block.header, uncle.block.hash)),
      });
    });
    return folder;
  }

  const loadUncles = (db: SqlDatabase, folder: string) =>
    importEthereumFolder({
      ledger: createEthereumLedger({ db }),
      chain: { chainId: 1337n, network: 'chain 1337' },
      folder,
      threads: 1,
    });

  it('pays the miners of blocks and uncles', async () => {
    const db = await databases.empty();
    expect(await loadUncles(db, recordedUncles())).toMatchObject({ added: 2, refused: undefined });
    await withSession(db, async (session) => {
      for (const [miner, received] of [
        [addressOf(1), 4n * ether + (3n * ether) / 16n],
        [addressOf(495), ether / 2n],
        [addressOf(499), (13n * ether) / 4n],
      ] as const) {
        const account = await readEthereumAccount(session, miner);
        const [holding] = account ? await readHoldings(session, account, { limit: 1 }) : [];
        expect(holding).toMatchObject({ received, spent: 0n });
      }
      const row = (await readEthereumBlocks(session, [501])).get(501);
      expect(row?.uncles).toEqual(second.uncles.map(({ block }) => block.header));
      expect(await readEthereumState(session)).toMatchObject({ hasAllTraces: true });
      expect(await auditEthereum(session)).toMatchObject({ ok: true });
    });
  });

  it('says that something is unknown where headers of uncles are missing', async () => {
    const db = await databases.empty();
    const folder = recordedUncles();
    rmSync(join(folder, '501', 'uncles.json'));
    expect(await loadUncles(db, folder)).toMatchObject({ added: 2, refused: undefined });
    await withSession(db, async (session) => {
      expect(await readEthereumState(session)).toMatchObject({ hasAllTraces: false });
      const rows = await readEthereumBlocks(session, [500, 501]);
      expect([500, 501].map((height) => rows.get(height)?.traced)).toEqual([true, false]);
      expect(await auditEthereum(session)).toMatchObject({ ok: true });
    });
  });

  it.each([
    ['another uncle', 'uncles', [headerAnswer(second.block.header, second.block.hash)], /uncles/],
    [
      'too many uncles',
      'uncles',
      second.uncles.map(({ block }) => headerAnswer(block.header, block.hash)),
      /uncles/,
    ],
    ['another reward', 'traces', [reward('block', addressOf(1), 2n * ether)], /rewards/],
  ])('refuses %s', async (_, file, answer, reason) => {
    const folder = recordedUncles();
    writeAnswers(folder, 500, { [file]: answer });
    const report = await loadUncles(await databases.empty(), folder);
    expect(report).toMatchObject({ added: 0 });
    expect(report.refused?.message).toMatch(reason);
  });
});
