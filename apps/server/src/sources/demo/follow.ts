import { type Blockchain } from '@hopscope/domain';
import type { BlockMaker } from './block-maker.ts';
import { DemoError } from './demo-error.ts';
import type { Side } from './side.ts';

/** A chain with live blocks. */
export interface Lane {
  readonly side: Side;
  /** Seconds between its blocks. */
  readonly seconds: number;
  /** Time and height of its chain tip. */
  time: number;
  height: number;
}

/** Maximum number of seconds between blocks for which the simulation advances between them. */
export const closeBlocks = 120;
const longestPause = 2_000;

/**
 * Adds a block to each chain every few seconds until stopped. A clock that was set back only delays a block. Advances the
 * simulation in between, so that unconfirmed transactions can be seen.
 */
export async function follow(options: {
  maker: Pick<BlockMaker, 'make' | 'advance'>;
  /** Bitcoin first: it has priority if both are due. */
  lanes: readonly Lane[];
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns false if the demo must stop. */
  pause(milliseconds: number): Promise<boolean>;
  stopped(): boolean;
  onHeight(chain: Blockchain, height: number): void;
}): Promise<void> {
  const { maker, lanes, onHeight } = options;
  const seconds = (): number => Math.floor(options.now() / 1000);
  const dueOf = (lane: Lane): number => lane.time + lane.seconds;
  /** Chains whose simulation advanced after their newest block. */
  const livedOn = new Set<Lane>();

  /** After the simulation advanced, the next block must be close to the last one, even if the clock has jumped since. */
  const timeOf = (lane: Lane): number => {
    const time = Math.max(dueOf(lane), seconds());
    return livedOn.has(lane) ? Math.min(time, lane.time + closeBlocks) : time;
  };

  async function bring(lane: Lane): Promise<void> {
    const { side } = lane;
    const time = timeOf(lane);
    const want = side.wantsRivals(lane.height + 1) ? 'rivals' : 'block';
    const [made] = (await maker.make([{ chain: side.chain, time, want }])).made;
    if (!made) throw new DemoError('The demo did not produce a block');
    await side.publish(made);
    livedOn.delete(lane);
    lane.time = time;
    lane.height = made.height;
    onHeight(side.chain, lane.height);
  }

  const mayLiveOn = (time: number): boolean =>
    lanes.every((lane) => lane.seconds <= closeBlocks && time > lane.time && time <= lane.time + closeBlocks);

  for (const { side, height } of lanes) onHeight(side.chain, height);
  while (!options.stopped()) {
    const time = seconds();
    const due = lanes.find((lane) => dueOf(lane) <= time);
    if (due) {
      await bring(due);
      continue;
    }
    if (mayLiveOn(time)) {
      await maker.advance(time);
      for (const lane of lanes) livedOn.add(lane);
    }
    const soonest = Math.min(...lanes.map(dueOf));
    const wait = Math.max(20, Math.min(soonest * 1000 - options.now(), longestPause));
    if (!(await options.pause(wait))) return;
  }
}
