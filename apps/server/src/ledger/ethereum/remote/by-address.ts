import type { Spam } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { appendEvent } from '../../shared/events.ts';

/** The lists that a service tells of an address; their places here are their numbers in the database. */
export const remoteLists = ['normal', 'internal', 'erc20', 'erc721', 'erc1155'] as const;
export type RemoteList = (typeof remoteLists)[number];

/** Kinds of movements in the order in which they stand within a transaction; their places are their numbers. */
export const remoteKinds = ['fee', 'transfer', 'internal', 'token'] as const;
export type RemoteKind = (typeof remoteKinds)[number];

/** Reasons why a movement is hidden; their places are their numbers. */
export const remoteSpam: readonly (Spam | null)[] = [null, 'zero_value', 'fake_token'];

/** Where the chain of the service ends. */
export interface EthereumRemoteTip {
  chainId: bigint;
  height: number;
  hash: Uint8Array;
  /** Seconds since 1970. */
  time: number;
}

/** What is held of an address, and what the service says of it; wei. */
export interface EthereumRemoteAddress {
  key: Uint8Array;
  /** Movements that have their number. */
  held: number;
  /** True where all lists are held up to the block of the last comparison. */
  whole: boolean;
  /** What the service says that it has, and at which block. */
  balance: { amount: bigint; height: number } | undefined;
  /** Whether a whole history adds up to that; undefined while it is not whole. */
  fits: boolean | undefined;
  createdBy: { hash: Uint8Array; height: number } | undefined;
  /** When somebody asked for it, and when it was compared with the service (milliseconds since 1970), at which tip. */
  askedAt: number;
  checkedAt: number;
  checkedTip: Uint8Array;
  checkedHeight: number;
  /** Why the history does not hold, in words. */
  problem: string | undefined;
}

/** A movement as a list of a service tells it. */
export interface RemoteMovement {
  list: RemoteList;
  height: number;
  /** Seconds since 1970. */
  time: number;
  hash: Uint8Array;
  /** Place of the transaction in its block; undefined where the list does not say it. */
  txIndex: number | undefined;
  kind: RemoteKind;
  from: Uint8Array | null;
  to: Uint8Array | null;
  token: Uint8Array | null;
  tokenId: bigint | null;
  amount: bigint;
  /** What a failed transaction wanted to move. */
  attempted: bigint | null;
  logIndex: number | null;
  /** Place in the tree of calls, as in `0_2`. */
  path: string | null;
  selector: Uint8Array | null;
  /** True where it made the contract that it goes to. */
  creates: boolean;
  spam: Spam | null;
}

/** A window of blocks of a list. */
export interface ListWindow {
  list: RemoteList;
  /** Everything held from this block on is replaced. */
  from: number;
  /** Last block that the rows cover. */
  loaded: number;
  /** Last block that no reorganization changes any more. */
  settled: number;
  movements: readonly RemoteMovement[];
}

interface AddressRow {
  key: Uint8Array;
  held: number;
  whole: boolean;
  balance: string | null;
  balance_height: number | null;
  fits: boolean | null;
  created_by: Uint8Array | null;
  created_height: number | null;
  asked_at: bigint;
  checked_at: bigint;
  checked_tip: Uint8Array;
  checked_height: number;
  problem: string | null;
}

const columns = `key, held, whole, balance::text as balance, balance_height, fits, created_by, created_height, asked_at,
  checked_at, checked_tip, checked_height, problem`;

function addressOf(row: AddressRow): EthereumRemoteAddress {
  const { balance, balance_height: height, created_by: creator, created_height: created } = row;
  return {
    key: row.key,
    held: row.held,
    whole: row.whole,
    balance: balance === null || height === null ? undefined : { amount: BigInt(balance), height },
    fits: row.fits ?? undefined,
    createdBy: creator === null || created === null ? undefined : { hash: creator, height: created },
    askedAt: Number(row.asked_at),
    checkedAt: Number(row.checked_at),
    checkedTip: row.checked_tip,
    checkedHeight: row.checked_height,
    problem: row.problem ?? undefined,
  };
}

