import type { Config } from '../config.ts';

/** What runs, one source for each chain. */
export interface ChosenSources {
  bitcoin: 'off' | 'demo' | 'core' | 'esplora';
  ethereum: 'off' | 'demo' | 'rpc' | 'etherscan';
}

const demo = 'demo';

/**
 * Settles which sources run. Without a setting it is the demo network, as long as both ledgers are empty or hold a demo
 * and no real source is connected: demo and real data never stand side by side.
 * @param held networks that the ledgers hold; undefined while one is empty
 */
export function chooseSources(
  config: { bitcoin: Pick<Config['bitcoin'], 'source'>; ethereum: Pick<Config['ethereum'], 'source'> },
  held: { bitcoin: string | undefined; ethereum: string | undefined },
): ChosenSources {
  const real = [held.bitcoin, held.ethereum].some((network) => network !== undefined && network !== demo);
  const set = { bitcoin: config.bitcoin.source, ethereum: config.ethereum.source };
  const refused = set.bitcoin === 'off' || set.ethereum === 'rpc' || set.ethereum === 'etherscan';
  const bitcoin = set.bitcoin ?? (real || refused ? 'off' : demo);
  return { bitcoin, ethereum: set.ethereum ?? (bitcoin === demo && !real ? demo : 'off') };
}
