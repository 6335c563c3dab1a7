import type { Hashing } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import { createChainSync, type SyncTarget, type FollowSettings } from '../shared/chain-sync.ts';
import { FatalSourceError } from '../shared/source-error.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import { type CoreSettings, createCoreClient } from './core-rpc.ts';
import { createCoreSupply } from './fetch-blocks.ts';
import { followedBitcoin } from './followed-bitcoin.ts';
import type { BulkSettings } from '../bitcoin-files/load-in-bulk.ts';
import { loadFiles, steps } from './load-files.ts';
import { loadHistory } from './load-history.ts';
import { createMempoolFeed } from './mempool-feed.ts';
import { type ChainView, type CoreCapabilities, type CoreProbe, probeCore } from './probe.ts';
import { listenForNotices } from './zmq-notices.ts';

export interface BitcoinCoreSettings extends CoreSettings, FollowSettings {
  /** Where the node tells of new blocks and transactions (`tcp://host:port`); undefined: it is asked at intervals only. */
  zmqUrl: string | undefined;
  /** The node's folder of `blk*.dat`, for the initial load; undefined: everything comes over RPC. */
  blocksDir: string | undefined;
  /** The network that the operator expects; undefined takes the ledger's, or the node's. */
  network: NetworkName | undefined;
  pollMs: number;
  /** Pause after a failure; each further one doubles it, up to a minute. */
  retryMs: number;
}

/** What is known of a node, for people. */
export interface BitcoinNode extends CoreCapabilities {
  network: NetworkName;
  /** Heights of its newest block and of its best header. */
  height: number;
  headers: number;
  initialDownload: boolean;
  /** Whether its notices come in; null where none are wanted. */
  noticed: boolean | null;
  /** Something to know about the initial load; null where there is nothing. */
  notice: string | null;
}

export interface BitcoinCoreSource {
  status(): SourceStatus;
  /** null before the node's first answer. */
  node(): BitcoinNode | null;
  /** HTTP requests to the node so far. */
  requests(): number;
  /** Runs until `stop`; a defect of our own ends it and stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

/** A batch of small blocks is one transaction; two more are under way while it is written. */
const bounds = { mostBlocks: 1000, batchBytes: 8 << 20, ahead: 2 };
/** Files are looked through only where they save this many blocks over RPC. */
const filesFromLag = 1000;
/** Transactions come many a second; this is how often they make the source look. */
const transactionNoticeMs = 200;

/** A node with Bitcoin Core's RPC as the source of Bitcoin's blocks and, with `mempool`, of what waits for a block. */
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
  const heldTo = async (): Promise<number | null> => (await ledger.ranges()).at(-1)?.to ?? null;
  const loop = createSourceLoop({ ...options, ...settings, connect, height: heldTo });
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

  /** Once, where much is missing: what the node's files hold need not come over RPC. */
  async function loadFolder({ network, head }: ChainView, folder: string): Promise<void> {
    const top = (await heldTo()) ?? -1;
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

  /** The history of an empty ledger, in bulk. */
  async function loadEmpty(probed: CoreProbe, from: number): Promise<void> {
    if (!options.bulk || (await heldTo()) !== null) return;
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
    // A pruned node has nothing below; what it deletes later on is not missed then.
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
      const top = await heldTo();
      return top === null ? undefined : (await followed.hashes([top])).get(top);
    };
    return mempool && createMempoolFeed({ client, mempool, ledgerTip, onRest: wakeIn, now });
  }

  /** Looks again after a while; whoever asks for it meanwhile is served then, too. */
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
