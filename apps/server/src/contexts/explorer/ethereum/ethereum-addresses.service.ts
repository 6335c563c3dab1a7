import type { CallOutput, EthereumMovementView, getBlockStats, listAddressAssets } from '@hopscope/contract';
import { type AppError, badRequest } from '../../../lib/app-error.ts';
import type { SqlDatabase, SqlSession } from '../../../db/session.ts';
import type { EthereumAccount, HoldingRow } from '../../../ledger/ethereum/model.ts';
import {
  readAssets,
  readEthereumAccount,
  readEthereumTxs,
  readHoldings,
  readMovements,
} from '../../../ledger/ethereum/reader.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { readAccountFacts, readContract } from './account-facts.ts';
import { balanceOf, presentHolding, presentToken } from './ethereum-movement.presenter.ts';
import { presentMovements } from './ethereum-movements.ts';
import {
  type EthereumList,
  type EthereumSnapshot,
  findTx,
  missing,
  readSnapshot,
  surroundings,
} from './ethereum-snapshot.ts';
import { addressOf, hexOf, textOrNull } from './ethereum-values.ts';
import { type EthereumAccountName, parseEthereumAccount } from '../../../lib/identifiers.ts';
import { paginate, type Page } from '../blocks/pagination.ts';
import type { EthereumAddressTotals } from '../blocks/worth.ts';

/** Reads the balance of an account in wei from a connected node, and its height; null without a node. Never throws. */
export type BalanceAt = (address: Uint8Array) => Promise<{ amount: bigint; height: number } | null>;

/** A filter for movements of an address. */
export interface MovementQuery extends Page {
  /** `ether` or a token contract; undefined: all. */
  asset: string | undefined;
  /** Includes movements marked as spam. */
  hidden: boolean;
}

async function holdingOfEther(
  session: SqlSession,
  account: EthereumAccount,
): Promise<HoldingRow | undefined> {
  const [first] = await readHoldings(session, account, { limit: 1 });
  return first?.asset === null ? first : undefined;
}

async function summarize(
  snapshot: EthereumSnapshot,
  name: EthereumAccountName,
  account: EthereumAccount | undefined,
): Promise<EthereumAddressTotals> {
  const { session, state, coverage } = snapshot;
  const holding = account && (await holdingOfEther(session, account));
  const positions = account ? [account.first, account.last] : [];
  const { blocks } = await surroundings(snapshot, positions);
  const seenAt = (position: number | undefined) => {
    const block = position === undefined ? undefined : blocks.get(heightOf(position));
    return block ? { block: block.height, timestamp: block.header.time } : null;
  };
  const creation =
    account && account.createdBy !== null ? await readEthereumTxs(session, [account.createdBy]) : [];
  const deployer = creation[0]?.tx.from ?? null;
  const [assets, facts, contract] = await Promise.all([
    readAssets(session, [name.bytes]),
    readAccountFacts(snapshot, name.bytes),
    account?.isContract ? readContract(snapshot, name.bytes, deployer) : null,
  ]);
  const [token] = assets.values();
  const none = state.openingsKnown && state.hasAllTraces ? 0n : null;
  return {
    blockchain: 'ethereum',
    address: name.text,
    balance: textOrNull(holding ? balanceOf(holding, state) : none),
    total_received: String(holding?.received ?? 0n),
    total_spent: String(holding?.spent ?? 0n),
    node_balance: null,
    txCount: account?.txCount ?? 0,
    movement_count: account?.count ?? 0,
    hidden_count: account?.hiddenCount ?? 0,
    first_seen: seenAt(account?.first),
    last_seen: seenAt(account?.last),
    is_contract: account?.isContract ?? false,
    token: token ? presentToken(token) : null,
    created_by: creation[0] ? hexOf(creation[0].tx.hash) : null,
    facts,
    contract,
    coverage,
  };
}

function unseen(name: EthereumAccountName, snapshot: EthereumSnapshot): AppError {
  return missing(`No transaction of ${name.text}`, snapshot);
}

/**
 * Returns the account of an address; undefined if a complete ledger has no movement of it. Throws 404 if a partial one has
 * none.
 */
export async function findEthereumAccount(
  snapshot: EthereumSnapshot,
  name: EthereumAccountName,
): Promise<EthereumAccount | undefined> {
  const account = await readEthereumAccount(snapshot.session, name.bytes);
  if (!account && snapshot.coverage.kind !== 'complete') throw unseen(name, snapshot);
  return account;
}

/** Throws 400 if it is neither `ether` nor an address. */
export function parseAsset(asset: string | undefined): 'ether' | Uint8Array | undefined {
  if (asset === undefined || asset.toLowerCase() === 'ether') return asset === undefined ? asset : 'ether';
  if (!/^0x/i.test(asset)) {
    throw badRequest('bad_request', 'Set the asset to `ether` or the address of a token contract');
  }
  return parseEthereumAccount(asset).bytes;
}

