import { type Hashing, decodeHeader, networks } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import { createChainSync, type SyncTarget, type FollowSettings } from '../shared/chain-sync.ts';
import { FatalSourceError } from '../shared/source-error.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import { type CoreSettings, createCoreClient } from './core-rpc.ts';
import { createCoreSupply } from './fetch-blocks.ts';
import type { BulkSettings } from '../bitcoin-files/load-in-bulk.ts';
import { loadHistory } from './load-history.ts';
import { createMempoolFeed } from './mempool-feed.ts';
import { type ChainView, type CoreCapabilities, type CoreProbe, probeCore } from './probe.ts';
import { listenForNotices } from './zmq-notices.ts';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import { createDifficultyCheck } from '../bitcoin-files/difficulty.ts';
import { BlockFileError } from '../bitcoin-files/find-files.ts';
import type { ImportProgress } from '../bitcoin-files/import-report.ts';
import { importBlocks } from '../bitcoin-files/import-blocks.ts';

/** Texts about the steps of an initial load, for people. */
const steps: Record<ImportProgress['phase'], string> = {
  scan: "Scanning the node's block files",
  load: "Loading the node's block files",
  build: 'Building the tables of the ledger',
};

/** A message about an initial load from files, for people; undefined if there is none. */
type LoadNotice = string | undefined;

/**
 * Loads the blocks in the node's folder of block files (with its XOR key), like `npm run import`. Returns a message if it
 * couldn't, or couldn't completely: the rest is read from the node. Throws errors of the ledger.
 */
async function loadFiles(options: {
  ledger: BitcoinLedger;
  hashing: Hashing;
  network: NetworkName;
  folder: string;
  bulk?: BulkSettings;
  signal: AbortSignal;
  onNotice(words: LoadNotice): void;
  onHeight(height: number): void;
}): Promise<LoadNotice> {
  const { folder, onNotice, onHeight } = options;
  try {
    const report = await importBlocks({
      ...options,
      paths: [folder],
      onProgress(progress) {
        if (progress.phase === 'load') onHeight(progress.height);
        const share = progress.totalBytes === 0 ? 1 : progress.bytes / progress.totalBytes;
        onNotice(`${steps[progress.phase]}: ${Math.floor(share * 100)}%`);
      },
    });
    const [refused] = report.refused;
    return refused && `Not all of the node's block files were loaded: ${refused.reason}`;
  } catch (error) {
    if (!isFileFault(error)) throw error;
    return "The node's block files cannot be read. All blocks are fetched over RPC.";
  }
}

function isFileFault(error: unknown): boolean {
  return error instanceof BlockFileError || (error instanceof Error && 'syscall' in error && 'path' in error);
}

/**
 * Small transactions use more memory decoded than in their block, so the number of transactions limits a batch, as for
 * files.
 */
const decodedTransactionBytes = 700;

/**
 * Adapts the Bitcoin ledger for chain synchronization. Checks the claimed difficulty of blocks before they are added
 * (ChainError).
 */
function followedBitcoin(options: {
  ledger: BitcoinLedger;
  network: NetworkName;
  hashing: Hashing;
}): SyncTarget<BlockAtHeight> {
  const { ledger, network, hashing } = options;
  const difficulty = createDifficultyCheck({ ledger, network: networks[network], hashing });

  async function check(blocks: readonly BlockAtHeight[]): Promise<void> {
    const [first] = blocks;
    // Blocks that were checked earlier may not have been added, or are about to be replaced.
    if (first) difficulty.forgetFrom(first.height);
    for (const { height, block } of blocks) await difficulty.check(height, block.header);
  }

  return {
    describe: ({ height, block }) => ({
      height,
      hash: block.hash,
      parent: block.header.prevHash,
      bytes: Math.max(block.size, block.transactions.length * decodedTransactionBytes),
    }),
    ranges: () => ledger.ranges(),
    async hashes(heights) {
      const headers = await ledger.headers(heights);
      return new Map([...headers].map(([height, bytes]) => [height, decodeHeader(bytes, hashing).hash]));
    },
    async append(blocks) {
      await check(blocks);
      await ledger.append(network, blocks);
    },
    async reorganize(depth, blocks) {
      await check(blocks);
      await ledger.reorganize(network, depth, blocks);
    },
  };
}

export interface BitcoinCoreSettings extends CoreSettings, FollowSettings {
  /** Where the node announces new blocks and transactions (`tcp://host:port`); undefined: it is only polled. */
  zmqUrl: string | undefined;
  /** The node's folder of `blk*.dat`, for the initial load; undefined: everything is read over RPC. */
  blocksDir: string | undefined;
  /** The network that the operator expects; undefined: that of the ledger, or of the node. */
  network: NetworkName | undefined;
  pollMs: number;
  /** Pause in milliseconds after a failure; it doubles with each further one, up to a minute. */
  retryMs: number;
}

/** Facts about a node, for people. */
export interface BitcoinNode extends CoreCapabilities {
  network: NetworkName;
  /** Heights of its chain tip and of its best header. */
  height: number;
  headers: number;
  initialDownload: boolean;
  /** Whether its notices arrive; null if none are configured. */
  noticed: boolean | null;
  /** A message about the initial load; null if there is none. */
  notice: string | null;
}

