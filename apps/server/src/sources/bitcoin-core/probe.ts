import { fromDisplayHash, networks, toDisplayHash } from '@hopscope/chain';
import { isRecord } from '@hopscope/domain';
import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { HeadRef } from '../shared/chain-sync.ts';
import { parseJson, tidyText } from '../shared/http-json.ts';
import { type RpcAnswer, resultOf } from '../shared/json-rpc.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';

/** How raw blocks are requested: REST binary, `getblock` with a number (Bitcoin Core), or with a boolean (other nodes). */
export type BlockForm = 'rest' | 'number' | 'boolean';

/** Detected capabilities of a node. */
export interface CoreCapabilities {
  /** Name and version that it reports; null if it doesn't. */
  client: string | null;
  /** Whether REST returns blocks as binary. */
  rest: boolean;
  /** The form of `getblock` that returns raw blocks. */
  getblock: Exclude<BlockForm, 'rest'>;
  /** Whether REST returns the outputs that a block spends (Bitcoin Core 30). */
  spentOutputs: boolean;
  /** Lowest block that a pruned node still has; null if it has all. */
  prunedFrom: number | null;
  /** Topics that it announces over ZMQ; null if it doesn't report them. */
  notices: readonly string[] | null;
  /** Whether it lists unconfirmed transactions. */
  mempool: boolean;
}

/** State of the node's chain. */
export interface ChainView {
  network: NetworkName;
  head: HeadRef;
  /** Height of the best header, up to which the node itself has to synchronize. */
  headers: number;
  /** Whether it is still in its initial block download. */
  initialDownload: boolean;
  prunedFrom: number | null;
  /** Size of its blocks on disk in bytes; 0 if it doesn't report it. */
  diskBytes: number;
}

export interface CoreProbe {
  chain: ChainView;
  capabilities: CoreCapabilities;
}

/** Names of networks in responses of nodes. */
const chainNames: ReadonlyMap<string, NetworkName> = new Map([
  ['main', 'mainnet'],
  ['mainnet', 'mainnet'],
  ['test', 'testnet'],
  ['testnet', 'testnet'],
  ['testnet3', 'testnet'],
  ['signet', 'signet'],
  ['regtest', 'regtest'],
  // Its blocks can be served like others, but must never count as real ones.
  ['demo', 'demo'],
]);

const longestClientName = 80;

/** Parses a block hash in display order, and returns it in internal byte order. Throws SourceError. */
export function readHash(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return fromDisplayHash(value.toLowerCase());
  throw new SourceError('contradictory', `The node returned ${what} in an unknown format`);
}

function isHeight(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31;
}

/**
 * Parses a response of `getblockchaininfo`. Throws SourceError; FatalSourceError for a network that Hopscope doesn't
 * support.
 */
export function readChainView(value: unknown): ChainView {
  if (!isRecord(value) || typeof value['chain'] !== 'string' || !isHeight(value['blocks'])) {
    throw new SourceError('contradictory', 'The node does not report the state of its chain');
  }
  const network = chainNames.get(value['chain']);
  if (!network) {
    throw new FatalSourceError(
      `The node is on ${tidyText(value['chain'], 20)}, a network that Hopscope does not support.`,
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

/** Checks that the first block is that of the network. Throws FatalSourceError. */
function requireGenesis(answer: RpcAnswer | undefined, network: NetworkName): void {
  const { genesisHash } = networks[network];
  const reported = toDisplayHash(readHash(resultOf(answer, 'getblockhash'), 'its first block'));
  if (genesisHash !== '' && reported !== genesisHash) {
    throw new FatalSourceError(`The node reports ${network}, but its first block is another one.`);
  }
}

/** Determines the chain and the capabilities of a node. Throws SourceError, FatalSourceError for a wrong network. */
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
