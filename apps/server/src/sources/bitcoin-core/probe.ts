import { fromDisplayHash, networks, toDisplayHash } from '@hopscope/chain';
import { isRecord } from '@hopscope/domain';
import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { HeadRef } from '../shared/chain-sync.ts';
import { parseJson, tidyText } from '../shared/http-json.ts';
import { type RpcAnswer, resultOf } from '../shared/json-rpc.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';

/** How raw blocks are asked for: REST binary, `getblock` with a number (Bitcoin Core), or with a boolean (other nodes). */
export type BlockForm = 'rest' | 'number' | 'boolean';

/** What a node can do, as far as it was seen. */
export interface CoreCapabilities {
  /** Name and version that it gives itself; null where it does not. */
  client: string | null;
  /** Whether blocks come as binary over REST. */
  rest: boolean;
  /** The form of `getblock` that gives raw blocks. */
  getblock: Exclude<BlockForm, 'rest'>;
  /** Whether REST gives the outputs that a block spends (Bitcoin Core 30). */
  spentOutputs: boolean;
  /** Lowest block that a pruned node still has; null where it has all. */
  prunedFrom: number | null;
  /** What it tells over ZMQ; null where it does not say. */
  notices: readonly string[] | null;
  /** Whether it lists waiting transactions. */
  mempool: boolean;
}

/** Where the node's chain is. */
export interface ChainView {
  network: NetworkName;
  head: HeadRef;
  /** Height of the best header: how far the node itself has to go. */
  headers: number;
  /** Whether it is still loading the chain. */
  initialDownload: boolean;
  prunedFrom: number | null;
  /** Bytes of its blocks on the disk; 0 where it does not say. */
  diskBytes: number;
}

export interface CoreProbe {
  chain: ChainView;
  capabilities: CoreCapabilities;
}

/** Names that nodes give their networks. */
const chainNames: ReadonlyMap<string, NetworkName> = new Map([
  ['main', 'mainnet'],
  ['mainnet', 'mainnet'],
  ['test', 'testnet'],
  ['testnet', 'testnet'],
  ['testnet3', 'testnet'],
  ['signet', 'signet'],
  ['regtest', 'regtest'],
  // Its blocks can be served like others; they must never count as real ones.
  ['demo', 'demo'],
]);

const longestClientName = 80;

/** A block hash as nodes write it, in internal byte order. Throws SourceError. */
export function readHash(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return fromDisplayHash(value.toLowerCase());
  throw new SourceError('contradictory', `The node returned ${what} in an unknown format`);
}

function isHeight(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31;
}

/** Reads an answer of `getblockchaininfo`. Throws SourceError; FatalSourceError for a network that Hopscope doesn't support. */
export function readChainView(value: unknown): ChainView {
  if (!isRecord(value) || typeof value['chain'] !== 'string' || !isHeight(value['blocks'])) {
    throw new SourceError('contradictory', "The node doesn't report the state of its chain");
  }
  const network = chainNames.get(value['chain']);
  if (!network) {
    throw new FatalSourceError(
      `The node is on ${tidyText(value['chain'], 20)}, a network that Hopscope doesn't support.`,
    );
  }
  const { blocks, headers, pruned, pruneheight, bestblockhash, size_on_disk: diskBytes } = value;
  return {
    network,
    head: { height: blocks, hash: readHash(bestblockhash, 'its best block') },
    headers: isHeight(headers) ? headers : blocks,
    initialDownload: value['initialblockdownload'] === true,
    prunedFrom: pruned === true ? (isHeight(pruneheight) ? pruneheight : 0) : null,
    diskBytes: typeof diskBytes === 'number' && diskBytes > 0 ? diskBytes : 0,
  };
}

/** The first block must be that of the network. Throws FatalSourceError. */
function requireGenesis(answer: RpcAnswer | undefined, network: NetworkName): void {
  const { genesisHash } = networks[network];
  const reported = toDisplayHash(readHash(resultOf(answer, 'getblockhash'), 'its first block'));
  if (genesisHash !== '' && reported !== genesisHash) {
    throw new FatalSourceError(`The node reports ${network}, but its first block is another one.`);
  }
}

/** Asks a node on which chain it is and what it can do. Throws SourceError, FatalSourceError for a wrong network. */
export async function probeCore(client: CoreClient): Promise<CoreProbe> {
  const [info, genesis, network, zmq, mempool] = await client.batch([
    { method: 'getblockchaininfo', params: [] },
    { method: 'getblockhash', params: [0] },
    { method: 'getnetworkinfo', params: [] },
    { method: 'getzmqnotifications', params: [] },
    { method: 'getmempoolinfo', params: [] },
  ]);
  const chain = readChainView(resultOf(info, 'getblockchaininfo'));
  requireGenesis(genesis, chain.network);
  const best = toDisplayHash(chain.head.hash);
  const rest = await hasRest(client);
  return {
    chain,
    capabilities: {
      client: clientName(network),
      rest,
      getblock: await getblockForm(client, best),
      spentOutputs: rest && (await answers(client, `spenttxouts/${best}.bin`)),
      prunedFrom: chain.prunedFrom,
      notices: noticeTypes(zmq),
      mempool: mempool?.ok === true,
    },
  };
}

function clientName(answer: RpcAnswer | undefined): string | null {
  if (!answer?.ok || !isRecord(answer.result) || typeof answer.result['subversion'] !== 'string') return null;
  const name = tidyText(answer.result['subversion'], longestClientName).replace(/^\/|\/$/g, '');
  return name === '' ? null : name;
}

function noticeTypes(answer: RpcAnswer | undefined): string[] | null {
  if (!answer?.ok || !Array.isArray(answer.result)) return null;
  const types = answer.result.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry['type'] === 'string' ? [tidyText(entry['type'], 20)] : [],
  );
  return [...new Set(types)].slice(0, 10);
}

async function hasRest(client: CoreClient): Promise<boolean> {
  try {
    const { ok, bytes } = await client.rest('chaininfo.json');
    const reported = ok ? parseJson(bytes) : undefined;
    return isRecord(reported) && typeof reported['chain'] === 'string';
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

async function answers(client: CoreClient, path: string): Promise<boolean> {
  try {
    return (await client.rest(path)).ok;
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

async function getblockForm(client: CoreClient, hash: string): Promise<CoreCapabilities['getblock']> {
  let last: RpcAnswer | undefined;
  for (const [form, flag] of [
    ['number', 0],
    ['boolean', false],
  ] as const) {
    [last] = await client.batch([{ method: 'getblock', params: [hash, flag] }]);
    if (last?.ok && typeof last.result === 'string') return form;
  }
  resultOf(last, 'getblock');
  throw new SourceError('contradictory', 'The node returned blocks in an unknown format');
}