export interface BitcoinCoreSource {
  status(): SourceStatus;
  /** Returns facts about the node; null before its first response. */
  node(): BitcoinNode | null;
  /** Returns the number of HTTP requests to the node. */
  requests(): number;
  /** Runs until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** A batch of small blocks is one transaction; two more are being fetched while it is written. */
const bounds = { mostBlocks: 1000, batchBytes: 8 << 20, ahead: 2 };
/** Files are searched only if they save this many blocks over RPC. */
const filesFromLag = 1000;
/** Transactions arrive many times a second; this is the interval at which they wake the source. */
const transactionNoticeMs = 200;

/** Creates a source of Bitcoin's blocks and, with `mempool`, of unconfirmed transactions: a node with Bitcoin Core's RPC. */
export function createBitcoinCoreSource(options: {
  ledger: BitcoinLedger;
  hashing: Hashing;
  mempool: BitcoinMempool | undefined;
  settings: BitcoinCoreSettings;
  /** How the node's block files fill an empty ledger. */
  bulk?: BulkSettings;
  onFailure: (error: unknown) => void;
  onTrouble: (reason: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): BitcoinCoreSource {
  const { ledger, hashing, mempool, settings, now } = options;
  const tipHeight = async (): Promise<number | null> => (await ledger.ranges()).at(-1)?.to ?? null;
  const loop = createSourceLoop({ ...options, ...settings, connect, height: tipHeight });
  const client = createCoreClient(settings, loop.signal);
  const view = { noticed: settings.zmqUrl === undefined ? null : false, notice: null as string | null };
  let seen: (CoreProbe & { chain: ChainView }) | null = null;
  let filesTried = false;
  let soon = false;
  let listening: Promise<void> = Promise.resolve();

  async function requireNetwork(network: NetworkName): Promise<void> {
    const expected = settings.network ?? (await ledger.network());
    if (expected !== undefined && network !== expected) {
      throw new FatalSourceError(`The node is on ${network}; this ledger is for ${expected}.`);
    }
  }

  /** Loads the node's files, once and only if much is missing: their blocks need not be read over RPC. */
  async function loadFolder({ network, head }: ChainView, folder: string): Promise<void> {
    const top = (await tipHeight()) ?? -1;
    if (filesTried || head.height - top < filesFromLag) return;
    const words = await loadFiles({
      ledger,
      hashing,
      network,
      folder,
      ...(options.bulk && { bulk: options.bulk }),
      signal: loop.signal,
      onHeight: (height) => loop.progress(height, Math.max(height, head.height)),
      onNotice: (notice) => (view.notice = notice ?? null),
    });
    filesTried = true;
    view.notice = words ?? null;
  }

  /** Loads the history of an empty ledger in bulk. */
  async function loadEmpty(probed: CoreProbe, from: number): Promise<void> {
    if (!options.bulk || (await tipHeight()) !== null) return;
    const { height } = probed.chain.head;
    await loadHistory({
      ledger,
      hashing,
      client,
      probed,
      bulk: options.bulk,
      from,
      margin: settings.reorganizationLimit,
      signal: loop.signal,
      onProgress: (loaded) => loop.progress(loaded, height),
      onBuild: (share) => (view.notice = `${steps.build}: ${Math.floor(share * 100)}%`),
    });
    view.notice = null;
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    const probed = await probeCore(client);
    const { network, head } = probed.chain;
    await requireNetwork(network);
    seen = probed;
    if (settings.blocksDir !== undefined) await loadFolder(probed.chain, settings.blocksDir);
    const onChain = (chain: ChainView): void => {
      seen = { ...probed, chain };
    };
    // A pruned node has nothing below; blocks that it deletes later are then not missed.
    const lowest = probed.chain.prunedFrom ?? 0;
    const wanted = settings.historyFrom;
    if (wanted !== undefined) await loadEmpty(probed, Math.max(wanted, lowest));
    const followed = followedBitcoin({ ledger, network, hashing });
    const follower = createChainSync({
      ...settings,
      ...bounds,
      supply: createCoreSupply({ client, network, capabilities: probed.capabilities, hashing, onChain }),
      ledger: followed,
      historyFrom: wanted === undefined ? undefined : Math.max(wanted, lowest),
      begin: (newest) => Math.min(newest, Math.max(wanted ?? newest, lowest)),
      fill: 'ascending',
      onProgress: loop.progress,
    });
    follower.headIs(head.height);
    const feed = await feedOf(probed.capabilities, followed);
    return { step: async () => (await follower.step()) || ((await feed?.step()) ?? false) };
  }

  async function feedOf(
    capabilities: CoreCapabilities,
    followed: SyncTarget<unknown>,
  ): Promise<ReturnType<typeof createMempoolFeed> | undefined> {
    if (!capabilities.mempool) {
      await mempool?.clear();
      return undefined;
    }
    const ledgerTip = async (): Promise<Uint8Array | undefined> => {
      const top = await tipHeight();
      return top === null ? undefined : (await followed.hashes([top])).get(top);
    };
    return mempool && createMempoolFeed({ client, mempool, ledgerTip, onRest: wakeIn, now });
  }

  /** Wakes the source after a while, which serves all requests made in the meantime. */
  function wakeIn(ms: number): void {
    if (soon) return;
    soon = true;
    setTimeout(() => {
      soon = false;
      loop.wake();
    }, ms).unref();
  }

  function listen(url: string): Promise<void> {
    return listenForNotices({
      url,
      signal: loop.signal,
      onConnected: (connected) => (view.noticed = connected),
      onNotice(topic) {
        if (topic === 'hashblock') return loop.wake();
        if (mempool) wakeIn(transactionNoticeMs);
      },
    });
  }

  return {
    status: loop.status,
    node: () => {
      if (!seen) return null;
      const { network, head, headers, initialDownload, prunedFrom } = seen.chain;
      const chain = { network, height: head.height, headers, initialDownload, prunedFrom };
      return { ...seen.capabilities, ...chain, ...view };
    },
    requests: () => client.requests(),
    start() {
      if (settings.zmqUrl !== undefined) listening = listen(settings.zmqUrl);
      loop.start();
    },
    async stop() {
      await Promise.all([loop.stop(), listening]);
    },
  };
}