/** Returns the number by which holdings are sorted, for `ether` or a contract. Throws 400 if no asset has it. */
async function assetNumber(session: SqlSession, text: string): Promise<number> {
  const asset = parseAsset(text);
  if (asset === undefined || asset === 'ether') return 0;
  const [row] = (await readAssets(session, [asset])).values();
  if (!row) throw badRequest('bad_request', `Unknown asset ${text}`);
  return row.id;
}

/** Returns the number of blocks with an appearance, and the positions of the first and last one. */
async function seenIn(
  snapshot: EthereumSnapshot,
  id: EthereumAccountName | Uint8Array,
): Promise<{ blocks: number; positions: readonly [number, number] } | undefined> {
  if (id instanceof Uint8Array) {
    const { position } = await findTx(snapshot, id);
    return { blocks: 1, positions: [position, position] };
  }
  const account = await findEthereumAccount(snapshot, id);
  return account && { blocks: account.blockCount, positions: [account.first, account.last] };
}

/**
 * Serves addresses of Ethereum, each answer from one snapshot; `balanceAt` reads balances that the ledger doesn't know.
 */
export function createEthereumAddresses(db: SqlDatabase, balanceAt: BalanceAt) {
  const read = <T>(work: (snapshot: EthereumSnapshot) => Promise<T>): Promise<T> => readSnapshot(db, work);
  return {
    /**
     * Returns totals of an address. Throws 404 `not_covered` if a partial ledger has no movement of it and no node returns
     * its balance.
     */
    async address(text: string): Promise<EthereumAddressTotals> {
      const name = parseEthereumAccount(text);
      const { summary, refusal } = await read(async (snapshot) => {
        const account = await readEthereumAccount(snapshot.session, name.bytes);
        const outside = !account && snapshot.coverage.kind !== 'complete';
        return {
          summary: await summarize(snapshot, name, account),
          refusal: outside ? unseen(name, snapshot) : null,
        };
      });
      const reported = summary.balance === null ? await balanceAt(name.bytes) : null;
      if (reported)
        return { ...summary, node_balance: { amt: String(reported.amount), block: reported.height } };
      if (refusal) throw refusal;
      return summary;
    },

    /** Returns a page of totals by asset, ether first; `after` is the last contract of the page before. */
    addressAssets: (
      text: string,
      { limit, after }: { limit: number; after: string | undefined },
    ): Promise<Omit<CallOutput<typeof listAddressAssets>, 'success'>> =>
      read(async (snapshot) => {
        const { session, state, coverage } = snapshot;
        const account = await findEthereumAccount(snapshot, parseEthereumAccount(text));
        if (!account) return { assets: [], next: null, coverage };
        const found = await readHoldings(session, account, {
          limit: limit + 1,
          ...(after !== undefined && { after: await assetNumber(session, after) }),
        });
        const last = found.length > limit ? found[limit - 1] : undefined;
        return {
          assets: found.slice(0, limit).map((holding) => presentHolding(holding, state)),
          next: last ? (last.asset ? addressOf(last.asset.contract) : 'ether') : null,
          coverage,
        };
      }),

    /** Returns a page of an address's movements, newest first; `hidden` includes those marked as spam. */
    addressMovements: (
      text: string,
      { page, limit, hidden, ...query }: MovementQuery,
    ): Promise<EthereumList<EthereumMovementView> & { hiddenCount: number }> =>
      read(async (snapshot) => {
        const { session, coverage } = snapshot;
        const asset = parseAsset(query.asset);
        const account = await findEthereumAccount(snapshot, parseEthereumAccount(text));
        const of = asset === undefined ? {} : { asset };
        const nothing = { total: 0, rows: [] };
        const found = account
          ? await readMovements(session, account, { ...of, hidden, page, limit })
          : nothing;
        const other = account
          ? await readMovements(session, account, { ...of, hidden: !hidden, page: 1, limit: 1 })
          : nothing;
        return {
          blockchain: 'ethereum',
          txs: await presentMovements(snapshot, found.rows),
          pagination: paginate({ page, limit }, found.total),
          hiddenCount: Math.abs(found.total - other.total),
          coverage,
        };
      }),

    /** Returns distinct blocks of an address, or the block of a transaction. */
    blockStats: (id: EthereumAccountName | Uint8Array): Promise<CallOutput<typeof getBlockStats>['data']> =>
      read(async (snapshot) => {
        const seen = await seenIn(snapshot, id);
        const { blocks } = await surroundings(snapshot, seen?.positions ?? []);
        const ref = (position: number | undefined) => {
          const block = position === undefined ? undefined : blocks.get(heightOf(position));
          return block ? { blockNumber: block.height, timestamp: block.header.time } : null;
        };
        return {
          blockchain: 'ethereum',
          totalBlocks: seen?.blocks ?? 0,
          firstBlock: ref(seen?.positions[0]),
          lastBlock: ref(seen?.positions[1]),
          coverage: snapshot.coverage,
        };
      }),

    /** Tests whether the ledger has a movement of an address. */
    hasAddress: ({ bytes }: EthereumAccountName): Promise<boolean> =>
      read(async ({ session }) => (await readEthereumAccount(session, bytes)) !== undefined),
  };
}
