import { decodeHeader, type Hashing, networks } from '@hopscope/chain';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import { createDifficultyCheck, emptyLedger } from '../bitcoin-files/difficulty.ts';
import type { BulkSettings } from '../bitcoin-files/load-in-bulk.ts';
import { createPrefetch } from '../shared/prefetch.ts';
import { SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';
import { createRawSupply } from './fetch-blocks.ts';
import type { CoreProbe } from './probe.ts';

/** Number of blocks per request, and of requests in advance. */
const bounds = { mostBlocks: 1000, batchBytes: 4 << 20, ahead: 2 };

/**
 * Loads the history of an empty ledger in bulk over the node's RPC and REST, from height `from` to `margin` blocks below its
 * chain tip: blocks that a reorganization could disconnect are added one by one. Does nothing if that is little. Throws
 * SourceError; when it is called again, an interrupted load continues.
 */
export async function loadHistory(options: {
  ledger: BitcoinLedger;
  hashing: Hashing;
  client: CoreClient;
  probed: CoreProbe;
  bulk: BulkSettings;
  from: number;
  margin: number;
  signal: AbortSignal;
  onProgress(height: number): void;
  /** Called after all blocks are read; `share` (0 to 1) of the tables is built. */
  onBuild(share: number): void;
}): Promise<void> {
  const { ledger, hashing, client, bulk, from } = options;
  const { chain, capabilities } = options.probed;
  const top = chain.head.height - options.margin;
  const totalBytes = Math.floor((chain.diskBytes * Math.max(0, top - from + 1)) / (chain.head.height + 1));
  if (totalBytes < bulk.leastBytes) return;
  const supply = createRawSupply({ client, capabilities, network: chain.network, onChain: () => {} });
  const prefetch = createPrefetch({ supply, bytesOf: (raw) => raw.length, ...bounds });
  const difficulty = createDifficultyCheck({
    ledger: emptyLedger,
    network: networks[chain.network],
    hashing,
  });
  let first = from;
  let blocks: readonly Uint8Array[] = [];

  /** Reads the blocks from a height on and returns the first. */
  async function read(height: number): Promise<Uint8Array> {
    ({ blocks } = await prefetch.take(height, top));
    first = height;
    const [block] = blocks;
    if (!block) throw new SourceError('contradictory', `The node does not have block ${height}`);
    return block;
  }

  async function hash(height: number): Promise<Uint8Array> {
    const found = (await supply.hashes([height])).get(height);
    if (!found) throw new SourceError('contradictory', `The node does not have block ${height}`);
    return found;
  }

  await ledger.loadHistory({
    ...bulk,
    network: chain.network,
    totalBytes,
    runs: [
      {
        height: from,
        count: top - from + 1,
        hash: (place) => hash(from + place),
        read: (place) => blocks[from + place - first] ?? read(from + place),
      },
    ],
    checkDifficulty: (height, header) => difficulty.check(height, decodeHeader(header, hashing).header),
    noteHeader: (height, header) => difficulty.note(height, decodeHeader(header, hashing).header),
    onProgress: ({ height }) => options.onProgress(height),
    onBuild: options.onBuild,
    signal: options.signal,
  });
}
