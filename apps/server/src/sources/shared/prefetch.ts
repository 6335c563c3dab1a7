import type { BlockProvider, HeadRef } from './chain-sync.ts';
import { SourceError } from './source-error.ts';

export interface Answer<Block> {
  blocks: Block[];
  head: HeadRef;
}

interface Asked<Block> {
  from: number;
  count: number;
  answer: Promise<Answer<Block>>;
}

/** Requests runs of blocks, and those after them while the first are written. */
export interface Prefetch<Block> {
  /** Returns blocks from a height on, up to `last`; uses requests in advance if they fit. Throws errors of the provider. */
  take(from: number, last: number): Promise<Answer<Block>>;
  /** Returns the maximum number of blocks of the next request. */
  size(): number;
  /** Discards requests in advance. */
  clear(): void;
}

/**
 * Requests grow with every response, up to `mostBlocks` and to about `batchBytes`, and halve when one is too long or too
 * late. `ahead` of them are sent in addition to the awaited one, so that memory is at most (ahead + 1) batches.
 */
export function createPrefetch<Block>(options: {
  supply: Pick<BlockProvider<Block>, 'fetch'>;
  bytesOf(block: Block): number;
  mostBlocks: number;
  batchBytes: number;
  ahead: number;
}): Prefetch<Block> {
  const { supply, mostBlocks, batchBytes } = options;
  let size = Math.min(4, mostBlocks);
  let queue: Asked<Block>[] = [];

  function ask(from: number, count: number): Asked<Block> {
    const answer = supply.fetch(from, count);
    // A failure is reported when it is awaited; until then it must not count as unhandled.
    answer.catch(() => {});
    return { from, count, answer };
  }

  function grow(blocks: readonly Block[]): void {
    const bytes = blocks.reduce((sum, block) => sum + options.bytesOf(block), 0);
    const fitting = Math.max(1, Math.floor((batchBytes * blocks.length) / Math.max(1, bytes)));
    size = Math.min(size * 2, fitting, mostBlocks);
  }

  return {
    async take(from, last) {
      if (queue[0]?.from !== from) queue = [];
      const asked = queue.shift() ?? ask(from, Math.max(1, Math.min(size, last - from + 1)));
      const behind = queue.at(-1) ?? asked;
      for (let next = behind.from + behind.count; queue.length < options.ahead && next <= last; ) {
        const count = Math.min(size, last - next + 1);
        queue.push(ask(next, count));
        next += count;
      }
      try {
        const answer = await asked.answer;
        if (answer.blocks.length > 0) grow(answer.blocks);
        if (answer.blocks.length < asked.count) queue = [];
        return answer;
      } catch (error) {
        queue = [];
        const heavy = error instanceof SourceError && ['too_large', 'timeout'].includes(error.failure);
        if (heavy) size = Math.max(1, Math.floor(size / 2));
        throw error;
      }
    },
    size: () => size,
    clear() {
      queue = [];
    },
  };
}
