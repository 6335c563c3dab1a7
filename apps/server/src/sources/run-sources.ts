import { join } from 'node:path';
import { type Blockchain, type SourceErrorReport } from '@hopscope/contract';
import { blockchains } from '@hopscope/domain';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { SqlDatabase } from '../db/session.ts';
import { divideMemory } from '../ledger/bitcoin/bulk/load-options.ts';
import { createBitcoinLedger } from '../ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../ledger/bitcoin/mempool/mempool.ts';
import { createEthereumLedger } from '../ledger/ethereum/ledger.ts';
import type { BitcoinDemand } from '../ledger/bitcoin/remote/remote-demand.ts';
import type { EthereumDemand } from '../ledger/ethereum/remote/remote-demand.ts';
import type { LedgerListeners } from '../ledger/listeners.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { createBitcoinCoreSource } from './bitcoin-core/bitcoin-core-source.ts';
import { usualBulk } from './bitcoin-files/load-in-bulk.ts';
import type { ChosenSources } from './choose-sources.ts';
import { createDemoSource } from './demo/demo-source.ts';
import { createEsploraSource } from './esplora/esplora-source.ts';
import { createEtherscanSource } from './etherscan/etherscan-source.ts';
import { createEthereumRpcSource } from './ethereum-rpc/ethereum-rpc-source.ts';
import {
  type ContractAnswer,
  type DemoAnnouncements,
  nothingKnown,
  type SourcesState,
  type FetchResult,
  type FetchRequest,
} from './sources.ts';

