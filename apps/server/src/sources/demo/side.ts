import { equalBytes } from '@hopscope/chain';
import { type Blockchain } from '@hopscope/domain';
import { DemoError } from './demo-error.ts';
import type { Made, Payload } from './maker-thread.ts';

/** The demo's blocks in a ledger. */
export interface LedgerState {
  /** −1 if there are none. */
  readonly height: number;
  /** Seconds since 1970 of each block, from block 0. */
  readonly times: readonly number[];
  /** Hash of the chain tip. */
  readonly tip: Uint8Array | undefined;
}

/** A ledger adapted for the demo. */
export interface DemoLedger<B> {
  state(): Promise<LedgerState>;
  read(payload: Payload): B;
  hashOf(block: B): Uint8Array;
  append(height: number, blocks: readonly B[]): Promise<void>;
  /** Replaces the highest `depth` blocks; the first new one has this height. */
  reorganize(depth: number, height: number, blocks: readonly B[]): Promise<void>;
}

/** One chain of the demo. */
export interface Side {
  readonly chain: Blockchain;
  state(): Promise<LedgerState>;
  append(made: readonly Made[]): Promise<void>;
  /** Replaces rivals that remained at the chain tip with the right blocks. The newest of `made` is the one in the ledger. */
  settle(made: readonly Made[], tip: Uint8Array): Promise<void>;
  /** Returns whether the maker must create rivals of a live block. */
  wantsRivals(height: number): boolean;
  /**
   * Publishes a live block. Sometimes, other miners' blocks are added instead, and a later call replaces these one or two
   * with the right ones.
   */
  publish(made: Made): Promise<void>;
  /** Returns blocks that other miners' blocks have replaced for now. */
  owed(): readonly Made[];
}

/** Maximum depth of the demo's reorganizations. */
export const mostRivals = 2;

/**
 * Creates a side for a ledger; every `every` live blocks, there is a reorganization, alternately of one block and of two.
 */
export function createSide<B>(chain: Blockchain, every: number, ledger: DemoLedger<B>): Side {
  let owed: Made[] = [];

  /** Returns the number of blocks of the reorganization that starts at a height; 0 without one. */
  const depthFrom = (height: number): number =>
    height % every !== 0 ? 0 : (height / every) % 2 === 0 ? mostRivals : 1;

  /** Returns the other miners' block for a height, if one is added first. */
  function rivalOf({ height, rival, branch }: Made): Payload | undefined {
    if (depthFrom(height) > 0) return rival;
    return depthFrom(height - 1) === mostRivals && owed.length > 0 ? branch[1] : undefined;
  }

  return {
    chain,
    state: ledger.state,
    async append(made) {
      const first = made[0];
      if (first)
        await ledger.append(
          first.height,
          made.map(({ payload }) => ledger.read(payload)),
        );
    },
    async settle(made, tip) {
      const newest = made.at(-1);
      if (!newest) return;
      const is = (payload: Payload | undefined): boolean =>
        payload !== undefined && equalBytes(ledger.hashOf(ledger.read(payload)), tip);
      if (is(newest.payload)) return;
      const depth = is(newest.rival) ? 1 : is(newest.branch[1]) ? mostRivals : 0;
      const right = made.slice(-depth).map(({ payload }) => ledger.read(payload));
      if (depth === 0 || right.length < depth) {
        throw new DemoError('The blocks of this demo ledger differ from those of this version of Hopscope');
      }
      await ledger.reorganize(depth, newest.height - depth + 1, right);
    },
    wantsRivals: (height) => depthFrom(height) > 0 || depthFrom(height - 1) === mostRivals,
    async publish(made) {
      const rival = rivalOf(made);
      if (rival !== undefined) {
        await ledger.append(made.height, [ledger.read(rival)]);
        owed.push(made);
        return;
      }
      const blocks = [...owed, made].map(({ payload }) => ledger.read(payload));
      const depth = owed.length;
      if (depth === 0) await ledger.append(made.height, blocks);
      else await ledger.reorganize(depth, made.height - depth, blocks);
      owed = [];
    },
    owed: () => owed,
  };
}
