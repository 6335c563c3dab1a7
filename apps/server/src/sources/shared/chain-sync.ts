import { equalBytes } from '@hopscope/chain';
import type { HeightRange } from '../../ledger/shared/ranges.ts';
import { type Answer, createPrefetch } from './prefetch.ts';
import { FatalSourceError, SourceError } from './source-error.ts';

/** Height and hash (internal byte order) of a block. */
export interface HeadRef {
  height: number;
  hash: Uint8Array;
}

/** Access to a node's chain. Every call throws SourceError or ChainError if a retry may help. */
export interface BlockProvider<Block> {
  /** Returns consecutive verified blocks from a height on, at most `count` and fewer at the chain tip; and the chain tip. */
  fetch(from: number, count: number): Promise<{ blocks: Block[]; head: HeadRef }>;
  /** Returns the hashes of the node's chain at heights, without those that it doesn't have. */
  hashes(heights: readonly number[]): Promise<Map<number, Uint8Array>>;
}

/** Height and hash of a block, and its size in memory in bytes. */
export interface BlockFacts extends HeadRef {
  parent: Uint8Array;
  bytes: number;
}

/** The parts of a ledger, and of its blocks, that synchronization needs. */
export interface SyncTarget<Block> {
  describe(block: Block): BlockFacts;
  ranges(): Promise<HeightRange[]>;
  /** Returns the hashes of the ledger's blocks by height. */
  hashes(heights: readonly number[]): Promise<Map<number, Uint8Array>>;
  /**
   * Adds consecutive blocks in ascending order. `lowest`: the lowest height of the ledger before, or their first one if it
   * was empty.
   */
  append(blocks: readonly Block[], lowest: number): Promise<void>;
  /** Disconnects `depth` blocks and adds `blocks` in their place, in one transaction. */
  reorganize(depth: number, blocks: readonly Block[], lowest: number): Promise<void>;
}

/** Range of blocks to load. */
export interface FollowSettings {
  /** Lowest height to load; undefined: start at the chain tip, and load no earlier blocks. */
  historyFrom: number | undefined;
  /** Maximum number of blocks that a reorganization may disconnect; a deeper one halts the source. */
  reorganizationLimit: number;
}

export interface FollowerOptions<Block> extends FollowSettings {
  supply: BlockProvider<Block>;
  ledger: SyncTarget<Block>;
  /** Returns the first height of an empty ledger, given the node's chain tip. */
  begin(head: number): number;
  /**
   * How missing blocks below are filled: `ascending` from `historyFrom` up to the next block of the ledger, `descending`
   * from its lowest block (for ledgers that don't accept blocks within a gap).
   */
  fill: 'ascending' | 'descending';
  /** Limits of one batch. */
  mostBlocks: number;
  batchBytes: number;
  /** Number of requests in advance while a batch is written. */
  ahead: number;
  /**
   * `height`: the highest height of the run being loaded; `target`: the end of that run. A lower target means that the node is
   * behind the ledger.
   */
  onProgress(height: number, target: number): void;
}

const headersPerRequest = 32;

