import { equalBytes, type RewardSchedule, toHex } from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import { orderByKey } from '../../shared/key-order.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import type { EthereumListener } from '../listener.ts';
import {
  addHeights,
  type HeightRange,
  includesHeight,
  readRangesOf,
  writeRangesOf,
} from '../../shared/ranges.ts';
import { createPackWriter } from '../../shared/varint.ts';
import { createWriteQueue } from '../../shared/write-queue.ts';
import { applyEffects } from './apply.ts';
import { countMovements, registerAssets, tokensIn } from '../accounts/assets.ts';
import { packEthereumBlock } from './block-record.ts';
import type { EthereumBundle, Openings } from './bundle.ts';
import { factsIn, writeFacts } from '../accounts/facts.ts';
import { addBlock, noEffects } from '../accounts/effects.ts';
import { nameReversed } from './reversed.ts';
import { storeBundle, type StoredBlock } from './stored-block.ts';
import { addTotals } from '../totals.ts';
import { packEthereumTx } from './tx-record.ts';

export interface AppendOptions {
  chainId: bigint;
  schedule: RewardSchedule;
  slotOf: SlotOf;
  openings: Openings | undefined;
  listener: EthereumListener;
}

/** Returns where blocks belong: above all others or below. Throws LedgerError if they fit neither. */
async function findSide(
  session: SqlSession,
  bundles: readonly EthereumBundle[],
  ranges: readonly HeightRange[],
): Promise<'top' | 'bottom'> {
  const heights = bundles.map(({ block }) => block.header.number);
  const around = [...new Set(heights.flatMap((height) => [height - 1, height + 1]))];
  const { rows } = await session.query<{ height: number; hash: Uint8Array; parent_hash: Uint8Array }>(
    `select height, hash, parent_hash from eth_block where height = any(${int8Array(around)})`,
  );
  const stored = new Map(rows.map((row) => [row.height, row]));
  let before: EthereumBundle['block'] | undefined;
  for (const { block } of bundles) {
    const { number: height, parentHash } = block.header;
    const name = `0x${toHex(block.hash)}`;
    const at = { height };
    if (includesHeight(ranges, height) || (before && before.header.number >= height)) {
      throw new LedgerError('height_taken', `The ledger already has a block at height ${height}`, at);
    }
    const parent = before?.header.number === height - 1 ? before.hash : stored.get(height - 1)?.hash;
    if (parent && !equalBytes(parent, parentHash)) {
      const what = `Block ${name} does not follow the ledger's block ${height - 1}`;
      throw new LedgerError('parent_mismatch', what, at);
    }
    const child = stored.get(height + 1);
    if (child && !equalBytes(child.parent_hash, block.hash)) {
      const what = `The ledger's block ${height + 1} does not follow block ${name}`;
      throw new LedgerError('child_mismatch', what, at);
    }
    before = block;
  }
  return sideOf(heights, ranges);
}

function sideOf(heights: readonly number[], ranges: readonly HeightRange[]): 'top' | 'bottom' {
  const [first, last] = [heights[0] ?? 0, heights.at(-1) ?? 0];
  const [bottom, top] = [ranges[0]?.from, ranges.at(-1)?.to];
  if (bottom === undefined || top === undefined || first > top) return 'top';
  if (last < bottom) return 'bottom';
  throw new LedgerError(
    'order_needed',
    `Block ${first} lies between blocks that the ledger contains: load blocks above ${top} or below ${bottom}`,
    { height: first },
  );
}

/**
 * Adds verified blocks, in ascending order of height, within the caller's transaction. Throws LedgerError if one doesn't
 * fit; the caller must then roll back.
 */
export async function appendBundles(
  session: SqlSession,
  bundles: readonly EthereumBundle[],
  options: AppendOptions,
): Promise<void> {
  const ranges = await readRangesOf(session, 'eth_range');
  const side = await findSide(session, bundles, ranges);
  const blocks = bundles.map((bundle) => storeBundle(bundle, options.schedule));
  const queue = createWriteQueue();
  queue.send(writeTxs(session, blocks));
  queue.send(writeBlocks(session, blocks));
  queue.send(writeLookups(session, blocks));
  const facts = blocks.flatMap(({ txs }) => factsIn(txs, options.chainId));
  queue.send(writeFacts(session, facts));
  try {
    const { assetOf, added } = await registerAssets(
      session,
      tokensIn(bundles.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))),
      bundles.flatMap(({ tokens }) => tokens),
      options.chainId,
    );
    const effects = noEffects();
    for (const block of blocks) addBlock(effects, block, assetOf);
    const change = await applyEffects(session, effects, { ...options, side, empty: ranges.length === 0 });
    await countMovements(session, effects.tokens, 1);
    await addTotals(session, effects.sums, { ...change, assets: added }, 1n);
    await writeRangesOf(
      session,
      'eth_range',
      addHeights(
        ranges,
        blocks.map(({ row }) => row.height),
      ),
    );
    await options.listener.connected(session, blocks, {
      isFake: (contract) => assetOf(contract).fake,
      facts,
    });
    await nameReversed(session, blocks, options.listener);
  } finally {
    // No statement may be pending when the transaction ends.
    await queue.settle();
  }
}

async function writeBlocks(session: SqlSession, blocks: readonly StoredBlock[]): Promise<void> {
  const pack = createPackWriter();
  const out = createCopyWriter();
  for (const { row } of blocks) {
    out.row(6);
    out.int4(row.height);
    out.bytes(row.hash);
    out.bytes(row.header.parentHash);
    out.int8Number(row.header.time);
    out.int4(row.txCount);
    out.bytes(packEthereumBlock(pack, row));
  }
  await session.copyIn(
    'eth_block',
    ['height', 'hash', 'parent_hash', 'time', 'tx_count', 'body'],
    out.finish(),
  );
}

async function writeTxs(session: SqlSession, blocks: readonly StoredBlock[]): Promise<void> {
  const pack = createPackWriter();
  const out = createCopyWriter();
  for (const { txs } of blocks) {
    for (const stored of txs) {
      out.row(3);
      out.int8Number(stored.position);
      out.bytes(stored.tx.hash);
      out.bytes(packEthereumTx(pack, stored));
    }
  }
  if (out.rows > 0) await session.copyIn('eth_tx', ['pos', 'hash', 'body'], out.finish());
}

async function writeLookups(session: SqlSession, blocks: readonly StoredBlock[]): Promise<void> {
  const txs = blocks.flatMap((block) => block.txs);
  const out = createCopyWriter();
  for (const i of orderByKey(txs.map(({ tx }) => tx.hash))) {
    const stored = txs[i];
    if (!stored) continue;
    out.row(2);
    out.bytes(stored.tx.hash.subarray(0, 8));
    out.int8Number(stored.position);
  }
  if (out.rows > 0) await session.copyIn('eth_tx_lookup', ['key', 'pos'], out.finish());
}
