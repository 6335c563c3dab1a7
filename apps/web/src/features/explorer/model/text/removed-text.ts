import type { Blockchain } from '@hopscope/contract';
import { toApiError } from '../../../../lib/api/api-error.ts';

/** Where something was in the chain. */
export interface RemovedPlace {
  blockchain: Blockchain;
  height: number;
  /** The block that is gone. */
  block: string;
  /** The one that stands there now. */
  blockNow: string | undefined;
}

/** What became of a transaction that waited or was mined, or of a block. */
export interface RemovedText {
  title: string;
  text: string;
  /** Transaction that took its place. */
  by: string | undefined;
  byText: string;
  place: RemovedPlace | undefined;
}

const titles = {
  replaced: 'Replaced',
  conflict: 'Made impossible',
  evicted: 'Dropped',
  mined: 'Taken out of the chain',
  block: 'Not in the chain any more',
} as const;

function isReason(value: unknown): value is keyof typeof titles {
  return typeof value === 'string' && Object.hasOwn(titles, value);
}

function placeOf({ blockchain, height, block, blockNow }: Record<string, unknown>): RemovedPlace | undefined {
  if (blockchain !== 'bitcoin' && blockchain !== 'ethereum') return undefined;
  if (typeof height !== 'number' || typeof block !== 'string') return undefined;
  return { blockchain, height, block, blockNow: typeof blockNow === 'string' ? blockNow : undefined };
}

/** The words for a refusal that says what became of a transaction or block; undefined for any other error. */
export function removedText(thrown: unknown): RemovedText | undefined {
  const { code, message, details } = toApiError(thrown);
  const { reason, replacedBy } = details;
  if (code !== 'gone' || !isReason(reason)) return undefined;
  return {
    title: titles[reason],
    text: message,
    by: typeof replacedBy === 'string' ? replacedBy : undefined,
    byText: reason === 'replaced' ? 'The transaction in its place' : 'The confirmed transaction',
    place: placeOf(details),
  };
}
