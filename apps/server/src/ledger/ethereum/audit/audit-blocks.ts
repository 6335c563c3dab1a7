import {
  addToBloom,
  blockRewards,
  deriveRoot,
  encodeEthereumHeader,
  encodeEthereumTransaction,
  encodeReceipt,
  encodeUncles,
  encodeWithdrawal,
  equalBytes,
  hashOnce,
  keccak256,
  type RewardSchedule,
  toHex,
} from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { positionOf } from '../../shared/positions.ts';
import type { HeightRange } from '../../shared/ranges.ts';
import { violate } from './audit-violation.ts';
import { readEthereumBlocksFrom } from '../blocks/blocks.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../model.ts';
import { type StoredBlock, sumsOf } from '../blocks/stored-block.ts';
import { unpackEthereumTx } from '../blocks/tx-record.ts';

export interface BlockAuditOptions {
  ranges: readonly HeightRange[];
  schedule: RewardSchedule;
  visit(block: StoredBlock): Promise<void>;
}

const pageSize = 50;

/** Checks every block with its transactions in chain order, and passes it to `visit`. */
export async function auditEthereumBlocks(session: SqlSession, options: BlockAuditOptions): Promise<void> {
  let before: EthereumBlockRow | undefined;
  let from = 0;
  for (;;) {
    const page = await readPage(session, from);
    if (page.length === 0) return checkEnd(before, options.ranges);
    for (const row of page) {
      checkPlace(row, before, options.ranges);
      checkHeader(row, before, options.schedule);
      await checkColumns(session, row);
      const txs = await readBlockTxs(session, row);
      checkTxs(row, txs);
      checkSums(row, txs);
      await checkLookups(session, txs);
      await options.visit({ row, txs });
      before = row;
      from = row.height + 1;
    }
  }
}

async function readPage(session: SqlSession, from: number): Promise<EthereumBlockRow[]> {
  try {
    return await readEthereumBlocksFrom(session, from, pageSize);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // One block of the page is damaged: find it.
    for (let height = from; ; height++) {
      try {
        const [row] = await readEthereumBlocksFrom(session, height, 1);
        if (!row) throw error;
        height = row.height;
      } catch (inner) {
        if (!(inner instanceof RangeError)) throw inner;
        const { rows } = await session.query<{ height: number }>(
          'select height from eth_block where height >= $1 order by height limit 1',
          [height],
        );
        const damaged = rows[0]?.height ?? height;
        return violate('block', `The stored block ${damaged} is damaged: ${inner.message}`, {
          height: damaged,
        });
      }
    }
  }
}

function checkEnd(last: EthereumBlockRow | undefined, ranges: readonly HeightRange[]): void {
  const top = ranges.at(-1)?.to;
  if (top !== undefined && last?.height !== top) {
    violate('ranges', `Block ${top} is missing`, { height: top });
  }
}

/** Checks that blocks have the heights of `ranges`, without gaps. */
function checkPlace(
  { height }: EthereumBlockRow,
  before: EthereumBlockRow | undefined,
  ranges: readonly HeightRange[],
): void {
  const at = ranges.findIndex(({ from, to }) => from <= height && height <= to);
  const range = ranges[at];
  if (!range) {
    violate('ranges', `Block ${height} is outside the ranges of the ledger`, { height });
  }
  const expected = before && before.height >= range.from ? before.height + 1 : range.from;
  if (height !== expected) violate('ranges', `Block ${expected} is missing`, { height: expected });
  const top = ranges[at - 1]?.to;
  if (height === range.from && top !== undefined && before?.height !== top) {
    violate('ranges', `Block ${top} is missing`, { height: top });
  }
}

function checkHeader(
  row: EthereumBlockRow,
  before: EthereumBlockRow | undefined,
  schedule: RewardSchedule,
): void {
  const { header, height, hash, uncles, uncleHashes } = row;
  const fail = (message: string): never => violate('block', `${message} (block ${height})`, { height });
  if (header.number !== height) fail('The header has another height');
  if (!equalBytes(keccak256(encodeEthereumHeader(header)), hash)) fail('The hash is not that of the header');
  if (before?.height === height - 1 && !equalBytes(before.hash, header.parentHash)) {
    fail('The block does not follow the block before it');
  }
  const withdrawalsRoot = row.withdrawals && deriveRoot(row.withdrawals.map(encodeWithdrawal));
  if (toHex(withdrawalsRoot ?? new Uint8Array()) !== toHex(header.withdrawalsRoot ?? new Uint8Array())) {
    fail('The withdrawals do not have the root of the header');
  }
  if (uncles.length === uncleHashes.length) {
    if (!equalBytes(keccak256(encodeUncles(uncles)), header.unclesHash)) {
      fail('The uncles do not have the hash of the header');
    }
    uncles.forEach((uncle, i) => {
      const own = keccak256(encodeEthereumHeader(uncle));
      if (!equalBytes(own, uncleHashes[i] ?? new Uint8Array())) fail(`Uncle ${i} has another hash`);
    });
  } else if (row.traced) fail('Uncles are missing');
  const rewards = blockRewards(header, uncles, schedule);
  const same = rewards.every(({ kind, miner, value }, i) => {
    const stored = row.rewards[i];
    return stored?.kind === kind && stored.value === value && equalBytes(stored.miner, miner);
  });
  if (!same || rewards.length !== row.rewards.length) fail('The rewards are not those that the rules give');
}

