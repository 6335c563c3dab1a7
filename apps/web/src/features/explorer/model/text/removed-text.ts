import type { Blockchain } from '@hopscope/contract';
import { isBlockchain } from '@hopscope/domain';
import { toApiError } from '../../../../lib/api/api-error.ts';

/** Former place in the chain. */
export interface RemovedPosition {
  blockchain: Blockchain;
  height: number;
  /** The stale block. */
  block: string;
  /** The block at that height now. */
  blockNow: string | undefined;
}

/** What happened to a transaction or block that is no longer in the mempool or the chain. */
export interface RemovedText {
  title: string;
  text: string;
  /** Transaction that replaced it. */
  by: string | undefined;
  byText: string;
  place: RemovedPosition | undefined;
}

const titles = {
  replaced: 'Replaced',
  conflict: 'Conflicted',
  evicted: 'Dropped',
  mined: 'Removed by a reorganization',
  block: 'Stale block',
} as const;

function isReason(value: unknown): value is keyof typeof titles {
  return typeof value === 'string' && Object.hasOwn(titles, value);
}

function placeOf({
  blockchain,
  height,
  block,
  blockNow,
}: Record<string, unknown>): RemovedPosition | undefined {
  if (!isBlockchain(blockchain)) return undefined;
  if (typeof height !== 'number' || typeof block !== 'string') return undefined;
  return { blockchain, height, block, blockNow: typeof blockNow === 'string' ? blockNow : undefined };
}

/** Returns texts for a `gone` error; undefined for any other error. */
export function removedText(thrown: unknown): RemovedText | undefined {
  const { code, message, details } = toApiError(thrown);
  const { reason, replacedBy } = details;
  if (code !== 'gone' || !isReason(reason)) return undefined;
  return {
    title: titles[reason],
    text: message,
    by: typeof replacedBy === 'string' ? replacedBy : undefined,
    byText: reason === 'replaced' ? 'Replaced by' : 'Confirmed instead',
    place: placeOf(details),
  };
}
