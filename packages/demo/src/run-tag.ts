import type { DemoOptions } from './bitcoin/simulation.ts';

/** Number of the way in which the demo makes its bytes; raised with every change that gives other bytes. */
export const demoVersion = 3;

type Run = Omit<DemoOptions, 'hashing' | 'start'>;

/** The text in the coinbase of block 0 (and the extra data of Ethereum's) that says how the chain was made; with that block's time it is all of it. */
export function runTag(run: Run): string {
  return `/hopscope demo ${demoVersion}/${run.seed}/${run.length}/${run.blockInterval}/${run.transactions}/${run.ethereumTransactions}/`;
}

/** Reads the text of a block 0; undefined if it is no demo, `outdated` if another version made it. */
export function parseRunTag(text: string): Run | 'outdated' | undefined {
  const found = /\/hopscope demo (\d+)\/(\d+)\/(\d+)\/(\d+)\/(\d+)(?:\/(\d+))?\//.exec(text);
  if (!found) return undefined;
  const [version, seed = 0, length = 0, blockInterval = 0, transactions = 0, ethereumTransactions = 0] = found
    .slice(1)
    .map(Number);
  if (version !== demoVersion) return 'outdated';
  return { seed, length, blockInterval, transactions, ethereumTransactions };
}
