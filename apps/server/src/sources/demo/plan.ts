import { coinbaseText, headerTime } from '@hopscope/chain';
import { type DemoOptions, parseRunTag } from '@hopscope/demo';
import { type Blockchain, blockchains, secondsOfDay } from '@hopscope/domain';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { DemoError } from './demo-error.ts';
import type { Step } from './maker-thread.ts';
import { type LedgerState, mostRivals } from './side.ts';

export type Run = Omit<DemoOptions, 'hashing'>;

/** Settings of a new demo network; an existing demo keeps its settings, except for the seconds. */
export interface DemoSettings {
  seed: number;
  days: number;
  transactions: number;
  ethereumTransactions: number;
  /** Seconds between live blocks. */
  blockSeconds: number;
  ethereumBlockSeconds: number;
}

/** Seconds between blocks of the history. */
export const historyInterval = 3600;

const other = (network: string): string =>
  `This ledger contains ${network} blocks. The demo network needs its own ledger: set another DATA_DIR.`;

/** Returns the run in the ledgers, or a new one whose history ends now. Throws DemoError if they contain something else. */
export async function decideRun(
  ledgers: { bitcoin: BitcoinLedger; ethereum?: EthereumLedger },
  settings: DemoSettings,
  now: number,
): Promise<Run> {
  const network = await ledgers.bitcoin.network();
  if (network !== undefined && network !== 'demo') throw new DemoError(other(network));
  const chain = await ledgers.ethereum?.chain();
  if (chain && chain.network !== 'demo') throw new DemoError(other(chain.network));
  const genesis = await ledgers.bitcoin.genesis();
  if (!genesis) {
    if (chain)
      throw new DemoError('This ledger contains the Ethereum part of a demo without its Bitcoin part.');
    const length = settings.days * secondsOfDay;
    return {
      seed: settings.seed,
      length,
      start: now - length,
      blockInterval: historyInterval,
      transactions: settings.transactions,
      ethereumTransactions: settings.ethereumTransactions,
    };
  }
  const run = parseRunTag(coinbaseText(genesis.coinbaseScript) ?? '');
  if (run === undefined || run === 'outdated') {
    throw new DemoError(
      run === 'outdated'
        ? 'This ledger contains a demo of another version of Hopscope, which stays readable. Set a new DATA_DIR for a new demo.'
        : 'This ledger contains blocks of an unknown demo network.',
    );
  }
  return { ...run, start: headerTime(genesis.header) };
}

/** Returns the times of the blocks that a chain lacks up to `end`, with the interval of the history. */
function missingTimes({ times }: LedgerState, start: number, end: number): number[] {
  const last = times.at(-1);
  const missing: number[] = [];
  for (let time = last === undefined ? start : last + historyInterval; time <= end; time += historyInterval)
    missing.push(time);
  return missing;
}

function stepsOf(chain: Blockchain, { times }: LedgerState, missing: readonly number[]): Step[] {
  const stored = times.map((time, height): Step => {
    const fromTop = times.length - 1 - height;
    return { chain, time, want: fromTop === 0 ? 'rivals' : fromTop < mostRivals ? 'block' : 'nothing' };
  });
  return [...stored, ...missing.map((time): Step => ({ chain, time, want: 'block' }))];
}

/**
 * Returns all blocks up to now that the maker has to process, in the order of time (within a second, in the order of the
 * chains): those in the ledgers, and missing ones.
 */
export function planSteps(
  run: Run,
  sides: readonly { chain: Blockchain; state: LedgerState; end: number }[],
): { steps: Step[]; targets: Map<Blockchain, number> } {
  const targets = new Map<Blockchain, number>();
  const steps = sides.flatMap(({ chain, state, end }) => {
    const missing = missingTimes(state, run.start, end);
    targets.set(chain, state.height + missing.length);
    return stepsOf(chain, state, missing);
  });
  const first = (a: Step, b: Step): number => blockchains.indexOf(a.chain) - blockchains.indexOf(b.chain);
  return { steps: steps.sort((a, b) => a.time - b.time || first(a, b)), targets };
}
