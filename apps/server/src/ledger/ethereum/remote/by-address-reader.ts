import { fromHex, type Spam } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { TokenStandard } from '../blocks/bundle.ts';
import { type RemoteKind, remoteKinds, remoteLists, remoteSpam } from './by-address.ts';
import type { AssetRow } from '../model.ts';

/** A stored movement of an address. */
export interface RemoteMovement {
  /** 0 is the oldest. */
  number: number;
  kind: RemoteKind;
  height: number;
  time: number;
  hash: Uint8Array;
  txIndex: number | null;
  from: Uint8Array | null;
  to: Uint8Array | null;
  token: Uint8Array | null;
  standard: TokenStandard | null;
  tokenId: bigint | null;
  amount: bigint;
  attempted: bigint | null;
  logIndex: number | null;
  path: string | null;
  spam: Spam | null;
}

/** A query for movements of an address. */
export interface RemoteMovementsAsked {
  /** `ether`, or a token by its contract; undefined: all assets. */
  asset: 'ether' | Uint8Array | undefined;
  /** Whether to include those that are hidden by default. */
  hidden: boolean;
  page: number;
  limit: number;
}

interface MovementRow {
  list: number;
  number: number;
  kind: number;
  height: number;
  time: bigint;
  hash: Uint8Array;
  tx_index: number | null;
  sender: Uint8Array | null;
  receiver: Uint8Array | null;
  token: Uint8Array | null;
  token_id: string | null;
  amount: string;
  attempted: string | null;
  log_index: number | null;
  path: string | null;
  spam: number;
}

const bigOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

function standardOf(list: number): TokenStandard | null {
  const name = remoteLists[list];
  return name === 'erc20' || name === 'erc721' || name === 'erc1155' ? name : null;
}

function movementOf(row: MovementRow): RemoteMovement {
  const kind = remoteKinds[row.kind];
  if (!kind) throw new RangeError(`No kind ${row.kind} of movements`);
  return {
    number: row.number,
    kind,
    height: row.height,
    time: Number(row.time),
    hash: row.hash,
    txIndex: row.tx_index,
    from: row.sender,
    to: row.receiver,
    token: row.token,
    standard: standardOf(row.list),
    tokenId: bigOrNull(row.token_id),
    amount: BigInt(row.amount),
    attempted: bigOrNull(row.attempted),
    logIndex: row.log_index,
    path: row.path,
    spam: remoteSpam[row.spam] ?? null,
  };
}

const numbered = 'key = $1 and number is not null';
/** $2: null: all assets, no bytes: ether, otherwise a contract. */
const ofAsset = `($2::bytea is null or token = $2 or ($2 = ''::bytea and token is null))`;

const movementColumns = `list, number, kind, height, time, hash, tx_index, sender, receiver, token, token_id::text as token_id,
  amount::text as amount, attempted::text as attempted, log_index, path, spam`;

function assetKey(asset: RemoteMovementsAsked['asset']): Uint8Array | null {
  if (asset === undefined) return null;
  return asset === 'ether' ? new Uint8Array(0) : asset;
}

/**
 * Returns a page of an address's movements, newest first, with the number of all that match, and the number of hidden ones
 * that are omitted.
 */
export async function readRemoteMovements(
  session: SqlSession,
  key: Uint8Array,
  { asset, hidden, page, limit }: RemoteMovementsAsked,
): Promise<{ total: number; hiddenCount: number; rows: RemoteMovement[] }> {
  const { rows: counts } = await session.query<{ total: bigint; hidden: bigint }>(
    `select count(*) as total, count(*) filter (where spam <> 0) as hidden from eth_remote_movement
     where ${numbered} and ${ofAsset}`,
    [key, assetKey(asset)],
  );
  const hiddenCount = Number(counts[0]?.hidden ?? 0);
  const all = Number(counts[0]?.total ?? 0);
  const { rows } = await session.query<MovementRow>(
    `select ${movementColumns} from eth_remote_movement where ${numbered} and ${ofAsset} and ($3 or spam = 0)
     order by number desc limit $4 offset $5`,
    [key, assetKey(asset), hidden, limit, (page - 1) * limit],
  );
  return { total: hidden ? all : all - hiddenCount, hiddenCount, rows: rows.map(movementOf) };
}

