import type { Blockchain } from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type StaleBlock, readStaleBlock, readStaleBlockOf } from '../../../ledger/shared/stale-blocks.ts';
import { hashTexts, readBlockAt } from './block-at.ts';

/** Where a gone block was, as problems tell it. */
async function detailsOf(session: SqlSession, blockchain: Blockchain, { hash, height }: StaleBlock) {
  return {
    blockchain,
    height,
    block: hashTexts[blockchain](hash),
    blockNow: (await readBlockAt(session, blockchain, height))?.hash ?? null,
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
  const now = details.blockNow === null ? 'There is no block at its height now' : 'Another block replaced it';
  return new AppError('gone', `This block is stale. ${now}.`, {
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
  return new AppError('gone', 'This transaction was in a stale block and is not in the chain now.', {
    details: { reason: 'mined', replacedBy: null, ...place },
  });
}