/** Synchronizes a ledger with a node, one step at a time, for any chain and source. */
export function createChainSync<Block>(options: FollowerOptions<Block>) {
  const { supply, ledger } = options;
  const bounds = { ...options, bytesOf: (block: Block) => ledger.describe(block).bytes };
  const above = createPrefetch(bounds);
  const below = createPrefetch(bounds);
  let knownHead = 0;

  /** Returns consecutive blocks from a height on, up to `last`. */
  async function take(from: number, last: number): Promise<Answer<Block>> {
    const answer = await above.take(from, Math.max(from, last));
    knownHead = answer.head.height;
    requireChain(answer.blocks, from);
    return answer;
  }

  /** Throws SourceError if the blocks aren't consecutive from a height on. */
  function requireChain(blocks: readonly Block[], from: number): void {
    let before: BlockFacts | undefined;
    for (const [i, block] of blocks.entries()) {
      const facts = ledger.describe(block);
      if (facts.height !== from + i) {
        throw new SourceError(
          'contradictory',
          `The node returned block ${facts.height} instead of block ${from + i}`,
        );
      }
      if (before && !equalBytes(facts.parent, before.hash)) {
        throw new SourceError('contradictory', "The node's chain changed during the read");
      }
      before = facts;
    }
  }

  /** Adds the first blocks of an empty ledger. */
  async function begin(): Promise<boolean> {
    const from = options.begin(knownHead);
    const { blocks, head } = await take(from, knownHead);
    if (blocks.length === 0) return false;
    await ledger.append(blocks, from);
    const to = from + blocks.length - 1;
    options.onProgress(to, Math.max(to, head.height));
    return true;
  }

  /** Returns the highest block that ledger and node share. Throws FatalSourceError if there is none within the limit. */
  async function commonAncestor(top: HeightRange, head: number): Promise<number> {
    const lowest = Math.max(top.from, top.to - options.reorganizationLimit);
    for (let upper = Math.min(top.to, head); upper >= lowest; upper -= headersPerRequest) {
      const count = Math.min(headersPerRequest, upper - lowest + 1);
      const heights = Array.from({ length: count }, (_, i) => upper - i);
      const [own, theirs] = [await ledger.hashes(heights), await supply.hashes(heights)];
      const shared = heights.find((height) => {
        const [ours, other] = [own.get(height), theirs.get(height)];
        return ours && other && equalBytes(ours, other);
      });
      if (shared !== undefined) return shared;
    }
    throw new FatalSourceError(
      `The node's chain leaves the ledger's more than ${top.to - lowest} blocks below block ${top.to}. Nothing was changed; check the node, or allow a deeper reorganization.`,
    );
  }

  /** Replaces the blocks that the node no longer has with its own, in one transaction. */
  async function replace(top: HeightRange, head: number): Promise<boolean> {
    above.clear();
    const ancestor = await commonAncestor(top, head);
    // The node is only behind: its chain tip is a block of the ledger.
    if (ancestor >= head) return false;
    const blocks: Block[] = [];
    const target = Math.min(head, top.to + 1);
    for (let from = ancestor + 1; from <= target; ) {
      const answer = await supply.fetch(from, Math.min(above.size(), target - from + 1));
      if (answer.blocks.length === 0) {
        throw new SourceError('contradictory', "The node's chain changed during the read");
      }
      blocks.push(...answer.blocks);
      from += answer.blocks.length;
    }
    requireChain(blocks, ancestor + 1);
    await ledger.reorganize(top.to - ancestor, blocks, top.from);
    options.onProgress(ancestor + blocks.length, Math.max(head, ancestor + blocks.length));
    return true;
  }

  /** Adds a batch of missing blocks below the highest; returns false if nothing is missing. */
  async function fillBelow(ranges: readonly HeightRange[]): Promise<boolean> {
    const { historyFrom, fill } = options;
    const [lowest] = ranges;
    if (!lowest || historyFrom === undefined) return false;
    const run =
      fill === 'ascending'
        ? gapFrom(ranges, historyFrom)
        : runBelow(ranges, { from: historyFrom, count: below.size() });
    if (!run) return false;
    const { blocks } = await below.take(run.from, run.to);
    if (blocks.length === 0 || (fill === 'descending' && blocks.length < run.to - run.from + 1)) {
      throw new SourceError('contradictory', `The node does not have all blocks from ${run.from} on`);
    }
    requireChain(blocks, run.from);
    await ledger.append(blocks, lowest.from);
    if (fill === 'ascending') options.onProgress(run.from + blocks.length - 1, run.to);
    return true;
  }

  return {
    /**
     * Advances the ledger by one step: new blocks, a reorganization, or older history. Returns whether there is more to do
     * immediately. Throws SourceError, ChainError, or LedgerError if a retry may help; FatalSourceError otherwise.
     */
    async step(): Promise<boolean> {
      const ranges = await ledger.ranges();
      const top = ranges.at(-1);
      if (!top) return begin();
      const { blocks, head } = await take(top.to + 1, knownHead);
      const tip = (await ledger.hashes([top.to])).get(top.to);
      const first = blocks[0] && ledger.describe(blocks[0]);
      if (tip && first) {
        if (!equalBytes(first.parent, tip)) return replace(top, head.height);
        const to = top.to + blocks.length;
        await ledger.append(blocks, top.from);
        options.onProgress(to, Math.max(to, head.height));
        return head.height > to;
      }
      const known = (await ledger.hashes([head.height])).get(head.height);
      if (known && !equalBytes(known, head.hash)) return replace(top, head.height);
      const filled = await fillBelow(ranges);
      if (!filled || options.fill === 'descending') {
        options.onProgress(top.to, head.height);
      }
      return filled;
    },
    /** Sets the node's height as known from elsewhere. */
    headIs(height: number): void {
      knownHead = height;
    },
  };
}

/** Returns the lowest missing range of heights from `from` on with blocks of the ledger above it. */
function gapFrom(ranges: readonly HeightRange[], from: number): HeightRange | undefined {
  let at = from;
  for (const range of ranges) {
    if (at < range.from) return { from: at, to: range.from - 1 };
    at = Math.max(at, range.to + 1);
  }
  return undefined;
}

/** Returns up to `count` heights directly below the only range. */
function runBelow(
  ranges: readonly HeightRange[],
  { from, count }: { from: number; count: number },
): HeightRange | undefined {
  const [lowest] = ranges;
  if (!lowest || ranges.length > 1 || lowest.from <= from) return undefined;
  return { from: Math.max(from, lowest.from - count), to: lowest.from - 1 };
}
