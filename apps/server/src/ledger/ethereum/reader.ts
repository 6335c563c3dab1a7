import type { SqlSession } from '../../db/session.ts';
import type { SlotOf } from '../shared/account-slots.ts';
import { byteKey } from '../shared/byte-keys.ts';
import { readRangesOf } from '../shared/ranges.ts';
import {
  type Account,
  findAccounts,
  slotOfAddress,
  type ListPair,
  unpackAccount,
  unpackHolding,
} from './accounts/accounts.ts';
import { findAssets, findAssetsById } from './accounts/assets.ts';
import { etherAsset } from './accounts/effects.ts';
import { entryCodec } from './accounts/entries.ts';
import { createListReader, pageOfList } from './history/list-pages.ts';
import { listOf } from './history/lists.ts';
import type {
  AssetRow,
  EthereumAccount,
  EthereumState,
  EthereumTotals,
  HoldingRow,
  MovementRow,
} from './model.ts';
import { openMovements } from './history/movement-list.ts';
import { readTotals } from './totals.ts';

export {
  readEthereumBlocks,
  readEthereumHeightOf,
  readEthereumTxByHash,
  readEthereumTxsByHash,
  readEthereumTxs,
} from './blocks/blocks.ts';
export { txMovements } from './accounts/effects.ts';
export {
  countNotes,
  readAccountsWith,
  readNoteCounts,
  readNotesAtPrice,
  readNotesNear,
  readNotesOf,
  type NoteCountRow,
  type NoteRow,
} from './accounts/mixer-notes.ts';
export {
  type AccountFactRow,
  readContractFacts,
  readDeposits,
  readFacts,
  readFrozen,
  readNaming,
  readNamingBefore,
} from './accounts/facts.ts';

const noTotals: EthereumTotals = {
  transactions: 0n,
  accounts: 0n,
  assets: 0n,
  received: 0n,
  spent: 0n,
  rewards: 0n,
  withdrawals: 0n,
  fees: 0n,
  burnt: 0n,
  tips: 0n,
  destroyed: 0n,
  opened: 0n,
};

/** Returns the coverage of the ledger and its completeness. */
export async function readEthereumState(session: SqlSession): Promise<EthereumState> {
  const ranges = await readRangesOf(session, 'eth_range');
  const row = await readTotals(session);
  return {
    ranges,
    chain: row?.chain,
    totals: row?.totals ?? noTotals,
    hasAllTraces: (row?.untraced ?? 0n) === 0n,
    openingsKnown: (row?.unopened ?? 0n) === 0n,
  };
}

/** Returns the account of an address; undefined without movements. */
export async function readEthereumAccount(
  session: SqlSession,
  address: Uint8Array,
  slotOf: SlotOf = slotOfAddress,
): Promise<EthereumAccount | undefined> {
  const { found } = await findAccounts(session, [address], slotOf);
  const account = found.get(byteKey(address));
  return account && describeAccount(session, account);
}

async function describeAccount(session: SqlSession, account: Account): Promise<EthereumAccount> {
  const { all, hidden } = account.movements;
  const entries = createListReader(session, {
    account: account.id,
    list: listOf(undefined, false),
    numbered: all,
    codec: entryCodec,
  });
  const [first, last] = await entries.at([all.lo, all.hi - 1]);
  return {
    id: account.id,
    address: account.key,
    count: all.hi - all.lo,
    hiddenCount: hidden.hi - hidden.lo,
    txCount: account.txCount,
    blockCount: account.blockCount,
    isContract: account.signs > 0,
    createdBy: account.createdBy < 0 ? null : account.createdBy,
    first: first?.position ?? 0,
    last: last?.position ?? 0,
  };
}

/** Returns the assets of contracts by lowercase hex without 0x. */
export async function readAssets(
  session: SqlSession,
  contracts: readonly Uint8Array[],
): Promise<Map<string, AssetRow>> {
  const found = await findAssets(session, contracts);
  return new Map([...found.values()].map((asset) => [Buffer.from(asset.contract).toString('hex'), asset]));
}

function countsOf({ all, hidden }: ListPair): { count: number; hiddenCount: number } {
  return { count: all.hi - all.lo, hiddenCount: hidden.hi - hidden.lo };
}

/**
 * Returns the holdings of an account, ether first, then tokens by the number of their asset from `after` on. Ether has the
 * number 0, so without `after` the list starts with it.
 */
export async function readHoldings(
  session: SqlSession,
  { id }: Pick<EthereumAccount, 'id'>,
  { limit, after }: { limit: number; after?: number },
): Promise<HoldingRow[]> {
  const holdings: HoldingRow[] = [];
  const ether = after === undefined ? await readEther(session, id) : undefined;
  if (ether && limit > 0) holdings.push(ether);
  const { rows } = await session.query<{
    asset: number;
    received: string;
    spent: string;
    lists: Uint8Array;
  }>(
    'select asset, received, spent, lists from eth_holding where id = $1 and asset > $2 order by asset limit $3',
    [String(id), after ?? etherAsset, limit - holdings.length],
  );
  const assets = await findAssetsById(
    session,
    rows.map(({ asset }) => asset),
  );
  for (const row of rows) {
    const asset = assets.get(row.asset);
    if (!asset) throw new RangeError(`Asset ${row.asset} is missing in eth_asset`);
    const [received, spent] = [BigInt(row.received), BigInt(row.spent)];
    holdings.push({ asset, received, spent, opening: null, ...countsOf(unpackHolding(row.lists)) });
  }
  return holdings;
}

async function readEther(session: SqlSession, id: bigint): Promise<HoldingRow | undefined> {
  const { rows } = await session.query<{
    received: string;
    spent: string;
    opening: string | null;
    lists: Uint8Array;
  }>('select received, spent, opening, lists from eth_account where id = $1', [String(id)]);
  const [row] = rows;
  if (!row) return undefined;
  return {
    asset: null,
    received: BigInt(row.received),
    spent: BigInt(row.spent),
    opening: row.opening === null ? null : BigInt(row.opening),
    ...countsOf(unpackAccount(row.lists).ether),
  };
}

export interface MovementsAsked {
  /** `ether`, or a token by its contract; undefined: all assets. */
  readonly asset?: 'ether' | Uint8Array;
  /** Whether to include those that are hidden by default. */
  readonly hidden: boolean;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Returns a page of an account's movements, newest first, with the exact total number. */
export async function readMovements(
  session: SqlSession,
  { id }: Pick<EthereumAccount, 'id'>,
  asked: MovementsAsked,
): Promise<{ total: number; rows: MovementRow[] }> {
  const list = await openMovements(session, id, asked.asset);
  if (!list) return { total: 0, rows: [] };
  const { asset, pair } = list;
  const { hidden, page, limit } = asked;
  const { total, numbers } = await pageOfList(session, { account: id, asset, pair, hidden, page, limit });
  return { total, rows: await list.at(numbers) };
}