/** Returns the movements with numbers from one to before another, in ascending order. */
export async function readRemoteRange(
  session: SqlSession,
  key: Uint8Array,
  { asset, from, to }: { asset: RemoteMovementsAsked['asset']; from: number; to: number },
): Promise<RemoteMovement[]> {
  const { rows } = await session.query<MovementRow>(
    `select ${movementColumns} from eth_remote_movement where ${numbered} and ${ofAsset} and number >= $3 and number < $4
     order by number`,
    [key, assetKey(asset), from, to],
  );
  return rows.map(movementOf);
}

/** Returns the movements with these numbers, in the given order. */
export async function readRemoteNumbers(
  session: SqlSession,
  key: Uint8Array,
  numbers: readonly number[],
): Promise<RemoteMovement[]> {
  const { rows } = await session.query<MovementRow>(
    `select ${movementColumns} from eth_remote_movement where ${numbered} and number = any($2::int4[])`,
    [key, numbers],
  );
  const found = new Map(rows.map((row) => [row.number, movementOf(row)]));
  return numbers.flatMap((number) => found.get(number) ?? []);
}

/** Returns the movements of an address in one transaction, in order. */
export async function readRemoteTransaction(
  session: SqlSession,
  key: Uint8Array,
  hash: Uint8Array,
): Promise<RemoteMovement[]> {
  const { rows } = await session.query<MovementRow>(
    `select ${movementColumns} from eth_remote_movement where ${numbered} and hash = $2 order by number`,
    [key, hash],
  );
  return rows.map(movementOf);
}

/** Returns the movements of an asset in one transaction from the lists of all addresses, each once. */
export async function readReportedMovements(
  session: SqlSession,
  hash: Uint8Array,
  asset: 'ether' | Uint8Array,
): Promise<Pick<RemoteMovement, 'kind' | 'from' | 'to' | 'amount' | 'tokenId' | 'spam'>[]> {
  const { rows } = await session.query<MovementRow>(
    `select distinct on (list, kind, sender, receiver, token_id, amount, log_index, path, copy) ${movementColumns} from (
       select m.*, row_number() over (
         partition by key, list, kind, sender, receiver, token, token_id, amount, log_index, path order by number) as copy
       from eth_remote_movement m where hash = $1 and number is not null
         and (token = $2 or ($2 = ''::bytea and token is null))
     ) told order by list, kind, sender, receiver, token_id, amount, log_index, path, copy`,
    [hash, assetKey(asset)],
  );
  return rows.map(movementOf);
}

/**
 * Returns facts from an address's own list about its transactions: the selector of the call and whether it failed, by hash
 * in hex.
 */
export async function readRemoteCalls(
  session: SqlSession,
  key: Uint8Array,
  hashes: readonly string[],
): Promise<Map<string, { to: Uint8Array | null; selector: Uint8Array | null; failed: boolean }>> {
  const { rows } = await session.query<{
    hash: string;
    receiver: Uint8Array | null;
    creates: boolean;
    selector: Uint8Array | null;
    failed: boolean;
  }>(
    `select encode(hash, 'hex') as hash, receiver, creates, selector, attempted is not null as failed
     from eth_remote_movement where key = $1 and kind = ${remoteKinds.indexOf('transfer')}
       and hash in (select decode(h, 'hex') from unnest($2::text[]) h)`,
    [key, hashes],
  );
  return new Map(
    rows.map(({ hash, receiver, creates, selector, failed }) => [
      hash,
      { to: creates ? null : receiver, selector, failed },
    ]),
  );
}

/** Returns facts about tokens, by contract in lowercase hex without 0x. */
export async function readRemoteTokens(
  session: SqlSession,
  contracts: readonly string[],
): Promise<Map<string, AssetRow>> {
  const { rows } = await session.query<Omit<AssetRow, 'movements' | 'contract'> & { contract: string }>(
    `select encode(contract, 'hex') as contract, id, standard, name, symbol, decimals, fake from eth_remote_token
     where contract in (select decode(c, 'hex') from unnest($1::text[]) c)`,
    [contracts],
  );
  return new Map(
    rows.map((row) => [row.contract, { ...row, contract: fromHex(row.contract), movements: 0n }]),
  );
}

/** What an address moved of an asset; ether has number 0, a token its own. */
export interface RemoteHolding {
  id: number;
  /** In hex; null: ether. */
  contract: string | null;
  received: bigint;
  spent: bigint;
  count: number;
  hiddenCount: number;
}

