import { type BitcoinNetwork, type Hashing, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { refuseUnknownBelow, resolveMempoolInputs } from './backfill.ts';
import { contradictsHeight, createBatchBuilder, type BlockAtHeight, type SpendableTx } from './batch.ts';
import { writeBatch } from './batch-writer.ts';
import type { BitcoinListener } from '../listener.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import { clusterAppended } from '../clusters/cluster-blocks.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import { readSpendable } from '../lookups.ts';
import { removeConfirmed } from '../mempool/mempool-removed.ts';
import { nameReversed } from './reversed.ts';
import { addHeights, type HeightRange, includesHeight, readRanges, writeRanges } from '../ranges.ts';

export interface AppendOptions {
  network: BitcoinNetwork;
  hashing: Hashing;
  slotOf: SlotOf;
  /** Whether clusters are updated with the blocks, or catch up later. */
  clusters: 'now' | 'later';
  /** Whether input scripts and witnesses are stored, so that exact bytes of transactions can be rebuilt. */
  keepScripts: boolean;
  listener: BitcoinListener;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Checks that every block fits its neighbors in the batch and in the ledger. */
async function checkPlaces(
  session: SqlSession,
  placed: readonly BlockAtHeight[],
  ranges: readonly HeightRange[],
  network: BitcoinNetwork,
): Promise<void> {
  const around = [...new Set(placed.flatMap(({ height }) => [height - 1, height, height + 1]))];
  const { rows } = await session.query<{ height: number; hash: Uint8Array; prev: Uint8Array }>(
    `select height, hash, substring(header from 5 for 32) as prev from btc_block where height = any(${int8Array(around)})`,
  );
  const stored = new Map(rows.map((row) => [row.height, row]));
  let before: BlockAtHeight | undefined;
  for (const current of placed) {
    const { height, block } = current;
    const hash = toDisplayHash(block.hash);
    const at = { height };
    if (includesHeight(ranges, height) || (before && before.height >= height)) {
      throw new LedgerError('height_taken', `The ledger already has a block at height ${height}`, at);
    }
    if (height === 0 && network.genesisHash !== '' && hash !== network.genesisHash) {
      throw new LedgerError(
        'genesis_mismatch',
        `Block ${hash} is not the first block of ${network.name}`,
        at,
      );
    }
    const parent = before?.height === height - 1 ? before.block.hash : stored.get(height - 1)?.hash;
    if (parent && !sameBytes(parent, block.header.prevHash)) {
      throw new LedgerError(
        'parent_mismatch',
        `Block ${hash} does not follow the ledger's block ${height - 1}`,
        at,
      );
    }
    const child = stored.get(height + 1);
    if (child && !sameBytes(child.prev, block.hash)) {
      throw new LedgerError(
        'child_mismatch',
        `The ledger's block ${height + 1} does not follow block ${hash}`,
        at,
      );
    }
    const named = contradictsHeight(current, network);
    if (named !== undefined) {
      const says = named < 0 ? 'names no height' : `names height ${named}`;
      throw new LedgerError('parent_mismatch', `Block ${hash} ${says} but stands at ${height} (BIP34)`, at);
    }
    before = current;
  }
}

/**
 * Loads transactions outside the batch that it may spend, and older coinbases that a coinbase of the batch may replace
 * (BIP30).
 */
async function loadSpendable(
  session: SqlSession,
  placed: readonly BlockAtHeight[],
  network: BitcoinNetwork,
): Promise<Map<string, SpendableTx>> {
  const own = new Set<string>();
  const outside = new Map<string, Uint8Array>();
  for (const { block, height } of placed) {
    block.transactions.forEach((tx, index) => {
      const name = byteKey(tx.txid);
      if (index === 0) {
        if (height < network.bip34Height) outside.set(name, tx.txid);
      } else {
        for (const input of tx.inputs) {
          const spent = byteKey(input.prevTxid);
          if (!own.has(spent)) outside.set(spent, input.prevTxid);
        }
      }
      own.add(name);
    });
  }
  return readSpendable(session, [...outside.values()]);
}

/**
 * Adds verified blocks, in ascending order of height, to the ledger within the caller's transaction. They may extend a range
 * at either end, fill gaps, or start a new range. Throws LedgerError if a block doesn't fit; the caller must then roll back.
 */
export async function appendBlocks(
  session: SqlSession,
  placed: readonly BlockAtHeight[],
  options: AppendOptions,
): Promise<void> {
  const ranges = await readRanges(session);
  const empty = ranges.length === 0;
  const top = ranges.at(-1)?.to ?? -1;
  await checkPlaces(session, placed, ranges, options.network);

  const known = empty
    ? new Map<string, SpendableTx>()
    : await loadSpendable(session, placed, options.network);
  let reached = ranges;
  const completeUpTo = (): number => (reached[0]?.from === 0 ? reached[0].to : -1);
  const builder = createBatchBuilder(
    {
      network: options.network,
      hashing: options.hashing,
      isComplete: (height) => height <= completeUpTo() + 1,
    },
    known,
  );
  for (const block of placed) {
    builder.add(block);
    reached = addHeights(reached, [block.height]);
  }
  const lowest = placed[0]?.height ?? 0;
  const below = lowest < top;
  if (below) await resolveMempoolInputs(session, builder.batch, known, options.network);
  const { slotOf, keepScripts } = options;
  await writeBatch(session, builder.batch, { empty, slotOf, keepScripts });
  if (below) await refuseUnknownBelow(session, completeUpTo());
  await writeRanges(session, reached);
  await clusterAppended(session, {
    top,
    lowest,
    highest: placed.at(-1)?.height ?? lowest,
    txs: builder.batch.txs,
    when: options.clusters,
  });
  await removeConfirmed(session, placed, options.listener);
  await nameReversed(session, placed, options.listener);
  await options.listener.connected(session, builder.batch);
}
