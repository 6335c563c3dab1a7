import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { integer, oneOf, together, url } from '../config-fields.ts';

const networkNames = ['mainnet', 'testnet', 'signet', 'regtest'] as const;
const bitcoinSources = ['off', 'demo', 'core', 'esplora'] as const;
const ethereumSources = ['off', 'demo', 'rpc', 'etherscan'] as const;
const highestHeight = 2 ** 31 - 1;

/** Environment variables of block sources; `docs/operate/configure.md` lists them. */
export const sourceEnvironment = {
  BITCOIN_SOURCE: oneOf(bitcoinSources).optional(),
  BITCOIN_NETWORK: oneOf(networkNames).optional(),
  BITCOIN_RPC_URL: url(['http:', 'https:']).optional(),
  BITCOIN_RPC_USER: z.string().min(1).optional(),
  BITCOIN_RPC_PASSWORD: z.string().min(1).optional(),
  BITCOIN_RPC_COOKIE_FILE: z.string().min(1).optional(),
  BITCOIN_ZMQ_URL: url(['tcp:']).optional(),
  BITCOIN_BLOCKS_DIR: z.string().min(1).optional(),
  BITCOIN_HISTORY_FROM: integer(0, highestHeight).default(0),
  BITCOIN_REORG_LIMIT: integer(1, 10_000).default(100),
  BITCOIN_POLL_SECONDS: integer(1, 3600).default(5),
  BITCOIN_TIMEOUT_SECONDS: integer(1, 3600).default(60),
  ESPLORA_URL: url(['http:', 'https:']).optional(),
  ESPLORA_REQUESTS_PER_SECOND: integer(1, 1000).default(5),
  BITCOIN_UNCONFIRMED_LIMIT: integer(0, 10_000_000).default(50_000),
  BITCOIN_KEEP_SCRIPTS: oneOf(['true', 'false']).default('true'),
  LOAD_MEMORY: integer(16, 1_000_000).default(1024),
  LOAD_THREADS: integer(0, 64).optional(),
  DEMO_SEED: integer(0, 4_294_967_295).default(1),
  DEMO_DAYS: integer(1, 3650).default(365),
  DEMO_TRANSACTIONS: integer(0, 100_000_000).default(60_000),
  DEMO_BLOCK_SECONDS: integer(1, 3600).default(20),
  DEMO_ETHEREUM_TRANSACTIONS: integer(0, 100_000_000).default(40_000),
  DEMO_ETHEREUM_BLOCK_SECONDS: integer(1, 3600).default(5),
  ETHEREUM_SOURCE: oneOf(ethereumSources).optional(),
  ETHEREUM_RPC_URL: url(['http:', 'https:']).optional(),
  ETHEREUM_WS_URL: url(['ws:', 'wss:']).optional(),
  ETHEREUM_CHAIN_ID: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  ETHEREUM_HISTORY_FROM: integer(0, highestHeight).optional(),
  ETHEREUM_REORG_LIMIT: integer(1, 10_000).default(256),
  ETHEREUM_POLL_SECONDS: integer(1, 3600).default(4),
  ETHEREUM_TIMEOUT_SECONDS: integer(1, 3600).default(60),
  ETHERSCAN_URL: url(['http:', 'https:']).default('https://api.etherscan.io/v2/api'),
  ETHERSCAN_API_KEY: z.string().min(1).max(500).optional(),
  ETHERSCAN_REQUESTS_PER_SECOND: integer(1, 1000).default(4),
};

/** More threads read faster than a load can process. */
const mostThreads = 3;

const environment = z.object(sourceEnvironment);
type Environment = z.infer<typeof environment>;

