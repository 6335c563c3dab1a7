import { equalBytes } from '@hopscope/chain';
import type { HeightRange } from '../../ledger/shared/ranges.ts';
import { type Answer, createPrefetch } from './prefetch.ts';
import { FatalSourceError, SourceError } from './source-error.ts';

/** Height and hash (internal byte order) of a block. */
export interface HeadRef {
  height: number;
  hash: Uint8Array;
}

/** What a node offers of its chain. Every call throws SourceError or ChainError where asking again may help. */
export interface BlockProvider<Block> {
  /** Verified blocks from a height on, one above the other, at most `count` and fewer where the node ends; and its head. */
  fetch(from: number, count: number): Promise<{ blocks: Block[]; head: HeadRef }>;
  /** Hashes that the node's chain has at heights; absent where it has none. */
  hashes(heights: readonly number[]): Promise<Map<number, Uint8Array>>;
}

/** Where a block stands, and how many bytes it takes in memory. */
export interface BlockFacts extends HeadRef {
  parent: Uint8Array;
  bytes: number;
}

/** What the follower needs of a ledger, and of its blocks. */
export interface SyncTarget<Block> {
  describe(block: Block): BlockFacts;
  ranges(): Promise<HeightRange[]>;
  /** Hashes of blocks held, by height. */
  hashes(heights: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Adds blocks, ascending and one above the other. `lowest` is what was held lowest before; their own first on an empty ledger. */
  append(blocks: readonly Block[], lowest: number): Promise<void>;
  /** Takes `depth` blocks back and adds `blocks` in their place, in one transaction. */
  reorganize(depth: number, blocks: readonly Block[], lowest: number): Promise<void>;
}

/** Where to begin and how far to go. */
export interface FollowSettings {
  /** Lowest height to load; undefined begins at the head and goes no lower. */
  historyFrom: number | undefined;
  /** Blocks that a reorganization may take back; a deeper one halts the source. */
  reorganizationLimit: number;
}

export interface FollowerOptions<Block> extends FollowSettings {
  supply: BlockProvider<Block>;
  ledger: SyncTarget<Block>;
  /** First height of an empty ledger, where the node's head is known. */
  begin(head: number): number;
  /**
   * How what lies below is filled: `ascending` from `historyFrom` up to the next block held, `descending` from the lowest
   * block held (for ledgers that take no block into a gap).
   */
  fill: 'ascending' | 'descending';
  /** Bounds of one batch. */
  mostBlocks: number;
  batchBytes: number;
  /** Requests that are under way while a batch is written. */
  ahead: number;
  /** `held` is the newest height of the run that comes in, `target` where that run ends; below `held` the node is behind the ledger. */
  onProgress(held: number, target: number): void;
}

const headersPerRequest = 32;

/** Keeps a ledger at the head of a node, one step at a time: the same way for every chain and source. */
export function createChainSync<Block>(options: FollowerOptions<Block>) {
  const { supply, ledger } = options;
  const bounds = { ...options, bytesOf: (block: Block) => ledger.describe(block).bytes };
  const above = createPrefetch(bounds);
  const below = createPrefetch(bounds);
  let knownHead = 0;

  /** Blocks from a height on, up to `last`, that stand one above the other. */
  async function take(from: number, last: number): Promise<Answer<Block>> {
    const answer = await above.take(from, Math.max(from, last));
    knownHead = answer.head.height;
    requireChain(answer.blocks, from);
    return answer;
  }

  /** Throws SourceError if the blocks do not stand one above the other from a height on. */
  function requireChain(blocks: readonly Block[], from: number): void {
    let before: BlockFacts | undefined;
    for (const [i, block] of blocks.entries()) {
      const facts = ledger.describe(block);
      if (facts.height !== from + i) {
        throw new SourceError(
          'contradictory',
          `The node answers block ${facts.height} when asked for ${from + i}`,
        );
      }
      if (before && !equalBytes(facts.parent, before.hash)) {
        throw new SourceError('contradictory', "The node's chain changed during the read");
      }
      before = facts;
    }
  }

  /** The first blocks of an empty ledger. */
  async function begin(): Promise<boolean> {
    const from = options.begin(knownHead);
    const { blocks, head } = await take(from, knownHead);
    if (blocks.length === 0) return false;
    await ledger.append(blocks, from);
    const to = from + blocks.length - 1;
    options.onProgress(to, Math.max(to, head.height));
    return true;
  }

  /** The highest block that ledger and node share. Throws FatalSourceError where there is none within the limit. */
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

  /** Takes back the blocks that the node no longer has and adds those in their place, in one transaction. */
  async function replace(top: HeightRange, head: number): Promise<boolean> {
    above.clear();
    const ancestor = await commonAncestor(top, head);
    // The node is only behind: its head is a block of the ledger.
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

  /** A batch of what is missing below the top; false if nothing is. */
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
      throw new SourceError('contradictory', `The node doesn't have all blocks from ${run.from} on`);
    }
    requireChain(blocks, run.from);
    await ledger.append(blocks, lowest.from);
    if (fill === 'ascending') options.onProgress(run.from + blocks.length - 1, run.to);
    return true;
  }

  return {
    /**
     * Brings the ledger one step nearer to the node: new blocks, a reorganization or older history. Answers whether there
     * is more to do at once. Throws SourceError, ChainError or LedgerError where trying again may help; FatalSourceError where not.
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
      const held = (await ledger.hashes([head.height])).get(head.height);
      if (held && !equalBytes(held, head.hash)) return replace(top, head.height);
      const filled = await fillBelow(ranges);
      if (!filled || options.fill === 'descending') {
        options.onProgress(top.to, head.height);
      }
      return filled;
    },
    /** What is known of the node's height from elsewhere. */
    headIs(height: number): void {
      knownHead = height;
    },
  };
}

/** The lowest run of heights from `from` on that is not held and has held blocks above it. */
function gapFrom(ranges: readonly HeightRange[], from: number): HeightRange | undefined {
  let at = from;
  for (const range of ranges) {
    if (at < range.from) return { from: at, to: range.from - 1 };
    at = Math.max(at, range.to + 1);
  }
  return undefined;
}

/** Up to `count` heights right below the only range. */
function runBelow(
  ranges: readonly HeightRange[],
  { from, count }: { from: number; count: number },
): HeightRange | undefined {
  const [lowest] = ranges;
  if (!lowest || ranges.length > 1 || lowest.from <= from) return undefined;
  return { from: Math.max(from, lowest.from - count), to: lowest.from - 1 };
}
