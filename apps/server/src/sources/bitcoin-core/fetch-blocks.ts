import { decodeBlock, equalBytes, type Hashing, networks, toDisplayHash, verifyBlock } from '@hopscope/chain';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { BlockProvider } from '../shared/chain-sync.ts';
import { requireOk } from '../shared/http-json.ts';
import { type RpcAnswer, type RpcCall, resultOf } from '../shared/json-rpc.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';
import { type ChainView, type CoreCapabilities, readChainView, readHash } from './probe.ts';

/** Approximate size in bytes of a response with several small blocks; each larger block is read on its own. */
const groupBytes = 500_000;
const mostInGroup = 100;
/** Maximum number of simultaneous requests of one call. */
const parallel = 4;
/** Bytes after which a call returns no more blocks, however many were requested. */
const callBytes = 24 << 20;
/** RPC_INVALID_PARAMETER: the height is above the node's chain tip. Some nodes have other codes for it. */
const outOfRange = -8;

export interface CoreSupplyOptions {
  client: CoreClient;
  network: NetworkName;
  capabilities: Pick<CoreCapabilities, 'rest' | 'getblock'>;
  hashing: Hashing;
  /** Called after every response about the node's chain. */
  onChain(chain: ChainView): void;
}

/** Creates a provider of blocks of a node over RPC and REST, decoded and verified; each has the requested hash. */
export function createCoreSupply(options: CoreSupplyOptions): BlockProvider<BlockAtHeight> {
  const { hashing } = options;
  const network = networks[options.network];
  return createSupply(options, (raw, height, hash) => {
    const block = decodeBlock(raw, { hashing });
    if (!equalBytes(block.hash, hash)) {
      throw new SourceError('contradictory', 'The node returned a different block than requested');
    }
    verifyBlock(block, network, { hashing });
    return { height, block };
  });
}

/** Creates a provider of raw blocks of a node over RPC and REST, without verification. */
export function createRawSupply(options: Omit<CoreSupplyOptions, 'hashing'>): BlockProvider<Uint8Array> {
  return createSupply(options, (raw) => raw);
}

function createSupply<Block>(
  options: Omit<CoreSupplyOptions, 'hashing'>,
  make: (raw: Uint8Array, height: number, hash: Uint8Array) => Block,
): BlockProvider<Block> {
  const { client } = options;
  const readRaw = createRawReader(options, make);

  return {
    async fetch(from, count) {
      const [info, ...answers] = await client.batch([
        { method: 'getblockchaininfo', params: [] },
        ...hashCalls(Array.from({ length: count }, (_, i) => from + i)),
      ]);
      const chain = readChainView(resultOf(info, 'getblockchaininfo'));
      if (chain.network !== options.network) {
        throw new SourceError('contradictory', 'The node changed its network');
      }
      options.onChain(chain);
      const known = answers.slice(0, Math.max(0, chain.head.height - from + 1)).map(readHashAt);
      const end = known.indexOf(undefined);
      const hashes = known.slice(0, end < 0 ? undefined : end).filter((hash) => hash !== undefined);
      const blocks = await readRaw(hashes, from);
      return { blocks, head: chain.head };
    },
    async hashes(heights) {
      const answers = await client.batch(hashCalls(heights));
      return new Map(
        heights.flatMap((height, i): [number, Uint8Array][] => {
          const hash = readHashAt(answers[i]);
          return hash ? [[height, hash]] : [];
        }),
      );
    },
  };
}

function hashCalls(heights: readonly number[]): RpcCall[] {
  return heights.map((height) => ({ method: 'getblockhash', params: [height] }));
}

/** Returns undefined if the node has no block at the height. Throws SourceError. */
function readHashAt(answer: RpcAnswer | undefined): Uint8Array | undefined {
  if (answer && !answer.ok && (answer.code === outOfRange || /out of range/i.test(answer.message))) {
    return undefined;
  }
  const result = resultOf(answer, 'getblockhash');
  return result === null ? undefined : readHash(result, 'a block hash');
}

/**
 * Creates a reader of blocks by hash: it returns the first ones of the list, and all of them unless they are too large
 * together.
 */
function createRawReader<Block>(
  { client, capabilities }: Pick<CoreSupplyOptions, 'client' | 'capabilities'>,
  make: (raw: Uint8Array, height: number, hash: Uint8Array) => Block,
) {
  /** Typical size of recent blocks in bytes. */
  let usual = groupBytes;

  async function readOne(hash: Uint8Array): Promise<Uint8Array> {
    if (!capabilities.rest) return fromGetblock((await client.batch([getblock(hash)]))[0]);
    const answer = await client.rest(`block/${toDisplayHash(hash)}.bin`);
    if (!answer.ok) refusePruned(new TextDecoder().decode(answer.bytes.subarray(0, 200)));
    return requireOk(answer).bytes;
  }

  /** Reads several blocks in one response, or in several if it is too large. */
  async function readGroup(hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const [first] = hashes;
    if (hashes.length === 1 && first) return [await readOne(first)];
    try {
      return (await client.batch(hashes.map(getblock))).map(fromGetblock);
    } catch (error) {
      if (!(error instanceof SourceError && error.failure === 'too_large')) throw error;
      const half = Math.ceil(hashes.length / 2);
      return [...(await readGroup(hashes.slice(0, half))), ...(await readGroup(hashes.slice(half)))];
    }
  }

  function getblock(hash: Uint8Array): RpcCall {
    return {
      method: 'getblock',
      params: [toDisplayHash(hash), capabilities.getblock === 'number' ? 0 : false],
    };
  }

  return async (hashes: readonly Uint8Array[], height: number): Promise<Block[]> => {
    const blocks: Block[] = [];
    const size = Math.min(mostInGroup, Math.max(1, Math.floor(groupBytes / usual)));
    let next = 0;
    let bytes = 0;
    const work = async (): Promise<void> => {
      while (next < hashes.length && bytes < callBytes) {
        const from = next;
        next = Math.min(hashes.length, from + size);
        const part = hashes.slice(from, next);
        for (const [i, raw] of (await readGroup(part)).entries()) {
          bytes += raw.length;
          usual = (usual * 15 + raw.length) / 16;
          const hash = part[i];
          if (hash) blocks[from + i] = make(raw, height + from + i, hash);
        }
      }
    };
    const stopAll = (error: unknown): never => {
      next = hashes.length;
      throw error;
    };
    await Promise.all(Array.from({ length: parallel }, () => work().catch(stopAll)));
    return blocks;
  };
}

function fromGetblock(answer: RpcAnswer | undefined): Uint8Array {
  if (answer && !answer.ok) refusePruned(answer.message);
  const result = resultOf(answer, 'getblock');
  if (typeof result === 'string' && result !== '') {
    // Ends at the first character that is no hex digit; a regular expression takes longer than all else that is done with a block.
    const bytes = Buffer.from(result, 'hex');
    if (bytes.length * 2 === result.length) return bytes;
  }
  throw new SourceError('contradictory', 'The node returned a block in an unknown format');
}

/** Throws FatalSourceError if the node reports that it has pruned the block. */
function refusePruned(message: string): void {
  if (!/pruned/i.test(message)) return;
  throw new FatalSourceError(
    'The node is pruned and no longer has blocks that this ledger needs. Load them from files, or connect a node that has them.',
  );
}
