import { setTimeout as sleep } from 'node:timers/promises';
import type { Hashing } from '@hopscope/chain';
import { type DemoStory, type SourceStatus, demoStoryIds } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import type { TokenFacts } from '../../ledger/ethereum/blocks/bundle.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import type { DemoAnnouncements } from '../sources.ts';
import { type BlockMaker, openBlockMaker } from './block-maker.ts';
import { DemoError } from './demo-error.ts';
import { bitcoinLedger, ethereumLedger, factsOf } from './demo-ledgers.ts';
import { feedMempool } from './feed-mempool.ts';
import { fill } from './fill.ts';
import { closeBlocks, follow } from './follow.ts';
import type { MakerReply, UnconfirmedTransactions } from './maker-thread.ts';
import { decideRun, type DemoSettings, planSteps, type Run } from './plan.ts';
import { createSide } from './side.ts';

/** Returns the maker's stories in the form of the API: all of them, including those that haven't occurred yet. */
function storiesOf(seen: MakerReply['stories']): DemoStory[] {
  const places = new Map(seen);
  return demoStoryIds.map((id) => ({
    id,
    places: (places.get(id) ?? []).map(({ role, chain, kind, value }) => ({
      role,
      blockchain: chain,
      kind,
      value,
    })),
  }));
}

/** Number of live blocks between reorganizations, in which other miners' blocks arrive first and are replaced. */
const usualReorganizations = { bitcoin: 23, ethereum: 47 };

export interface DemoSource {
  /** Returns the status of both sides; `ethereum` remains `starting` if that side doesn't run. */
  status(): { bitcoin: SourceStatus; ethereum: SourceStatus };
  /** Returns unconfirmed transactions, at most a few seconds old; empty until blocks are live. */
  unconfirmed(): UnconfirmedTransactions;
  /** Returns where the stories of the demo can be found. */
  stories(): readonly DemoStory[];
  /** Runs until `stop`; a failure ends it and remains in the status. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Creates the demo network as a source of blocks: makes its history, then blocks every few seconds, and adds them to the
 * ledgers.
 */
export function createDemoSource(options: {
  ledgers: { bitcoin: BitcoinLedger; ethereum?: EthereumLedger };
  /** Receives unconfirmed Bitcoin transactions. */
  mempool?: BitcoinMempool;
  hashing: Hashing;
  settings: DemoSettings;
  /** Milliseconds since 1970. */
  now: () => number;
  onFailure: (error: unknown, reason: string) => void;
  /** Called with attributions of an imperfect directory, and addresses of the reader's customers, as they occur. */
  onAttributions?: (reported: DemoAnnouncements) => void;
  openMaker?: (run: Run) => BlockMaker;
  /** Number of blocks between reorganizations; lower in tests. */
  reorganizationEvery?: Record<Blockchain, number>;
}): DemoSource {
  const { ledgers, mempool, hashing, settings } = options;
  const openMaker = options.openMaker ?? openBlockMaker;
  const every = options.reorganizationEvery ?? usualReorganizations;
  const stopping = new AbortController();
  const seconds = (): number => Math.floor(options.now() / 1000);
  const status: Record<Blockchain, SourceStatus> = {
    bitcoin: { phase: 'starting' },
    ethereum: { phase: 'starting' },
  };
  const facts = new Map<string, TokenFacts>();
  let openings: ReadonlyMap<string, bigint> = new Map();
  let unconfirmed: UnconfirmedTransactions = { bitcoin: [], ethereum: [] };
  let stories: readonly DemoStory[] = [];
  let running: Promise<void> = Promise.resolve();

  const sides = [
    createSide('bitcoin', every.bitcoin, bitcoinLedger(ledgers.bitcoin, hashing)),
    ...(ledgers.ethereum
      ? [
          createSide(
            'ethereum',
            every.ethereum,
            ethereumLedger(ledgers.ethereum, {
              facts,
              openings: () => ({ balances: openings, complete: true }),
            }),
          ),
        ]
      : []),
  ];
  const secondsOf = { bitcoin: settings.blockSeconds, ethereum: settings.ethereumBlockSeconds };

  /** Stores what a reply contains besides its blocks. */
  function note(reply: MakerReply): MakerReply {
    for (const token of reply.tokens) facts.set(Buffer.from(token.contract).toString('hex'), factsOf(token));
    openings = reply.openings ?? openings;
    unconfirmed = reply.unconfirmed ?? unconfirmed;
    stories = storiesOf(reply.stories);
    if (reply.attributions.length + reply.clients.length > 0) options.onAttributions?.(reply);
    return reply;
  }

  /** Advances the simulation without a block, and publishes unconfirmed transactions. */
  async function advance(maker: BlockMaker, time: number): Promise<MakerReply> {
    const reply = note(await maker.advance(time));
    const owed = sides.find(({ chain }) => chain === 'bitcoin')?.owed() ?? [];
    if (mempool && reply.unconfirmed)
      await feedMempool(mempool, reply.unconfirmed.bitcoin, { owed, hashing });
    return reply;
  }

  /** Waits until a time, or for part of it; returns false if the demo must stop. */
  async function pause(milliseconds: number): Promise<boolean> {
    await sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});
    return !stopping.signal.aborted;
  }

  async function live(): Promise<void> {
    const run = await decideRun(ledgers, settings, seconds());
    const opened = openMaker(run);
    const maker: Pick<BlockMaker, 'make' | 'advance'> = {
      make: async (steps) => note(await opened.make(steps)),
      advance: (time) => advance(opened, time),
    };
    try {
      const states = await Promise.all(
        sides.map(async (side) => ({ side, chain: side.chain, state: await side.state() })),
      );
      const now = seconds();
      const { steps, targets } = planSteps(
        run,
        states.map((entry) => ({ ...entry, end: now - secondsOf[entry.chain] })),
      );
      await fill({
        maker,
        steps,
        states,
        signal: stopping.signal,
        onHeight: (chain, height) =>
          void (status[chain] = { phase: 'loading', height, target: targets.get(chain) ?? height }),
      });
      // If blocks are far apart, the simulation doesn't advance between them, so nothing is known to be unconfirmed.
      if (Math.max(...sides.map(({ chain }) => secondsOf[chain])) > closeBlocks) await mempool?.clear();
      const lastTime = (chain: Blockchain): number =>
        steps.findLast((step) => step.chain === chain)?.time ?? run.start;
      await follow({
        maker,
        lanes: sides.map((side) => ({
          side,
          seconds: secondsOf[side.chain],
          time: lastTime(side.chain),
          height: targets.get(side.chain) ?? 0,
        })),
        now: options.now,
        pause,
        stopped: () => stopping.signal.aborted,
        onHeight: (chain, height) => void (status[chain] = { phase: 'following', height }),
      });
    } finally {
      await opened.close();
    }
  }

  return {
    status: () => ({ ...status }),
    unconfirmed: () => unconfirmed,
    stories: () => stories,
    start() {
      running = live().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        const reason = error instanceof DemoError ? error.message : 'The demo stopped because of an error';
        for (const { chain } of sides) status[chain] = { phase: 'failed', reason };
        options.onFailure(error, reason);
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
