import { toDisplayHash } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { readBlocks } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumBlocks } from '../../../ledger/ethereum/blocks/blocks.ts';
import { type StaleBlock, readStaleBlock, readStaleBlockOf } from '../../../ledger/shared/stale-blocks.ts';
import { hexOf } from '../ethereum/ethereum-values.ts';

/** The hash of the block that the chain has at a height now, as answers write it; null where it has none. */
async function hashNow(session: SqlSession, blockchain: Blockchain, height: number): Promise<string | null> {
  if (blockchain === 'ethereum') {
    const block = (await readEthereumBlocks(session, [height])).get(height);
    return block ? hexOf(block.hash) : null;
  }
  const block = (await readBlocks(session, [height])).get(height);
  return block ? toDisplayHash(block.hash) : null;
}

/** Where a gone block was, as problems tell it. */
async function detailsOf(session: SqlSession, blockchain: Blockchain, { hash, height }: StaleBlock) {
  return {
    blockchain,
    height,
    block: blockchain === 'ethereum' ? hexOf(hash) : toDisplayHash(hash),
    blockNow: await hashNow(session, blockchain, height),
  };
}

/** The refusal of a block that left the chain: 410 with its height and the block that stands there now; undefined for others. */
export async function refusalOfStaleBlock(
  session: SqlSession,
  blockchain: Blockchain,
  hash: Uint8Array,
): Promise<AppError | undefined> {
  const gone = await readStaleBlock(session, blockchain, hash);
  if (!gone) return undefined;
  const details = await detailsOf(session, blockchain, gone);
  const now = details.blockNow === null ? 'No block stands there now' : 'Another block took its place';
  return new AppError('gone', `This block is no longer part of the chain. ${now}.`, {
    details: { reason: 'block', ...details },
  });
}

/** What to tell of a transaction that was in a block which left the chain; undefined where none is remembered. */
export async function staleBlockOf(session: SqlSession, blockchain: Blockchain, txid: Uint8Array) {
  const gone = await readStaleBlockOf(session, blockchain, txid);
  return gone && detailsOf(session, blockchain, gone);
}

/** The refusal of such a transaction: 410. */
export async function refusalOfTakenBack(
  session: SqlSession,
  blockchain: Blockchain,
  txid: Uint8Array,
): Promise<AppError | undefined> {
  const place = await staleBlockOf(session, blockchain, txid);
  if (!place) return undefined;
  return new AppError(
    'gone',
    'This transaction was in a block that is no longer part of the chain, and is in none now.',
    { details: { reason: 'mined', replacedBy: null, ...place } },
  );
}
