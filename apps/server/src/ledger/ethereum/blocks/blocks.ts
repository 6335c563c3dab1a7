import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array, plainBytes, prefixKey } from '../../shared/byte-keys.ts';
import { heightOf, indexOf, positionOf } from '../../shared/positions.ts';
import { unpackEthereumBlock } from './block-record.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../model.ts';
import { unpackEthereumTx } from './tx-record.ts';

interface RawBlock {
  height: number;
  hash: Uint8Array;
  tx_count: number;
  body: Uint8Array;
}

function toBlock({ height, hash, tx_count, body }: RawBlock): EthereumBlockRow {
  return { height, hash: plainBytes(hash), txCount: tx_count, ...unpackEthereumBlock(plainBytes(body)) };
}

const columns = 'height, hash, tx_count, body';

/** Returns blocks by height; omits heights that the ledger doesn't contain. */
export async function readEthereumBlocks(
  session: SqlSession,
  heights: Iterable<number>,
): Promise<Map<number, EthereumBlockRow>> {
  const wanted = new Set(heights);
  if (wanted.size === 0) return new Map();
  const { rows } = await session.query<RawBlock>(
    `select ${columns} from eth_block where height = any(${int8Array(wanted)})`,
  );
  return new Map(rows.map((row) => [row.height, toBlock(row)]));
}

/** Returns up to `limit` blocks from a height on, in ascending order. */
export async function readEthereumBlocksFrom(
  session: SqlSession,
  height: number,
  limit: number,
): Promise<EthereumBlockRow[]> {
  const { rows } = await session.query<RawBlock>(
    `select ${columns} from eth_block where height >= $1 order by height limit $2`,
    [height, limit],
  );
  return rows.map(toBlock);
}

/** Returns the height of a block hash. */
export async function readEthereumHeightOf(
  session: SqlSession,
  hash: Uint8Array,
): Promise<number | undefined> {
  const { rows } = await session.query<{ height: number }>('select height from eth_block where hash = $1', [
    hash,
  ]);
  return rows[0]?.height;
}

async function readAt(
  session: SqlSession,
  positions: readonly number[],
): Promise<Map<number, StoredEthereumTx>> {
  const found = new Map<number, StoredEthereumTx>();
  for (const part of inParts([...new Set(positions)], 5000)) {
    const reader = createCopyReader(
      await session.copyOut(`select pos, hash, body from eth_tx where pos = any(${int8Array(part)})`),
    );
    while (reader.next()) {
      const position = reader.int8Number();
      const hash = plainBytes(reader.bytes()).slice();
      found.set(position, unpackEthereumTx(plainBytes(reader.bytes()).slice(), position, hash));
    }
  }
  return found;
}

/** Returns the transactions at positions, in the given order. Throws if one is missing: the ledger would be damaged. */
export async function readEthereumTxs(
  session: SqlSession,
  positions: readonly number[],
): Promise<StoredEthereumTx[]> {
  const found = await readAt(session, positions);
  return positions.map((position) => {
    const tx = found.get(position);
    if (!tx) {
      throw new RangeError(`Transaction ${indexOf(position)} of block ${heightOf(position)} is missing`);
    }
    return tx;
  });
}

/** Returns the transaction with a hash; undefined if the ledger doesn't contain it. */
export async function readEthereumTxByHash(
  session: SqlSession,
  hash: Uint8Array,
): Promise<StoredEthereumTx | undefined> {
  const { rows } = await session.query<{ pos: bigint }>(
    `select t.pos from eth_tx_lookup l join eth_tx t on t.pos = l.pos where l.key = $1 and t.hash = $2 order by t.pos desc`,
    [String(prefixKey(hash)), hash],
  );
  if (!rows[0]) return undefined;
  const [tx] = await readEthereumTxs(session, [Number(rows[0].pos)]);
  return tx;
}

/** Returns the transactions with hashes, in the order of these; those that the ledger doesn't contain are left out. */
export async function readEthereumTxsByHash(
  session: SqlSession,
  hashes: readonly Uint8Array[],
): Promise<StoredEthereumTx[]> {
  if (hashes.length === 0) return [];
  const { rows } = await session.query<{ pos: bigint; hash: Uint8Array }>(
    `select t.pos, t.hash from eth_tx_lookup l join eth_tx t on t.pos = l.pos
     where l.key = any(${int8Array(hashes.map(prefixKey))}) and t.hash = any($1::bytea[]) order by t.pos`,
    [hashes],
  );
  const positions = new Map(rows.map(({ pos, hash }) => [byteKey(hash), Number(pos)]));
  const wanted = hashes.flatMap((hash) => positions.get(byteKey(hash)) ?? []);
  return readEthereumTxs(session, [...new Set(wanted)]);
}

/** Returns the positions of all transactions of a block, in its order. */
export function positionsOf({ height, txCount }: Pick<EthereumBlockRow, 'height' | 'txCount'>): number[] {
  return Array.from({ length: txCount }, (_, index) => positionOf(height, index));
}

/** Returns the lowest block from a time on and the highest up to a time (seconds, inclusive); undefined if there is none. */
export async function readHeightsOfTimes(
  session: SqlSession,
  { from, to }: { from: number; to: number },
): Promise<{ lowest: number; highest: number } | undefined> {
  const { rows: above } = await session.query<{ height: number }>(
    'select height from eth_block where time >= $1 order by time, height limit 1',
    [from],
  );
  const { rows: below } = await session.query<{ height: number }>(
    'select height from eth_block where time <= $1 order by time desc, height desc limit 1',
    [to],
  );
  const [lowest, highest] = [above[0]?.height, below[0]?.height];
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest };
}
