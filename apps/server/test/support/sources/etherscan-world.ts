import { fromHex, toHex } from '@hopscope/chain';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { readEthereumRemoteAddress } from '../../../src/ledger/ethereum/remote/by-address.ts';
import { readUnplaced } from '../../../src/ledger/ethereum/remote/by-address-movements.ts';
import { createEthereumByAddress } from '../../../src/contexts/explorer/ethereum/ethereum-by-address.service.ts';
import { createEthereumBlockchain } from '../../../src/contexts/explorer/ethereum/ethereum.service.ts';
import type { EtherscanSettings } from '../../../src/sources/etherscan/etherscan-source.ts';
import type { EthereumNode } from './ethereum-node.ts';
import {
  type Dialect,
  type EtherscanOptions,
  type EtherscanTestServer,
  startEtherscan,
} from './etherscan-server.ts';
import { historyFacts } from '../ledger/history-facts.ts';
import { etherscanKey, runEtherscan, testChainId } from './etherscan-source-process.ts';

export const bytesOf = (address: string): Uint8Array => fromHex(address.slice(2).toLowerCase());

/** Sources of the running test: they end before its databases are emptied. */
const running: (() => Promise<void>)[] = [];

/** Stops all running sources. */
export async function stopSources(): Promise<void> {
  await Promise.all(running.splice(0).map((stop) => stop()));
}

/** Runs a source, with the pages that use it. */
export function openEtherscan(db: SqlDatabase, url: string, more: Partial<EtherscanSettings> = {}) {
  const { source, output, failures } = runEtherscan(db, url, more);
  const service = createEthereumByAddress({
    db,
    chainId: BigInt(testChainId),
    fetchOnDemand: (wanted) =>
      wanted.kind === 'address'
        ? source.fetchAddress(wanted.key)
        : Promise.resolve({ kind: 'later', reason: 'no' } as const),
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= source.stop());
  running.push(stop);
  return { source, service, output, failures, stop };
}

/** Starts a service over a node for the running test. */
export async function serveNode(
  node: EthereumNode,
  more: Partial<EtherscanOptions> = {},
): Promise<EtherscanTestServer> {
  const server = await startEtherscan(node, {
    dialect: 'etherscan',
    chainId: testChainId,
    key: etherscanKey,
    ...more,
  });
  onTestFinished(() => server.close());
  return server;
}

/** Waits until the whole history of an address is stored in chain order, compared at the node's newest block. */
export async function untilComplete(
  db: SqlDatabase,
  node: EthereumNode,
  address: string,
  ask: () => void = () => {},
): Promise<void> {
  const reported = z
    .object({ hash: z.string() })
    .parse(await node.call('eth_getBlockByNumber', 'latest', false));
  const state = () =>
    withSession(db, async (session) => {
      const stored = await readEthereumRemoteAddress(session, bytesOf(address));
      if (!stored) {
        ask();
        return 'nothing';
      }
      if (stored.problem !== undefined) return stored.problem;
      const ended = stored.isComplete && `0x${toHex(stored.checkedTip)}` === reported.hash;
      return ended && (await readUnplaced(session)) === undefined ? 'complete' : 'part';
    });
  await expect.poll(state, { interval: 20 }).toBe('complete');
}

type Blockchain = ReturnType<typeof createEthereumBlockchain>;

async function movementsOf(
  service: Blockchain,
  address: string,
  reported: ReadonlySet<string>,
  dialect: Dialect,
) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { txs, pagination } = await service.addressMovements(address, {
      page,
      limit: 9,
      asset: undefined,
      hidden: true,
    });
    for (const { _id, sequence: _, method, index, log_index, path, ...row } of txs) {
      // Only the list of an address's own transactions contains their methods.
      const known = row.txid !== null && reported.has(row.txid);
      rows.push({
        ...row,
        ...(known && { method, index }),
        ...(dialect === 'blockscout' ? { log_index } : { path }),
      });
    }
    if (page >= pagination.totalPages) return rows;
  }
}

/** Returns transactions in the list of an address itself. */
async function ownTransactions(db: SqlDatabase, address: string): Promise<Set<string>> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ hash: string }>(
      `select distinct encode(hash, 'hex') as hash from eth_remote_movement where key = $1 and list = 0`,
      [bytesOf(address)],
    ),
  );
  return new Set(rows.map(({ hash }) => `0x${hash}`));
}

/** Checks the same blocks in a ledger: the history of an address from the service must be equal. */
export async function expectSame(
  db: SqlDatabase,
  reference: SqlDatabase,
  { node, address, dialect }: { node: EthereumNode; address: string; dialect: Dialect },
): Promise<number> {
  const reported = createEthereumByAddress({
    db,
    chainId: 31_337n,
    fetchOnDemand: async () => ({ kind: 'known' }),
  });
  const ledger = createEthereumBlockchain({ db: reference, balanceAt: async () => null });
  const [summary, expected] = [await reported.address(address), await ledger.address(address)];
  const balance = summary.balance ?? summary.node_balance?.amt;
  const atNode = String(await node.balance(address, await node.height()));
  expect({ address, balance }).toEqual({ address, balance: atNode });
  for (const field of [
    'total_received',
    'total_spent',
    'txCount',
    'movement_count',
    'hidden_count',
    'first_seen',
    'last_seen',
    'created_by',
  ] as const) {
    expect({ address, field, value: summary[field] }).toEqual({ address, field, value: expected[field] });
  }
  const own = await ownTransactions(db, address);
  const rows = await movementsOf(reported, address, own, dialect);
  expect(rows).toEqual(await movementsOf(ledger, address, own, dialect));
  const assets = async (service: Blockchain) => {
    const { assets: found } = await service.addressAssets(address, { limit: 50, after: undefined });
    return found
      .map((holding) => ({ ...holding, balance: undefined }))
      .sort((a, b) => String(a.asset.contract).localeCompare(String(b.asset.contract)));
  };
  expect(await assets(reported)).toEqual(await assets(ledger));
  const stats = async (service: Blockchain) => {
    const { coverage: _, ...rest } = await service.blockStats({ text: address, bytes: bytesOf(address) });
    return rest;
  };
  expect(await stats(reported)).toEqual(await stats(ledger));
  const facts = await historyFacts(reported.histories, address, 'ethereum');
  const { rows: exported, ...others } = await historyFacts(ledger.histories, address, 'ethereum');
  expect({ address, ...facts, rows: facts.rows.length }).toEqual({
    address,
    ...others,
    rows: exported.length,
  });
  return rows.length;
}
