import type { SqlSession } from '../../db/session.ts';
import type { SlotOf } from '../shared/account-slots.ts';
import { slotOfKey, p2pkFlag } from './accounts/accounts.ts';
import { type ActivityEntry, chunkEntries, unpackActivity } from './accounts/activity.ts';
import type { BlockRow } from './blocks/block-row.ts';
import { byteKey, int8List } from '../shared/byte-keys.ts';
import { type FoundTx, readTxsAt } from './lookups.ts';
import { heightOf, indexOf, positionOf } from './positions.ts';
import type { HeightRange } from './ranges.ts';

export interface LedgerTotals {
  network: string;
  transactions: bigint;
  addresses: bigint;
  utxos: bigint;
  addressBalance: bigint;
  otherBalance: bigint;
  destroyed: bigint;
  rewards: bigint;
  fees: bigint;
  unknownInputs: bigint;
}

export interface AccountRow {
  id: bigint;
  received: bigint;
  spent: bigint;
  txCount: number;
  blockCount: number;
  p2pk: boolean;
  tail: ActivityEntry[];
}

interface RawBlock {
  height: number;
  hash: Uint8Array;
  header: Uint8Array;
  tx_count: number;
  size: number;
  stripped_size: number;
  input_count: number;
  output_count: number;
  unknown_inputs: number;
  output_amt: bigint;
  reward: bigint;
  fees: bigint;
  coinbase_script: Uint8Array;
}

function toBlock(row: RawBlock): BlockRow {
  return {
    height: row.height,
    hash: row.hash,
    header: row.header,
    txCount: row.tx_count,
    size: row.size,
    strippedSize: row.stripped_size,
    inputCount: row.input_count,
    outputCount: row.output_count,
    unknownInputs: row.unknown_inputs,
    outputAmount: row.output_amt,
    reward: row.reward,
    fees: row.fees,
    coinbaseScript: row.coinbase_script,
  };
}

/** Returns the ranges of heights and the totals; undefined totals while the ledger is empty and has no network. */
export async function readState(
  session: SqlSession,
): Promise<{ ranges: HeightRange[]; totals: LedgerTotals | undefined }> {
  const { rows } = await session.query<
    Record<string, bigint> & { network: string | null; lo: number | null; hi: number | null }
  >(
    `select l.*, r.lo, r.hi from (select) one left join btc_ledger l on true left join btc_range r on true
     order by r.lo`,
  );
  const ranges = rows.flatMap(({ lo, hi }) => (lo === null || hi === null ? [] : [{ from: lo, to: hi }]));
  const row = rows[0];
  const sum = (name: string): bigint => row?.[name] ?? 0n;
  const network = row?.network ?? undefined;
  const totals =
    network === undefined
      ? undefined
      : {
          network,
          transactions: sum('transactions'),
          addresses: sum('addresses'),
          utxos: sum('utxos'),
          addressBalance: sum('address_balance'),
          otherBalance: sum('other_balance'),
          destroyed: sum('destroyed'),
          rewards: sum('rewards'),
          fees: sum('fees'),
          unknownInputs: sum('unknown_inputs'),
        };
  return { ranges, totals };
}

export async function readBlocks(
  session: SqlSession,
  heights: readonly number[],
): Promise<Map<number, BlockRow>> {
  if (heights.length === 0) return new Map();
  const { rows } = await session.query<RawBlock>('select * from btc_block where height = any($1::int8[])', [
    int8List(new Set(heights)),
  ]);
  return new Map(rows.map((row) => [row.height, toBlock(row)]));
}

/** Returns up to `limit` blocks from a height on, in ascending order. */
export async function readBlocksFrom(
  session: SqlSession,
  height: number,
  limit: number,
): Promise<BlockRow[]> {
  const { rows } = await session.query<RawBlock>(
    'select * from btc_block where height >= $1 order by height limit $2',
    [height, limit],
  );
  return rows.map(toBlock);
}

/** Returns the height of a block hash (internal byte order). */
export async function readHeightOf(session: SqlSession, hash: Uint8Array): Promise<number | undefined> {
  const { rows } = await session.query<{ height: number }>('select height from btc_block where hash = $1', [
    hash,
  ]);
  return rows[0]?.height;
}

/** Returns the transactions at positions, in the given order. Throws if one is missing: the ledger would be damaged. */
export async function readTxsInOrder(session: SqlSession, positions: readonly number[]): Promise<FoundTx[]> {
  const found = new Map((await readTxsAt(session, positions)).map((tx) => [tx.position, tx]));
  return positions.map((position) => {
    const tx = found.get(position);
    if (!tx)
      throw new RangeError(`Transaction ${indexOf(position)} of block ${heightOf(position)} is missing`);
    return tx;
  });
}

/** Returns the positions of a page of a block's transactions, in block order. */
export function blockPage(block: BlockRow, page: number, limit: number): number[] {
  const first = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, block.txCount - first));
  return Array.from({ length: count }, (_, i) => positionOf(block.height, first + i));
}

