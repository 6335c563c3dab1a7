import type { Config } from '../config.ts';

/** What runs, one source for each chain. */
export interface ChosenSources {
  bitcoin: NonNullable<Config['bitcoin']['source']>;
  ethereum: NonNullable<Config['ethereum']['source']>;
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
  const realEthereum = set.ethereum !== undefined && set.ethereum !== 'off' && set.ethereum !== demo;
  const refused = set.bitcoin === 'off' || realEthereum;
  const bitcoin = set.bitcoin ?? (real || refused ? 'off' : demo);
  return { bitcoin, ethereum: set.ethereum ?? (bitcoin === demo && !real ? demo : 'off') };
}
