import { type Blockchain } from '@hopscope/domain';
import type { BlockMaker } from './block-maker.ts';
import type { Made, Step } from './maker-thread.ts';
import type { LedgerState, Side } from './side.ts';

/** Number of transactions of a batch: small, so that queries aren't delayed. */
const batchTransactions = 900;
/** Number of blocks that are made at once, for both chains together. */
const stepsAtOnce = 160;

/**
 * Processes the steps: corrects blocks at the tips of the ledgers, and appends missing ones, in batches per chain. The
 * Bitcoin side is never more than a batch behind the Ethereum side.
 */
export async function fill(options: {
  maker: Pick<BlockMaker, 'make'>;
  steps: readonly Step[];
  states: readonly { side: Side; state: LedgerState }[];
  signal: AbortSignal;
  onHeight(chain: Blockchain, height: number): void;
}): Promise<void> {
  const { maker, steps, states, signal, onHeight } = options;

  async function take(made: readonly Made[]): Promise<void> {
    for (const { side, state: before } of states) {
      const own = made.filter(({ chain }) => chain === side.chain);
      const known = own.filter(({ height }) => height <= before.height);
      if (before.tip && known.at(-1)?.height === before.height)
        await side.settle(tops(side, known), before.tip);
      await appendInBatches(side, own.slice(known.length));
    }
  }

  const stored = new Map<Blockchain, Made[]>();
  /** Returns the highest blocks of the ledger, which may be from different replies. */
  function tops({ chain }: Side, known: readonly Made[]): Made[] {
    return [...(stored.get(chain) ?? []), ...known];
  }

  function keep(made: readonly Made[]): void {
    for (const { side, state: before } of states) {
      const below = made.filter(({ chain, height }) => chain === side.chain && height < before.height);
      if (below.length > 0) stored.set(side.chain, [...(stored.get(side.chain) ?? []), ...below].slice(-2));
    }
  }

  async function appendInBatches(side: Side, made: readonly Made[]): Promise<void> {
    let batch: Made[] = [];
    let transactions = 0;
    for (const [i, block] of made.entries()) {
      if (signal.aborted) return;
      batch.push(block);
      transactions += block.transactions;
      if (transactions < batchTransactions && i < made.length - 1) continue;
      await side.append(batch);
      onHeight(side.chain, block.height);
      batch = [];
      transactions = 0;
    }
  }

  const part = (at: number): readonly Step[] => steps.slice(at, at + stepsAtOnce);
  // A failure is reported when it is awaited; until then, and after a stop, it must not count as unhandled.
  const ask = (at: number): ReturnType<BlockMaker['make']> => {
    const reply = maker.make(part(at));
    reply.catch(() => {});
    return reply;
  };
  let next = ask(0);
  for (let at = 0; at < steps.length && !signal.aborted; at += stepsAtOnce) {
    const { made } = await next;
    if (at + stepsAtOnce < steps.length) next = ask(at + stepsAtOnce);
    await take(made);
    keep(made);
  }
}