/** Validated settings of the sources. */
export interface SourceSettings {
  /**
   * `source` undefined: the demo network unless the ledger contains real blocks or a source is connected
   * (`choose-sources.ts`).
   */
  bitcoin: {
    source: (typeof bitcoinSources)[number] | undefined;
    network: (typeof networkNames)[number] | undefined;
    /** Maximum number of stored unconfirmed transactions. */
    unconfirmedLimit: number;
    /** Whether to store input scripts and witnesses of new blocks. */
    keepScripts: boolean;
    /** Memory in bytes for unspent outputs and clusters during the initial load. */
    loadMemory: number;
    /** Number of threads that read and verify blocks in advance during the initial load. */
    loadThreads: number;
    /** Set where `source` is `core`. */
    core:
      | {
          url: string;
          user: string | undefined;
          /** A secret: never in logs. */
          password: string | undefined;
          cookieFile: string | undefined;
          zmqUrl: string | undefined;
          blocksDir: string | undefined;
          historyFrom: number;
          reorganizationLimit: number;
          pollMs: number;
          timeoutMs: number;
        }
      | undefined;
    /** Set where `source` is `esplora`. */
    esplora:
      | {
          /** May contain a user and password: never in logs. */
          url: string;
          perSecond: number;
          reorganizationLimit: number;
          pollMs: number;
          timeoutMs: number;
        }
      | undefined;
  };
  /** Settings of a new demo network; the seconds between live blocks also apply to an existing one. */
  demo: {
    seed: number;
    days: number;
    transactions: number;
    blockSeconds: number;
    ethereumTransactions: number;
    ethereumBlockSeconds: number;
  };
  ethereum: {
    source: (typeof ethereumSources)[number] | undefined;
    /** Set where `source` is `rpc`. */
    rpc:
      | {
          /** May contain a key: never in logs. */
          url: string;
          webSocketUrl: string | undefined;
          chainId: bigint | undefined;
          historyFrom: number | undefined;
          reorganizationLimit: number;
          pollMs: number;
          timeoutMs: number;
        }
      | undefined;
    /** Set where `source` is `etherscan`. */
    etherscan:
      | {
          url: string;
          /** A secret: never in logs. */
          key: string | undefined;
          chainId: bigint;
          perSecond: number;
          reorganizationLimit: number;
          pollMs: number;
          timeoutMs: number;
        }
      | undefined;
  };
}

/** Returns conflicting or incomplete settings of sources, one line each. */
export function sourceProblems(e: Environment): string[] {
  const problems: string[] = [];
  const real = (source: string | undefined): boolean =>
    source !== undefined && source !== 'off' && source !== 'demo';
  if (e.BITCOIN_SOURCE === 'core' && e.BITCOIN_RPC_URL === undefined) {
    problems.push('BITCOIN_RPC_URL must be set with BITCOIN_SOURCE=core');
  }
  if (e.BITCOIN_SOURCE === 'esplora' && e.ESPLORA_URL === undefined) {
    problems.push('ESPLORA_URL must be set with BITCOIN_SOURCE=esplora');
  }
  if (e.BITCOIN_SOURCE === 'core' && URL.canParse(e.BITCOIN_RPC_URL ?? '')) {
    const { username, password } = new URL(e.BITCOIN_RPC_URL ?? '');
    if (username !== '' || password !== '') {
      problems.push('BITCOIN_RPC_URL must not contain a user: use BITCOIN_RPC_USER and BITCOIN_RPC_PASSWORD');
    }
  }
  if (e.BITCOIN_RPC_USER !== undefined && e.BITCOIN_RPC_COOKIE_FILE !== undefined) {
    problems.push('BITCOIN_RPC_COOKIE_FILE and BITCOIN_RPC_USER cannot be set together');
  }
  problems.push(...together(e, 'BITCOIN_RPC_USER', 'BITCOIN_RPC_PASSWORD'));
  if (e.ETHEREUM_SOURCE === 'rpc' && e.ETHEREUM_RPC_URL === undefined) {
    problems.push('ETHEREUM_RPC_URL must be set with ETHEREUM_SOURCE=rpc');
  }
  if (e.ETHEREUM_SOURCE === 'demo' && e.BITCOIN_SOURCE !== undefined && e.BITCOIN_SOURCE !== 'demo') {
    problems.push('ETHEREUM_SOURCE=demo requires the demo on Bitcoin too');
  }
  if (real(e.ETHEREUM_SOURCE) && e.BITCOIN_SOURCE === 'demo') {
    problems.push('BITCOIN_SOURCE=demo cannot be combined with a real Ethereum node');
  }
  return problems;
}

