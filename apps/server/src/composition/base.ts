import type { Blockchain } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createBitcoinByAddress } from '../contexts/explorer/bitcoin/bitcoin-by-address.service.ts';
import { createBitcoinBlockchain } from '../contexts/explorer/bitcoin/bitcoin.service.ts';
import { createEthereumByAddress } from '../contexts/explorer/ethereum/ethereum-by-address.service.ts';
import { createEthereumBlockchain } from '../contexts/explorer/ethereum/ethereum.service.ts';
import type { FreeBytes } from '../contexts/identity/subscriptions/storage.service.ts';
import { createOrganizationDirectory } from '../contexts/identity/organizations/directory.service.ts';
import type { Scores } from '../contexts/risk/scores/score.service.ts';
import type { StreamSettings } from '../contexts/operations/stream/stream.service.ts';
import { createKysely } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { SqlDatabase } from '../db/session.ts';
import { createSmallReads } from '../db/small-reads.ts';
import { createJobs } from '../jobs/jobs.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../ledger/bitcoin/clusters/clusters.ts';
import { createPublicUrl } from '../lib/public-url.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { readAllowedPrivate } from '../outbound/public-address.ts';
import { noMessages, type ProcessMessages } from '../processes/messages.ts';
import { noSources, type Sources } from '../sources/sources.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What the application rests on; tests give their own. */
export interface ContextOptions {
  config: Config;
  db: SqlDatabase;
  logger: Logger;
  tokenSecret: string;
  version: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Where blocks come from, if from anywhere. */
  sources?: Sources;
  /** What computes scores, if not the thread that answers. */
  scores?: Scores;
  /** How much the disk of a folder has left, instead of asking the system. */
  freeBytes?: FreeBytes;
  /** Records spans, if a collector is configured. */
  telemetry?: Telemetry;
  /** Whether this process runs jobs, if another one may; otherwise it does. */
  works?: () => boolean;
  /** Messages to and from other processes of the database, if there can be any. */
  messages?: ProcessMessages;
  /** Other limits, times and rules of the stream than the usual ones. */
  stream?: StreamSettings;
}

/** Chains of which services tell single addresses. */
export const remoteChains = ({ bitcoin, ethereum }: Sources): Record<Blockchain, boolean> => ({
  bitcoin: bitcoin.source === 'esplora',
  ethereum: ethereum.source === 'etherscan',
});

/** What all contexts rest on: settings, database, clock, jobs, and both chains as the ledger or a service tells them. */
export function createBase(options: ContextOptions) {
  const { config, db, sources = noSources, messages = noMessages, works = () => true } = options;
  const { esplora, etherscan } = { esplora: sources.bitcoin, etherscan: sources.ethereum };
  const bitcoin =
    esplora.source === 'esplora'
      ? createBitcoinByAddress({
          db,
          network: config.bitcoin.network ?? 'mainnet',
          fetchOnDemand: esplora.fetchOnDemand,
        })
      : createBitcoinBlockchain({ db });
  const ethereum =
    etherscan.source === 'etherscan'
      ? createEthereumByAddress({
          db,
          chainId: config.ethereum.etherscan?.chainId ?? 1n,
          fetchOnDemand: etherscan.fetchOnDemand,
        })
      : createEthereumBlockchain({ db, balanceAt: etherscan.balanceAt });
  const now = options.now ?? Date.now;
  const kysely: Kysely<Schema> = createKysely(db);
  return {
    ...options,
    now,
    sources,
    messages,
    works,
    kysely,
    smallReads: createSmallReads(db),
    box: createSecretBox(options.tokenSecret, config.previousTokenSecret),
    publicUrl: createPublicUrl(config),
    jobs: createJobs({ logger: options.logger, now, record: options.telemetry?.traceJob }),
    outbound: createOutbound({ allowed: readAllowedPrivate(config.outboundAllow) }),
    organizationDirectory: createOrganizationDirectory(),
    isDemo: sources.bitcoin.source === 'demo',
    bitcoin,
    ethereum,
    /** The network whose Bitcoin addresses are valid. */
    network: async () => (await bitcoin.holdings()).network,
    clusterAccess: { clustersOf, clustersUpTo, entitiesOf, relabel },
    /** Chains of which services tell single addresses. */
    remote: remoteChains(sources),
  };
}

export type Base = ReturnType<typeof createBase>;