export async function readTxids(
  session: SqlSession,
  positions: Iterable<number>,
): Promise<Map<number, Uint8Array>> {
  const wanted = [...new Set(positions)];
  if (wanted.length === 0) return new Map();
  const { rows } = await session.query<{ pos: bigint; txid: Uint8Array }>(
    'select pos, txid from btc_tx where pos = any($1::int8[])',
    [int8List(wanted)],
  );
  return new Map(rows.map((row) => [Number(row.pos), row.txid]));
}

export interface RawAccount {
  key: Uint8Array;
  received: bigint;
  spent: bigint;
  tx_count: number;
  block_count: number;
  flags: number;
  tail: Uint8Array;
}

interface RawChunk {
  entries: Uint8Array;
}

/** Returns the account of a row. */
export function toAccount(id: bigint, row: RawAccount): AccountRow {
  return {
    id,
    received: row.received,
    spent: row.spent,
    txCount: row.tx_count,
    blockCount: row.block_count,
    p2pk: (row.flags & p2pkFlag) !== 0,
    tail: unpackActivity(row.tail),
  };
}

const accountColumns = 'a.key, a.received, a.spent, a.tx_count, a.block_count, a.flags, a.tail';

/** Returns the account of an address key; undefined if the ledger doesn't contain it. */
export async function readAccount(
  session: SqlSession,
  key: Uint8Array,
  slotOf: SlotOf = slotOfKey,
): Promise<AccountRow | undefined> {
  for (let id = slotOf(key); ; id = BigInt.asIntN(64, id + 1n)) {
    const { rows } = await session.query<RawAccount>(
      `select ${accountColumns} from btc_account a where a.id = $1`,
      [String(id)],
    );
    const row = rows[0];
    if (!row) return undefined;
    if (byteKey(row.key) === byteKey(key)) return toAccount(id, row);
  }
}

/** A page of an account's activity. */
export interface AccountPage {
  account: AccountRow;
  /** Sequence of the first entry. */
  from: number;
  /** Oldest first. */
  entries: ActivityEntry[];
}

/** Reads an account with a page of its activity, counted from the newest entry, in one round trip. */
export async function readAccountPage(
  session: SqlSession,
  key: Uint8Array,
  { skip, limit }: { skip: number; limit: number },
): Promise<AccountPage | undefined> {
  for (let id = slotOfKey(key); ; id = BigInt.asIntN(64, id + 1n)) {
    const { rows } = await session.query<RawAccount & (RawChunk | { entries: null })>(
      `select ${accountColumns}, c.entries from btc_account a left join btc_activity c on c.id = a.id
         and c.chunk between greatest(a.tx_count::int8 - $2 - $3, 0) / ${chunkEntries}
           and (a.tx_count::int8 - $2 - 1) / ${chunkEntries}
       where a.id = $1 order by c.chunk`,
      [String(id), skip, limit],
    );
    const row = rows[0];
    if (!row) return undefined;
    if (byteKey(row.key) !== byteKey(key)) continue;
    const account = toAccount(id, row);
    const to = account.txCount - 1 - skip;
    const from = Math.max(0, to - limit + 1);
    const chunks = rows.flatMap(({ entries }) => (entries ? [{ entries }] : []));
    return { account, from, entries: to < 0 ? [] : entriesOf(account, chunks, { from, to }) };
  }
}

/** Returns the entries of a range from the full chunks that overlap it and the tail of the account. */
function entriesOf(
  account: AccountRow,
  chunks: readonly RawChunk[],
  { from, to }: { from: number; to: number },
): ActivityEntry[] {
  const fullChunks = Math.floor(account.txCount / chunkEntries);
  const entries = chunks.flatMap((chunk) => unpackActivity(chunk.entries));
  if (Math.floor(to / chunkEntries) >= fullChunks) entries.push(...account.tail);
  const skip = from - Math.min(Math.floor(from / chunkEntries), fullChunks) * chunkEntries;
  return entries.slice(skip, skip + to - from + 1);
}

/** Returns the entries with sequence `from` to `to` (inclusive, 0 = oldest), oldest first: one range read at any offset. */
export async function readActivity(
  session: SqlSession,
  account: AccountRow,
  from: number,
  to: number,
): Promise<ActivityEntry[]> {
  const firstChunk = Math.floor(from / chunkEntries);
  const fullChunks = Math.floor(account.txCount / chunkEntries);
  if (firstChunk >= fullChunks) return entriesOf(account, [], { from, to });
  const { rows } = await session.query<RawChunk>(
    'select entries from btc_activity where id = $1 and chunk between $2 and $3 order by chunk',
    [String(account.id), firstChunk, Math.min(fullChunks - 1, Math.floor(to / chunkEntries))],
  );
  return entriesOf(account, rows, { from, to });
}
