import type { Spam } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { appendEvent } from '../../shared/events.ts';

/** The lists that a remote provider has for an address; the index is the number in the database. */
export const remoteLists = ['normal', 'internal', 'erc20', 'erc721', 'erc1155'] as const;
export type RemoteList = (typeof remoteLists)[number];

/** Kinds of movements in their order within a transaction; the index is the number in the database. */
export const remoteKinds = ['fee', 'transfer', 'internal', 'token'] as const;
export type RemoteKind = (typeof remoteKinds)[number];

/** Reasons to hide a movement; the index is the number in the database. */
export const remoteSpam: readonly (Spam | null)[] = [null, 'zero_value', 'fake_token'];

/** Chain tip of the remote provider. */
export interface EthereumRemoteTip {
  chainId: bigint;
  height: number;
  hash: Uint8Array;
  /** Seconds since 1970. */
  time: number;
}

/** Stored data of an address, and data of the remote provider about it; wei. */
export interface EthereumRemoteAddress {
  key: Uint8Array;
  /** Number of numbered movements. */
  stored: number;
  /** Whether all lists are stored up to the block of the last comparison. */
  isComplete: boolean;
  /** Balance according to the provider, and its block. */
  balance: { amount: bigint; height: number } | undefined;
  /** Whether a complete history adds up to that balance; undefined while it is incomplete. */
  fits: boolean | undefined;
  createdBy: { hash: Uint8Array; height: number } | undefined;
  /**
   * When it was last requested and when it was compared with the provider (milliseconds since 1970), and the chain tip then.
   */
  askedAt: number;
  checkedAt: number;
  checkedTip: Uint8Array;
  checkedHeight: number;
  /** Message about why the history is invalid. */
  problem: string | undefined;
}

/** A movement from a list of a remote provider. */
export interface RemoteMovement {
  list: RemoteList;
  height: number;
  /** Seconds since 1970. */
  time: number;
  hash: Uint8Array;
  /** Index of the transaction in its block; undefined if the list doesn't contain it. */
  txIndex: number | undefined;
  kind: RemoteKind;
  from: Uint8Array | null;
  to: Uint8Array | null;
  token: Uint8Array | null;
  tokenId: bigint | null;
  amount: bigint;
  /** Amount that a failed transaction attempted to move. */
  attempted: bigint | null;
  logIndex: number | null;
  /** Path in the tree of calls, such as `0_2`. */
  path: string | null;
  selector: Uint8Array | null;
  /** Whether it created the contract that it goes to. */
  creates: boolean;
  spam: Spam | null;
}

/** A range of blocks of a list. */
export interface ListWindow {
  list: RemoteList;
  /** Replaces everything stored from this block on. */
  from: number;
  /** Last block that the rows cover. */
  loaded: number;
  /** Last block that no reorganization can change. */
  settled: number;
  movements: readonly RemoteMovement[];
}

interface AddressRow {
  key: Uint8Array;
  stored: number;
  complete: boolean;
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

const columns = `key, stored, complete, balance::text as balance, balance_height, fits, created_by, created_height, asked_at,
  checked_at, checked_tip, checked_height, problem`;

function addressOf(row: AddressRow): EthereumRemoteAddress {
  const { balance, balance_height: height, created_by: creator, created_height: created } = row;
  return {
    key: row.key,
    stored: row.stored,
    isComplete: row.complete,
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

/** Stores the chain tip, and notifies open pages. */
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

/** Stores what the provider reports about an address; keeps movements. */
export async function writeEthereumRemoteAddress(
  session: SqlSession,
  address: EthereumRemoteAddress,
): Promise<void> {
  await session.query(
    `insert into eth_remote_address (key, stored, complete, balance, balance_height, fits, created_by, created_height,
       asked_at, checked_at, checked_tip, checked_height, problem)
     values ($1, $2, $3, $4::numeric, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (key) do update set stored = excluded.stored, complete = excluded.complete, balance = excluded.balance,
       balance_height = excluded.balance_height, fits = excluded.fits, created_by = excluded.created_by,
       created_height = excluded.created_height, asked_at = greatest(eth_remote_address.asked_at, excluded.asked_at),
       checked_at = excluded.checked_at, checked_tip = excluded.checked_tip,
       checked_height = excluded.checked_height, problem = excluded.problem`,
    [
      address.key,
      address.stored,
      address.isComplete,
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

/** Returns the progress of each list of an address, without lists that the provider doesn't have. */
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

/** Returns whether the complete history of an address is stored. */
export async function isEthereumComplete(session: SqlSession, key: Uint8Array): Promise<boolean> {
  const { rows } = await session.query<{ complete: boolean }>(
    'select complete from eth_remote_address where key = $1 and problem is null',
    [key],
  );
  return rows[0]?.complete ?? false;
}