/** Sources over a database, in any thread. */
export interface RunningSources {
  state(): SourcesState;
  /** Like `Sources.ethereum.balanceAt`. */
  balanceAt(address: Uint8Array): Promise<{ amount: bigint; height: number } | null>;
  /** Like `Sources.ethereum.callContract`, but without a time limit beyond that of a request. */
  callContract(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer>;
  /** Like `Sources.bitcoin.want`, but without a time limit. */
  fetchBitcoin(wanted: FetchRequest): Promise<FetchResult>;
  /** Like `Sources.ethereum.want`, but without a time limit. */
  fetchEthereum(wanted: FetchRequest): Promise<FetchResult>;
  start(): void;
  stop(): Promise<void>;
}

const retryMs = 1000;
/**
 * Maximum size of a response in bytes. The largest Ethereum blocks with their traces have tens of megabytes; Bitcoin's are
 * requested a few at a time.
 */
const longestAnswer = 256_000_000;
/** Number of rows that Etherscan and Blockscout return at once. */
const etherscanWindow = 10_000;

interface Options {
  config: Config;
  chosen: ChosenSources;
  db: SqlDatabase;
  listeners: LedgerListeners;
  demand: { bitcoin: BitcoinDemand; ethereum: EthereumDemand };
  logger: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called with the demo's attributions as they occur. */
  onAttributions?: (reported: DemoAnnouncements) => void;
}

/** Options with a recorder of error messages. */
type Reporting = Options & { onTrouble(chain: Blockchain, reason: string): void };

function openDemo({ config, chosen, db, listeners, logger, now, onAttributions, onTrouble }: Reporting) {
  if (chosen.bitcoin !== 'demo') return undefined;
  return createDemoSource({
    ledgers: {
      bitcoin: createBitcoinLedger({
        db,
        hashing: nativeHashing,
        keepScripts: config.bitcoin.keepScripts,
        listener: listeners.bitcoin,
      }),
      ...(chosen.ethereum === 'demo' && {
        ethereum: createEthereumLedger({ db, listener: listeners.ethereum }),
      }),
    },
    mempool: createBitcoinMempool({
      db,
      hashing: nativeHashing,
      limit: config.bitcoin.unconfirmedLimit,
      now,
      listener: listeners.bitcoin,
    }),
    hashing: nativeHashing,
    settings: config.demo,
    now,
    ...(onAttributions && { onAttributions }),
    onFailure(error, reason) {
      for (const chain of blockchains) if (chosen[chain] === 'demo') onTrouble(chain, reason);
      logger.error({ err: error }, 'the demo network stopped because of an error');
    },
  });
}

function openCore({ config, chosen, db, listeners, logger, now, onTrouble }: Reporting) {
  const { core, network, unconfirmedLimit, keepScripts } = config.bitcoin;
  if (chosen.bitcoin !== 'core' || !core) return undefined;
  return createBitcoinCoreSource({
    ledger: createBitcoinLedger({ db, hashing: nativeHashing, keepScripts, listener: listeners.bitcoin }),
    hashing: nativeHashing,
    mempool:
      unconfirmedLimit === 0
        ? undefined
        : createBitcoinMempool({
            db,
            hashing: nativeHashing,
            limit: unconfirmedLimit,
            now,
            listener: listeners.bitcoin,
          }),
    settings: { ...core, network, retryMs, maxBytes: longestAnswer },
    bulk: {
      ...usualBulk,
      folder: join(config.dataDir, 'load'),
      memory: divideMemory(config.bitcoin.loadMemory),
      threads: config.bitcoin.loadThreads,
    },
    now,
    onFailure: (error) =>
      logger.error({ err: error }, 'following the Bitcoin node failed because of an error'),
    onTrouble(reason) {
      onTrouble('bitcoin', reason);
      logger.warn({ reason }, 'reading from the Bitcoin node failed');
    },
  });
}

function openEsplora({ config, chosen, db, listeners, demand, logger, now, onTrouble }: Reporting) {
  const { esplora, network = 'mainnet' } = config.bitcoin;
  if (chosen.bitcoin !== 'esplora' || !esplora) return undefined;
  return createEsploraSource({
    db,
    ledger: createBitcoinLedger({ db, hashing: nativeHashing }),
    listener: listeners.bitcoin,
    demand: demand.bitcoin,
    hashing: nativeHashing,
    settings: { ...esplora, network, retryMs, maxBytes: longestAnswer },
    now,
    onFailure: (error) =>
      logger.error({ err: error }, 'requests to the Esplora service failed because of an error'),
    onTrouble(reason) {
      onTrouble('bitcoin', reason);
      logger.warn({ reason }, 'reading from the Esplora service failed');
    },
  });
}

function openRpc({ config, chosen, db, listeners, logger, onTrouble }: Reporting) {
  const { rpc } = config.ethereum;
  if (chosen.ethereum !== 'rpc' || !rpc) return undefined;
  return createEthereumRpcSource({
    ledger: createEthereumLedger({ db, listener: listeners.ethereum }),
    settings: { ...rpc, retryMs, maxBytes: longestAnswer },
    onFailure: (error) =>
      logger.error({ err: error }, 'following the Ethereum node failed because of an error'),
    onTrouble(reason) {
      onTrouble('ethereum', reason);
      logger.warn({ reason }, 'reading from the Ethereum node failed');
    },
  });
}

function openEtherscan({ config, chosen, db, listeners, demand, logger, now, onTrouble }: Reporting) {
  const { etherscan } = config.ethereum;
  if (chosen.ethereum !== 'etherscan' || !etherscan) return undefined;
  return createEtherscanSource({
    db,
    ledger: createEthereumLedger({ db }),
    listener: listeners.ethereum,
    demand: demand.ethereum,
    settings: { ...etherscan, window: etherscanWindow, retryMs, maxBytes: longestAnswer },
    now,
    onFailure: (error) =>
      logger.error({ err: error }, 'requests to the Etherscan-compatible service failed because of an error'),
    onTrouble(reason) {
      onTrouble('ethereum', reason);
      logger.warn({ reason }, 'reading from the Etherscan-compatible service failed');
    },
  });
}

/** Creates the chosen sources; they run from `start` to `stop`. */
export function runSources(options: Options): RunningSources {
  const lastError: Record<Blockchain, SourceErrorReport | null> = { bitcoin: null, ethereum: null };
  const reporting: Reporting = {
    ...options,
    onTrouble(chain, text) {
      lastError[chain] = { text, at: Math.floor(options.now() / 1000) };
    },
  };
  const [demo, core, rpc] = [openDemo(reporting), openCore(reporting), openRpc(reporting)];
  const [esplora, etherscan] = [openEsplora(reporting), openEtherscan(reporting)];
  const running = [demo, core, esplora, rpc, etherscan].filter((source) => source !== undefined);
  return {
    state() {
      const shown = demo?.status();
      return {
        bitcoin: {
          status: core?.status() ?? esplora?.status() ?? shown?.bitcoin ?? null,
          lastError: lastError.bitcoin,
          node: core?.node() ?? null,
        },
        ethereum: {
          status:
            rpc?.status() ??
            etherscan?.status() ??
            (options.chosen.ethereum === 'demo' ? (shown?.ethereum ?? null) : null),
          lastError: lastError.ethereum,
          node: rpc?.node() ?? null,
        },
        stories: demo?.stories() ?? nothingKnown.stories,
      };
    },
    fetchBitcoin: async (wanted) =>
      (await (wanted.kind === 'address'
        ? esplora?.fetchAddress(wanted.key, wanted.text)
        : esplora?.fetchTransaction(wanted.txid))) ?? { kind: 'later', reason: 'no service is configured' },
    fetchEthereum: async (wanted) =>
      (await (wanted.kind === 'address' ? etherscan?.fetchAddress(wanted.key) : undefined)) ?? {
        kind: 'later',
        reason: 'no service is configured',
      },
    balanceAt: async (address) => (await rpc?.balanceAt(address)) ?? null,
    callContract: async (to, data) => (await rpc?.callContract(to, data)) ?? { kind: 'unanswered' },
    start() {
      for (const source of running) source.start();
    },
    async stop() {
      await Promise.all(running.map((source) => source.stop()));
    },
  };
}