function readCore(e: Environment): SourceSettings['bitcoin']['core'] {
  if (e.BITCOIN_SOURCE !== 'core' || e.BITCOIN_RPC_URL === undefined) return undefined;
  const folder = e.BITCOIN_BLOCKS_DIR;
  return {
    url: e.BITCOIN_RPC_URL,
    user: e.BITCOIN_RPC_USER,
    password: e.BITCOIN_RPC_PASSWORD,
    cookieFile: e.BITCOIN_RPC_COOKIE_FILE,
    zmqUrl: e.BITCOIN_ZMQ_URL,
    blocksDir: folder === undefined ? undefined : resolve(folder),
    historyFrom: e.BITCOIN_HISTORY_FROM,
    reorganizationLimit: e.BITCOIN_REORG_LIMIT,
    pollMs: e.BITCOIN_POLL_SECONDS * 1000,
    timeoutMs: e.BITCOIN_TIMEOUT_SECONDS * 1000,
  };
}

function readEsplora(e: Environment): SourceSettings['bitcoin']['esplora'] {
  if (e.BITCOIN_SOURCE !== 'esplora' || e.ESPLORA_URL === undefined) return undefined;
  return {
    url: e.ESPLORA_URL,
    perSecond: e.ESPLORA_REQUESTS_PER_SECOND,
    reorganizationLimit: e.BITCOIN_REORG_LIMIT,
    pollMs: e.BITCOIN_POLL_SECONDS * 1000,
    timeoutMs: e.BITCOIN_TIMEOUT_SECONDS * 1000,
  };
}

function readRpc(e: Environment): SourceSettings['ethereum']['rpc'] {
  if (e.ETHEREUM_SOURCE !== 'rpc' || e.ETHEREUM_RPC_URL === undefined) return undefined;
  return {
    url: e.ETHEREUM_RPC_URL,
    webSocketUrl: e.ETHEREUM_WS_URL,
    chainId: e.ETHEREUM_CHAIN_ID === undefined ? undefined : BigInt(e.ETHEREUM_CHAIN_ID),
    historyFrom: e.ETHEREUM_HISTORY_FROM,
    reorganizationLimit: e.ETHEREUM_REORG_LIMIT,
    pollMs: e.ETHEREUM_POLL_SECONDS * 1000,
    timeoutMs: e.ETHEREUM_TIMEOUT_SECONDS * 1000,
  };
}

function readEtherscan(e: Environment): SourceSettings['ethereum']['etherscan'] {
  if (e.ETHEREUM_SOURCE !== 'etherscan') return undefined;
  return {
    url: e.ETHERSCAN_URL,
    key: e.ETHERSCAN_API_KEY,
    chainId: BigInt(e.ETHEREUM_CHAIN_ID ?? 1),
    perSecond: e.ETHERSCAN_REQUESTS_PER_SECOND,
    reorganizationLimit: e.ETHEREUM_REORG_LIMIT,
    pollMs: e.ETHEREUM_POLL_SECONDS * 1000,
    timeoutMs: e.ETHEREUM_TIMEOUT_SECONDS * 1000,
  };
}

/** Returns settings from a validated environment. */
export function readSourceSettings(e: Environment): SourceSettings {
  return {
    bitcoin: {
      source: e.BITCOIN_SOURCE,
      network: e.BITCOIN_NETWORK,
      unconfirmedLimit: e.BITCOIN_UNCONFIRMED_LIMIT,
      keepScripts: e.BITCOIN_KEEP_SCRIPTS === 'true',
      loadMemory: e.LOAD_MEMORY * 2 ** 20,
      loadThreads: e.LOAD_THREADS ?? Math.min(mostThreads, availableParallelism() - 1),
      core: readCore(e),
      esplora: readEsplora(e),
    },
    demo: {
      seed: e.DEMO_SEED,
      days: e.DEMO_DAYS,
      transactions: e.DEMO_TRANSACTIONS,
      blockSeconds: e.DEMO_BLOCK_SECONDS,
      ethereumTransactions: e.DEMO_ETHEREUM_TRANSACTIONS,
      ethereumBlockSeconds: e.DEMO_ETHEREUM_BLOCK_SECONDS,
    },
    ethereum: { source: e.ETHEREUM_SOURCE, rpc: readRpc(e), etherscan: readEtherscan(e) },
  };
}