export async function readEthereumRemoteTip(session: SqlSession): Promise<EthereumRemoteTip | undefined> {
  const { rows } = await session.query<{ chain_id: bigint; height: number; hash: Uint8Array; time: bigint }>(
    'select chain_id, height, hash, time from eth_remote',
  );
  const [row] = rows;
  return row && { chainId: row.chain_id, height: row.height, hash: row.hash, time: Number(row.time) };
}

/** Keeps where the chain ends, and tells open pages. */
export async function writeEthereumRemoteTip(
  session: SqlSession,
  tip: EthereumRemoteTip,
  before: EthereumRemoteTip | undefined,
): Promise<void> {
  await session.query(
    `insert into eth_remote (chain_id, height, hash, time) values ($1, $2, $3, $4)
     on conflict (one) do update set chain_id = excluded.chain_id, height = excluded.height, hash = excluded.hash, time = excluded.time`,
    [tip.chainId, tip.height, tip.hash, tip.time],
  );
  const blockchain = 'ethereum';
  const to = tip.height;
  if (!before || before.height < to) {
    await appendEvent(session, { kind: 'blocks', blockchain, from: before ? before.height + 1 : to, to });
  } else {
    await appendEvent(session, {
      kind: 'reorganization',
      blockchain,
      from: to,
      depth: before.height - to + 1,
      to,
    });
  }
}

export async function readEthereumRemoteAddress(
  session: SqlSession,
  key: Uint8Array,
): Promise<EthereumRemoteAddress | undefined> {
  const { rows } = await session.query<AddressRow>(
    `select ${columns} from eth_remote_address where key = $1`,
    [key],
  );
  return rows[0] && addressOf(rows[0]);
}

/** Keeps what the service says of an address; movements stay. */
export async function writeEthereumRemoteAddress(
  session: SqlSession,
  address: EthereumRemoteAddress,
): Promise<void> {
  await session.query(
    `insert into eth_remote_address (key, held, whole, balance, balance_height, fits, created_by, created_height,
       asked_at, checked_at, checked_tip, checked_height, problem)
     values ($1, $2, $3, $4::numeric, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (key) do update set held = excluded.held, whole = excluded.whole, balance = excluded.balance,
       balance_height = excluded.balance_height, fits = excluded.fits, created_by = excluded.created_by,
       created_height = excluded.created_height, asked_at = greatest(eth_remote_address.asked_at, excluded.asked_at),
       checked_at = excluded.checked_at, checked_tip = excluded.checked_tip,
       checked_height = excluded.checked_height, problem = excluded.problem`,
    [
      address.key,
      address.held,
      address.whole,
      address.balance ? String(address.balance.amount) : null,
      address.balance?.height ?? null,
      address.fits ?? null,
      address.createdBy?.hash ?? null,
      address.createdBy?.height ?? null,
      address.askedAt,
      address.checkedAt,
      address.checkedTip,
      address.checkedHeight,
      address.problem ?? null,
    ],
  );
}

export async function noteEthereumAsked(
  session: SqlSession,
  key: Uint8Array,
  askedAt: number,
): Promise<void> {
  await session.query('update eth_remote_address set asked_at = $2 where key = $1', [key, askedAt]);
}

/** How far each list of an address is held; lists that the service does not have are absent. */
export async function readRemoteLists(
  session: SqlSession,
  key: Uint8Array,
): Promise<Map<RemoteList, { loaded: number; settled: number }>> {
  const { rows } = await session.query<{ list: number; loaded: number; settled: number }>(
    'select list, loaded, settled from eth_remote_list where key = $1 order by list',
    [key],
  );
  const lists = new Map<RemoteList, { loaded: number; settled: number }>();
  for (const { list, loaded, settled } of rows) {
    const name = remoteLists[list];
    if (name) lists.set(name, { loaded, settled });
  }
  return lists;
}

/** Whether the whole history of an address is held. */
export async function isEthereumWhole(session: SqlSession, key: Uint8Array): Promise<boolean> {
  const { rows } = await session.query<{ whole: boolean }>(
    'select whole from eth_remote_address where key = $1 and problem is null',
    [key],
  );
  return rows[0]?.whole ?? false;
}
