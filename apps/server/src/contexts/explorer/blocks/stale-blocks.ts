import type { Blockchain } from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type StaleBlock, readStaleBlock, readStaleBlockOf } from '../../../ledger/shared/stale-blocks.ts';
import { hashTexts, readBlockAt } from './block-at.ts';

/** Returns the fields of a problem about a stale block. */
async function detailsOf(session: SqlSession, blockchain: Blockchain, { hash, height }: StaleBlock) {
  return {
    blockchain,
    height,
    block: hashTexts[blockchain](hash),
    blockNow: (await readBlockAt(session, blockchain, height))?.hash ?? null,
  };
}

/** Returns the 410 error of a stale block, with its height and the current block there; undefined for other blocks. */
export async function refusalOfStaleBlock(
  session: SqlSession,
  blockchain: Blockchain,
  hash: Uint8Array,
): Promise<AppError | undefined> {
  const stale = await readStaleBlock(session, blockchain, hash);
  if (!stale) return undefined;
  const details = await detailsOf(session, blockchain, stale);
  const now =
    details.blockNow === null ? 'There is currently no block at its height' : 'Another block replaced it';
  return new AppError('gone', `This block is stale. ${now}.`, {
    details: { reason: 'block', ...details },
  });
}

/** Returns the stale block that contained a transaction; undefined if none is known. */
export async function staleBlockOf(session: SqlSession, blockchain: Blockchain, txid: Uint8Array) {
  const stale = await readStaleBlockOf(session, blockchain, txid);
  return stale && detailsOf(session, blockchain, stale);
}

/** Returns the 410 error of a transaction of a stale block. */
export async function refusalOfStale(
  session: SqlSession,
  blockchain: Blockchain,
  txid: Uint8Array,
): Promise<AppError | undefined> {
  const place = await staleBlockOf(session, blockchain, txid);
  if (!place) return undefined;
  return new AppError('gone', 'This transaction was in a stale block and is no longer in the chain.', {
    details: { reason: 'mined', replacedBy: null, ...place },
  });
}