/** The ether of an address that moved only tokens. */
const noEther: RemoteHolding = {
  id: 0,
  contract: null,
  received: 0n,
  spent: 0n,
  count: 0,
  hiddenCount: 0,
};

/** Returns what an address moved of each asset, ether first, from the number `after` on. */
export async function readRemoteHoldings(
  session: SqlSession,
  key: Uint8Array,
  { limit, after }: { limit: number; after: number },
): Promise<RemoteHolding[]> {
  const { rows } = await session.query<{
    id: number;
    contract: string | null;
    received: string;
    spent: string;
    count: bigint;
    hidden: bigint;
  }>(
    `select coalesce(t.id, 0) as id, encode(m.token, 'hex') as contract,
       coalesce(sum(m.amount) filter (where m.receiver = $1), 0)::text as received,
       coalesce(sum(m.amount) filter (where m.sender = $1), 0)::text as spent,
       count(*) as count, count(*) filter (where m.spam <> 0) as hidden
     from eth_remote_movement m left join eth_remote_token t on t.contract = m.token
     where m.key = $1 and m.number is not null and coalesce(t.id, 0) > $2
     group by t.id, m.token order by coalesce(t.id, 0) limit $3`,
    [key, after, limit],
  );
  const found = rows.map(({ count, hidden, received, spent, ...row }) => ({
    ...row,
    received: BigInt(received),
    spent: BigInt(spent),
    count: Number(count),
    hiddenCount: Number(hidden),
  }));
  const withoutEther = after < 0 && found[0] !== undefined && found[0].contract !== null;
  return withoutEther ? [noEther, ...found].slice(0, limit) : found;
}

/** The first and last activity of an address, from stored data. */
export interface RemoteSpan {
  transactions: number;
  blocks: number;
  hidden: number;
  /** Whether it moved ether within a transaction on its own: only contracts do. */
  acted: boolean;
  first: { height: number; time: number };
  last: { height: number; time: number };
}

/** Returns the span of an address; undefined if nothing is stored. */
export async function readRemoteSpan(session: SqlSession, key: Uint8Array): Promise<RemoteSpan | undefined> {
  const { rows } = await session.query<{
    transactions: bigint;
    blocks: bigint;
    hidden: bigint;
    acted: boolean | null;
    first: number | null;
    last: number | null;
    first_time: bigint | null;
    last_time: bigint | null;
  }>(
    `select count(distinct hash) as transactions, count(distinct height) as blocks, count(*) filter (where spam <> 0) as hidden,
       bool_or(kind = ${remoteKinds.indexOf('internal')} and sender = $1) as acted, min(height) as first, max(height) as last,
       min(time) as first_time, max(time) as last_time
     from eth_remote_movement where ${numbered}`,
    [key],
  );
  const [row] = rows;
  if (!row || row.first === null || row.last === null) return undefined;
  return {
    transactions: Number(row.transactions),
    blocks: Number(row.blocks),
    hidden: Number(row.hidden),
    acted: row.acted === true,
    first: { height: row.first, time: Number(row.first_time) },
    last: { height: row.last, time: Number(row.last_time) },
  };
}

/** Returns the location of a transaction that a stored list of any address contains. */
export async function readRemotePlace(
  session: SqlSession,
  hash: Uint8Array,
): Promise<{ height: number; time: number } | undefined> {
  const { rows } = await session.query<{ height: number; time: bigint }>(
    'select height, time from eth_remote_movement where hash = $1 limit 1',
    [hash],
  );
  return rows[0] && { height: rows[0].height, time: Number(rows[0].time) };
}

/** Returns the number of all stored movements and addresses. */
export async function countEthereumRemote(
  session: SqlSession,
): Promise<{ transactions: number; addresses: number; tokens: number }> {
  const { rows } = await session.query<{ transactions: bigint; addresses: bigint; tokens: bigint }>(
    `select (select count(distinct hash) from eth_remote_movement) as transactions,
       (select count(*) from eth_remote_address) as addresses, (select count(*) from eth_remote_token) as tokens`,
  );
  const [row] = rows;
  return {
    transactions: Number(row?.transactions ?? 0),
    addresses: Number(row?.addresses ?? 0),
    tokens: Number(row?.tokens ?? 0),
  };
}
