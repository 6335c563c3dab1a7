import { equalBytes } from '@hopscope/chain';
import { type Blockchain } from '@hopscope/domain';
import { DemoError } from './demo-error.ts';
import type { Made, Payload } from './maker-thread.ts';

/** What a ledger holds of the demo. */
export interface Held {
  /** −1 where nothing is held. */
  readonly height: number;
  /** Seconds since 1970 of each block, from block 0 on. */
  readonly times: readonly number[];
  /** Hash of the newest block. */
  readonly tip: Uint8Array | undefined;
}

/** A ledger as the demo fills it. */
export interface DemoLedger<B> {
  held(): Promise<Held>;
  read(payload: Payload): B;
  hashOf(block: B): Uint8Array;
  append(height: number, blocks: readonly B[]): Promise<void>;
  /** Puts blocks in the place of the topmost `depth` ones; the first of them has this height. */
  reorganize(depth: number, height: number, blocks: readonly B[]): Promise<void>;
}

/** One chain of the demo on its way into its ledger. */
export interface Side {
  readonly chain: Blockchain;
  held(): Promise<Held>;
  append(made: readonly Made[]): Promise<void>;
  /** Puts the right blocks in the place of rivals that were left at the top. The newest of `made` is the one held. */
  settle(made: readonly Made[], tip: Uint8Array): Promise<void>;
  /** Whether the maker is to tell the rivals of a live block. */
  wantsRivals(height: number): boolean;
  /** Brings a live block: now and then other miners' blocks come first, and are replaced with the one or two after them. */
  publish(made: Made): Promise<void>;
  /** Blocks in whose place other miners' blocks stand. */
  owed(): readonly Made[];
}

/** Deepest reorganization of the demo. */
export const mostRivals = 2;

/** A side over its ledger; every `every` live blocks there is a reorganization, of one block and of two in turn. */
export function createSide<B>(chain: Blockchain, every: number, ledger: DemoLedger<B>): Side {
  let owed: Made[] = [];

  /** Blocks of the reorganization that begins at a height; 0 where none does. */
  const depthFrom = (height: number): number =>
    height % every !== 0 ? 0 : (height / every) % 2 === 0 ? mostRivals : 1;

  /** The other miners' block for a height, where one comes first. */
  function rivalOf({ height, rival, branch }: Made): Payload | undefined {
    if (depthFrom(height) > 0) return rival;
    return depthFrom(height - 1) === mostRivals && owed.length > 0 ? branch[1] : undefined;
  }

  return {
    chain,
    held: ledger.held,
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
