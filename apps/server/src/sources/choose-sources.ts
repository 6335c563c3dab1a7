import type { Config } from '../config.ts';

/** The sources to run, one for each chain. */
export interface ChosenSources {
  bitcoin: NonNullable<Config['bitcoin']['source']>;
  ethereum: NonNullable<Config['ethereum']['source']>;
}

const demo = 'demo';

/**
 * Chooses the sources to run. The default is the demo network, as long as both ledgers are empty or contain a demo, and no
 * real source is connected: demo and real data are never mixed.
 * @param ledgers networks of the ledgers; undefined while one is empty
 */
export function chooseSources(
  config: { bitcoin: Pick<Config['bitcoin'], 'source'>; ethereum: Pick<Config['ethereum'], 'source'> },
  ledgers: { bitcoin: string | undefined; ethereum: string | undefined },
): ChosenSources {
  const real = [ledgers.bitcoin, ledgers.ethereum].some(
    (network) => network !== undefined && network !== demo,
  );
  const set = { bitcoin: config.bitcoin.source, ethereum: config.ethereum.source };
  const realEthereum = set.ethereum !== undefined && set.ethereum !== 'off' && set.ethereum !== demo;
  const refused = set.bitcoin === 'off' || realEthereum;
  const bitcoin = set.bitcoin ?? (real || refused ? 'off' : demo);
  return { bitcoin, ethereum: set.ethereum ?? (bitcoin === demo && !real ? demo : 'off') };
}