async function checkColumns(session: SqlSession, { height, header }: EthereumBlockRow): Promise<void> {
  const { rows } = await session.query<{ parent_hash: Uint8Array; time: bigint }>(
    'select parent_hash, time from eth_block where height = $1',
    [height],
  );
  const [row] = rows;
  if (!row || !equalBytes(row.parent_hash, header.parentHash) || Number(row.time) !== header.time) {
    violate('block', `The parent or time of block ${height} differs from its header`, { height });
  }
}

async function readBlockTxs(session: SqlSession, row: EthereumBlockRow): Promise<StoredEthereumTx[]> {
  const from = positionOf(row.height, 0);
  const reader = createCopyReader(
    await session.copyOut(
      `select pos, hash, body from eth_tx where pos >= ${from} and pos < ${positionOf(row.height + 1, 0)} order by pos`,
    ),
  );
  const txs: StoredEthereumTx[] = [];
  while (reader.next()) {
    const position = reader.int8Number();
    const hash = reader.bytes().slice();
    const place = { height: row.height, hash: `0x${toHex(hash)}` };
    if (position > positionOf(row.height, txs.length)) {
      const what = `Transaction ${txs.length} of block ${row.height} is missing`;
      violate('block', what, { height: row.height });
    }
    if (txs.length >= row.txCount) violate('transaction', 'The transaction belongs to no block', place);
    txs.push(unpack(reader.bytes().slice(), position, hash, place));
  }
  if (txs.length < row.txCount) {
    violate('block', `Transaction ${txs.length} of block ${row.height} is missing`, { height: row.height });
  }
  return txs;
}

function unpack(
  body: Uint8Array,
  position: number,
  hash: Uint8Array,
  place: { height: number; hash: string },
): StoredEthereumTx {
  try {
    return unpackEthereumTx(body, position, hash);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return violate('transaction', `The stored transaction is damaged: ${error.message}`, place);
  }
}

/** Recomputes hashes and roots, which proves every field that they cover. */
function checkTxs({ header, height, traced }: EthereumBlockRow, txs: readonly StoredEthereumTx[]): void {
  const fail = (message: string): never => violate('block', `${message} (block ${height})`, { height });
  const encoded = txs.map(({ tx }) => encodeEthereumTransaction(tx));
  const once = hashOnce();
  const combined = new Uint8Array(256);
  const receipts = txs.map((stored, i) => {
    const { tx, receipt } = stored;
    const place = { height, hash: `0x${toHex(tx.hash)}` };
    if (!equalBytes(keccak256(encoded[i] ?? new Uint8Array()), tx.hash)) {
      violate('transaction', 'The transaction does not match its hash', place);
    }
    if (receipt.success !== null && receipt.success === stored.failed) {
      violate('transaction', 'The outcome of the transaction differs from its receipt', place);
    }
    if (traced && stored.internal === null) {
      violate('transaction', 'The internal transfers of the transaction are missing', place);
    }
    const logsBloom = new Uint8Array(256);
    addToBloom(logsBloom, receipt.logs, once);
    for (let byte = 0; byte < 256; byte++) combined[byte] = (combined[byte] ?? 0) | (logsBloom[byte] ?? 0);
    return encodeReceipt({ ...receipt, logsBloom });
  });
  if (!equalBytes(deriveRoot(encoded), header.transactionsRoot)) {
    fail('The transactions do not match the root in the header');
  }
  if (!equalBytes(combined, header.logsBloom) || !equalBytes(deriveRoot(receipts), header.receiptsRoot)) {
    fail('The receipts do not match the root in the header');
  }
}

function checkSums(row: EthereumBlockRow, txs: readonly StoredEthereumTx[]): void {
  const { height } = row;
  const sums: Record<string, bigint | number | null> = sumsOf(row, txs);
  const stored: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(sums)) {
    if (stored[name] === value) continue;
    violate(
      'block',
      `Block ${height} differs from its transactions: ${name} ${String(stored[name])} instead of ${value}`,
      {
        height,
      },
    );
  }
  let gasUsed = 0n;
  for (const { receipt, tx } of txs) {
    gasUsed += receipt.gasUsed;
    if (receipt.cumulativeGasUsed !== gasUsed) {
      const place = { height, hash: `0x${toHex(tx.hash)}` };
      violate('transaction', 'The gas of the transaction does not add up', place);
    }
  }
  if (gasUsed !== row.header.gasUsed) {
    violate('block', `Block ${height} used ${row.header.gasUsed} gas, but its transactions used ${gasUsed}`, {
      height,
    });
  }
}

async function checkLookups(session: SqlSession, txs: readonly StoredEthereumTx[]): Promise<void> {
  if (txs.length === 0) return;
  const keys = int8Array(txs.map(({ tx }) => prefixKey(tx.hash)));
  const positions = int8Array(txs.map(({ position }) => position));
  const { rows } = await session.query<{ pos: bigint }>(
    `select l.pos from unnest(${keys}, ${positions}) as w(key, pos) join eth_tx_lookup l on l.key = w.key and l.pos = w.pos`,
  );
  if (rows.length === txs.length) return;
  const found = new Set(rows.map(({ pos }) => Number(pos)));
  const lost = txs.find(({ position }) => !found.has(position));
  if (lost) {
    const hash = `0x${toHex(lost.tx.hash)}`;
    violate('lookup', 'The transaction cannot be found by its hash', {
      height: Math.floor(lost.position / 2 ** 17),
      hash,
    });
  }
}
