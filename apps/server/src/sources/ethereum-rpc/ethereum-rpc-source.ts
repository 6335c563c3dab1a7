import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '@hopscope/chain';
import type { EthereumNode, SourceStatus } from '@hopscope/contract';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { LedgerError } from '../../ledger/shared/ledger-error.ts';
import { type Capabilities, probeNode } from './capabilities.ts';
import type { HeadView } from './fetch-blocks.ts';
import { createFollower, type FollowSettings, HaltError } from './follow.ts';
import { listenForHeads } from './head-notices.ts';
import { createRpcClient, type RpcClient, RpcError, resultOf, toQuantity } from './json-rpc.ts';
import { networkOf } from './networks.ts';

export interface EthereumRpcSettings extends FollowSettings {
  url: string;
  /** Where new heads are told; undefined: the node is asked at intervals only. */
  webSocketUrl: string | undefined;
  pollMs: number;
  timeoutMs: number;
  /** Pause after a failure; each further one doubles it, up to a minute. */
  retryMs: number;
  /** Longest answer. */
  maxBytes: number;
  /** The chain that the operator expects; undefined takes the ledger's, or the node's. */
  chainId: bigint | undefined;
}

/** A balance as the node has it. */
export interface NodeBalance {
  amount: bigint;
  height: number;
}

export interface EthereumRpcSource {
  status(): SourceStatus;
  /** What is known of the node; null before its first answer. */
  node(): EthereumNode | null;
  /** Wei that an address (20 bytes) holds at the ledger's newest block; null where the node does not say it. Never throws. */
  balanceAt(address: Uint8Array): Promise<NodeBalance | null>;
  /** HTTP requests to the node so far. */
  requests(): number;
  /** Runs until `stop`; a failure that waiting does not mend ends it and stays in the status. */
  start(): void;
  stop(): Promise<void>;
}

const longestRetryMs = 60_000;

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

/** Why the source cannot go on for now, in words that have no secret in them; undefined for defects of our own. */
function passing(error: unknown): string | undefined {
  if (error instanceof RpcError) return error.message;
  if (error instanceof ChainError) return `The node's answer does not hold: ${error.message}`;
  if (error instanceof LedgerError) return `The node's blocks do not fit: ${error.message}`;
  return undefined;
}

/** A node over JSON-RPC as the source of Ethereum blocks. */
export function createEthereumRpcSource(options: {
  ledger: EthereumLedger;
  settings: EthereumRpcSettings;
  onFailure: (error: unknown) => void;
  onRetry: (reason: string) => void;
}): EthereumRpcSource {
  const { ledger, settings } = options;
  const stopping = new AbortController();
  const client = createRpcClient({ ...settings, signal: stopping.signal });
  let status: SourceStatus = { phase: 'starting' };
  let node: EthereumNode | null = null;
  let height: number | null = null;
  let wake: () => void = () => {};
  let running: Promise<unknown> = Promise.resolve();

  async function requireChain(chainId: bigint): Promise<void> {
    const held = await ledger.chain();
    const expected = settings.chainId ?? held?.chainId;
    if (expected !== undefined && chainId !== expected) {
      throw new HaltError(`The node is on chain ${chainId}; this ledger is for chain ${expected}.`);
    }
    if (held && held.chainId !== chainId) {
      throw new HaltError(`The node is on chain ${chainId}; this ledger holds chain ${held.chainId}.`);
    }
  }

  function progress(at: number, target: number): void {
    height = at;
    status = target > at ? { phase: 'loading', height: at, target } : { phase: 'following', height: at };
  }

  async function connect(): Promise<ReturnType<typeof createFollower>> {
    const { chainId, head, capabilities } = await probeNode(client);
    await requireChain(chainId);
    node = viewOf(capabilities, undefined);
    const follower = createFollower({
      ...settings,
      client,
      ledger,
      capabilities,
      chain: { chainId, network: networkOf(chainId) },
      onHead: (seen) => {
        node = viewOf(capabilities, seen);
      },
      onProgress: progress,
    });
    follower.headIs(head.height);
    return follower;
  }

  /** Waits until the time is over, a new head is told or the source is to stop. */
  async function pause(ms: number): Promise<void> {
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, stopping.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  async function live(): Promise<void> {
    height = (await ledger.ranges()).at(-1)?.to ?? null;
    let follower: ReturnType<typeof createFollower> | undefined;
    let { retryMs } = settings;
    while (!stopping.signal.aborted) {
      try {
        follower ??= await connect();
        const more = await follower.step();
        retryMs = settings.retryMs;
        if (!more) await pause(settings.pollMs);
      } catch (error) {
        const reason = passing(error);
        if (reason === undefined || stopping.signal.aborted) throw error;
        // The node may be another one behind the same address by now: it is asked again what it is.
        follower = undefined;
        status = { phase: 'retrying', reason, height };
        options.onRetry(reason);
        await pause(Math.max(retryMs, error instanceof RpcError ? (error.retryAfterMs ?? 0) : 0));
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
  }

  return {
    status: () => status,
    node: () => node,
    balanceAt: (address) => askBalance(client, address, height),
    requests: () => client.requests(),
    start() {
      const { webSocketUrl } = settings;
      const listening = webSocketUrl
        ? listenForHeads({ url: webSocketUrl, onHead: () => wake(), signal: stopping.signal })
        : undefined;
      const following = live().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        const known = error instanceof HaltError;
        status = {
          phase: 'failed',
          reason: known ? error.message : 'Reading from the node has stopped because of an error',
        };
        if (!known) options.onFailure(error);
      });
      running = Promise.all([listening, following]);
    },
    async stop() {
      stopping.abort();
      await running;
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
    if (error instanceof RpcError) return null;
    throw error;
  }
}
