import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { BitcoinLedger } from '../ledger/bitcoin/ledger.ts';
import type { EthereumLedger } from '../ledger/ethereum/ledger.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { chooseSources } from './choose-sources.ts';
import { createDemoSource } from './demo/demo-source.ts';
import { createEthereumRpcSource, type EthereumRpcSource } from './ethereum-rpc/ethereum-rpc-source.ts';
import { noSources, type Sources } from './sources.ts';

/** Sources that wait for their start. */
export interface OpenSources {
  sources: Sources;
  start(): void;
  stop(): Promise<void>;
}

const retryMs = 1000;
/** The largest blocks with their traces are some tens of megabytes. */
const longestAnswer = 256_000_000;

/** Builds the sources that settings and ledgers ask for; they run from `start` to `stop`. */
export async function openSources(options: {
  config: Config;
  ledgers: { bitcoin: BitcoinLedger; ethereum: EthereumLedger };
  logger: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
}): Promise<OpenSources> {
  const { config, ledgers, logger, now } = options;
  const chosen = chooseSources(config, {
    bitcoin: await ledgers.bitcoin.network(),
    ethereum: (await ledgers.ethereum.chain())?.network,
  });
  const rpc = chosen.ethereum === 'rpc' ? openNode(options) : undefined;
  const demo =
    chosen.bitcoin === 'demo'
      ? createDemoSource({
          ledgers: {
            bitcoin: ledgers.bitcoin,
            ...(chosen.ethereum === 'demo' && { ethereum: ledgers.ethereum }),
          },
          hashing: nativeHashing,
          settings: config.demo,
          now,
          onFailure: (error) => logger.error({ err: error }, 'the demo network has stopped'),
        })
      : undefined;
  const running = [demo, rpc].filter((source) => source !== undefined);
  return {
    sources: {
      bitcoin: demo ? { source: 'demo', status: () => demo.status().bitcoin } : noSources.bitcoin,
      ethereum: rpc
        ? { ...rpc, source: 'rpc' }
        : demo && chosen.ethereum === 'demo'
          ? { ...noSources.ethereum, source: 'demo', status: () => demo.status().ethereum }
          : noSources.ethereum,
      stories: demo && (() => demo.stories()),
    },
    start() {
      for (const source of running) source.start();
    },
    async stop() {
      await Promise.all(running.map((source) => source.stop()));
    },
  };
}

function openNode({
  config,
  ledgers,
  logger,
}: Parameters<typeof openSources>[0]): EthereumRpcSource | undefined {
  const { rpc } = config.ethereum;
  return (
    rpc &&
    createEthereumRpcSource({
      ledger: ledgers.ethereum,
      settings: { ...rpc, retryMs, maxBytes: longestAnswer },
      onFailure: (error) => logger.error({ err: error }, 'following the Ethereum node has stopped'),
      onRetry: (reason) => logger.warn({ reason }, 'the Ethereum node is asked again'),
    })
  );
}
