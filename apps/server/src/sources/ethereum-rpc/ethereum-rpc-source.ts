import { fromHex, toHex } from '@hopscope/chain';
import type { EthereumNode, SourceStatus } from '@hopscope/contract';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { type Capabilities, probeNode } from './capabilities.ts';
import type { HeadView } from './fetch-blocks.ts';
import type { FollowSettings } from '../shared/chain-sync.ts';
import { createSourceLoop } from '../shared/source-loop.ts';
import type { ContractAnswer } from '../sources.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';
import { followEthereumNode } from './ethereum-sync.ts';
import { createRpcClient, type RpcClient, resultOf } from '../shared/json-rpc.ts';
import { toQuantity } from './quantities.ts';
import { networkOf } from './networks.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const longestWaitMs = 60_000;
const longestMessage = 1_000_000;

/**
 * Listens for `newHeads` of a node over a WebSocket and calls `onHead` for each; the content is ignored, because the source
 * requests the blocks. Reconnects with growing pauses until the signal aborts. Never throws: without notices, the source
 * polls.
 */
async function listenForHeads(options: {
  url: string;
  onHead: () => void;
  signal: AbortSignal;
}): Promise<void> {
  let wait = 1000;
  while (!options.signal.aborted) {
    const opened = await listenOnce(options);
    wait = opened ? 1000 : Math.min(wait * 2, longestWaitMs);
    await sleep(wait, undefined, { signal: options.signal }).catch(() => {});
  }
}

/** Runs one connection until it ends; resolves with whether it was opened. */
function listenOnce({ url, onHead, signal }: Parameters<typeof listenForHeads>[0]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let opened = false;
    const close = (): void => socket.close();
    signal.addEventListener('abort', close, { once: true });
    socket.addEventListener('open', () => {
      opened = true;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && data.length < longestMessage && data.includes('"eth_subscription"')) {
        onHead();
      }
    });
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close);
      resolve(opened);
    });
  });
}

export interface EthereumRpcSettings extends FollowSettings {
  url: string;
  /** Where new heads are announced; undefined: the node is only polled. */
  webSocketUrl: string | undefined;
  pollMs: number;
  timeoutMs: number;
  /** Pause in milliseconds after a failure; it doubles with each further one, up to a minute. */
  retryMs: number;
  /** Maximum size of a response in bytes. */
  maxBytes: number;
  /** The chain that the operator expects; undefined: that of the ledger, or of the node. */
  chainId: bigint | undefined;
}

/** A balance according to the node. */
export interface NodeBalance {
  amount: bigint;
  height: number;
}

export interface EthereumRpcSource {
  status(): SourceStatus;
  /** Returns facts about the node; null before its first response. */
  node(): EthereumNode | null;
  /**
   * Returns the balance in wei of an address (20 bytes) at the ledger's chain tip; null if the node doesn't return it. Never
   * throws.
   */
  balanceAt(address: Uint8Array): Promise<NodeBalance | null>;
  /** Returns the result of calling a contract (20 bytes) at the node's newest block. Never throws. */
  callContract(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer>;
  /** Returns the number of HTTP requests to the node. */
  requests(): number;
  /** Runs until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

function viewOf(
  { client, receipts, traces, archive }: Capabilities,
  head: HeadView | undefined,
): EthereumNode {
  return {
    client,
    receipts,
    traces,
    archive,
    safe: head?.safe?.height ?? null,
    finalized: head?.finalized?.height ?? null,
  };
}

/** Creates a source of Ethereum blocks: a node over JSON-RPC. */
export function createEthereumRpcSource(options: {
  ledger: EthereumLedger;
  settings: EthereumRpcSettings;
  onFailure: (error: unknown) => void;
  onTrouble: (reason: string) => void;
}): EthereumRpcSource {
  const { ledger, settings } = options;
  const loop = createSourceLoop({
    ...options,
    ...settings,
    connect,
    height: async () => (await ledger.ranges()).at(-1)?.to ?? null,
  });
  const client = createRpcClient({ ...settings, signal: loop.signal });
  let node: EthereumNode | null = null;
  let listening: Promise<void> = Promise.resolve();

  async function requireChain(chainId: bigint): Promise<void> {
    const stored = await ledger.chain();
    const expected = settings.chainId ?? stored?.chainId;
    if (expected !== undefined && chainId !== expected) {
      throw new FatalSourceError(`The node is on chain ${chainId}; this ledger is for chain ${expected}.`);
    }
    if (stored && stored.chainId !== chainId) {
      throw new FatalSourceError(
        `The node is on chain ${chainId}; this ledger contains chain ${stored.chainId}.`,
      );
    }
  }

  async function connect(): Promise<{ step(): Promise<boolean> }> {
    const { chainId, head, capabilities } = await probeNode(client);
    await requireChain(chainId);
    node = viewOf(capabilities, undefined);
    const follower = followEthereumNode({
      ...settings,
      client,
      ledger,
      capabilities,
      chain: { chainId, network: networkOf(chainId) },
      onHead: (seen) => {
        node = viewOf(capabilities, seen);
      },
      onProgress: loop.progress,
    });
    follower.headIs(head.height);
    return follower;
  }

  return {
    status: loop.status,
    node: () => node,
    balanceAt: (address) => askBalance(client, address, loop.height()),
    callContract: (to, data) => askContract(client, to, data),
    requests: () => client.requests(),
    start() {
      const { webSocketUrl } = settings;
      if (webSocketUrl) {
        listening = listenForHeads({ url: webSocketUrl, onHead: loop.wake, signal: loop.signal });
      }
      loop.start();
    },
    async stop() {
      await Promise.all([loop.stop(), listening]);
    },
  };
}

async function askBalance(
  client: RpcClient,
  address: Uint8Array,
  height: number | null,
): Promise<NodeBalance | null> {
  if (height === null) return null;
  const params = [`0x${Buffer.from(address).toString('hex')}`, toQuantity(height)];
  try {
    const [answer] = await client.batch([{ method: 'eth_getBalance', params }]);
    const result = resultOf(answer, 'eth_getBalance');
    if (typeof result !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(result)) return null;
    return { amount: BigInt(result), height };
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

async function askContract(client: RpcClient, to: Uint8Array, data: Uint8Array): Promise<ContractAnswer> {
  const call = { to: `0x${toHex(to)}`, data: `0x${toHex(data)}` };
  try {
    const [answer] = await client.batch([{ method: 'eth_call', params: [call, 'latest'] }]);
    if (!answer?.ok) return { kind: 'reverted' };
    const { result } = answer;
    if (typeof result !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(result)) return { kind: 'reverted' };
    return { kind: 'returned', bytes: fromHex(result.slice(2)) };
  } catch (error) {
    if (error instanceof SourceError) return { kind: 'unanswered' };
    throw error;
  }
}
