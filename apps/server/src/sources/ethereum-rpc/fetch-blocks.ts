import {
  type BlockTraces,
  blockRewards,
  decodeCallTraces,
  decodeEthereumBlock,
  decodeParityTraces,
  decodeReceipts,
  decodeUncle,
  type EthereumBlock,
  type EthereumHeader,
  equalBytes,
  type Receipt,
  toHex,
  verifyEthereumBlock,
  verifyRewards,
  verifyTraces,
} from '@hopscope/chain';
import { type Capabilities, type HeadRef, readHeadRef, traceOptions } from './capabilities.ts';
import { type RpcAnswer, type RpcCall, type RpcClient, resultOf } from '../shared/json-rpc.ts';
import { toQuantity } from './quantities.ts';
import { SourceError } from '../shared/source-error.ts';

/** A verified block with its uncles, receipts, and traces. */
export interface FetchedBlock {
  block: EthereumBlock;
  receipts: readonly Receipt[];
  uncles: readonly EthereumHeader[];
  /** null if the node has no traces. */
  traces: BlockTraces | null;
}

/** Chain tip of a node. */
export interface HeadView {
  latest: HeadRef;
  /** null if the node doesn't have it, as on chains without a beacon chain. */
  safe: HeadRef | null;
  finalized: HeadRef | null;
}

const mainnet = 1n;

function callsFor(height: number, { receipts, traces }: Capabilities): RpcCall[] {
  const at = toQuantity(height);
  const calls: RpcCall[] = [{ method: 'eth_getBlockByNumber', params: [at, true] }];
  // Block 0 executes nothing, and nodes refuse to trace it.
  if (height === 0) return calls;
  if (receipts === 'block') calls.push({ method: 'eth_getBlockReceipts', params: [at] });
  if (traces === 'trace_block') calls.push({ method: 'trace_block', params: [at] });
  if (traces === 'callTracer') {
    calls.push({ method: 'debug_traceBlockByNumber', params: [at, traceOptions] });
  }
  return calls;
}

const headTags = ['latest', 'safe', 'finalized'] as const;

function readHead(answers: readonly RpcAnswer[]): HeadView {
  const [latest, safe, finalized] = answers;
  const head = readHeadRef(resultOf(latest, 'eth_getBlockByNumber'));
  if (!head) throw new SourceError('contradictory', 'The node has no blocks yet');
  const optional = (answer: RpcAnswer | undefined): HeadRef | null =>
    answer?.ok ? readHeadRef(answer.result) : null;
  return { latest: head, safe: optional(safe), finalized: optional(finalized) };
}

/**
 * Requests blocks with their receipts and traces, and the chain tip, in one request; a second one only for uncles, and for
 * receipts that must be requested one by one. Verifies everything; null means that the node doesn't have a block. Throws
 * SourceError, or EthereumError if responses contradict themselves or each other.
 */
export async function fetchBlocks(
  client: RpcClient,
  chainId: bigint,
  capabilities: Capabilities,
  heights: readonly number[],
): Promise<{ blocks: (FetchedBlock | null)[]; head: HeadView }> {
  const perBlock = heights.map((height) => callsFor(height, capabilities));
  const head = headTags.map((tag): RpcCall => ({ method: 'eth_getBlockByNumber', params: [tag, false] }));
  const answers = await client.batch([...perBlock.flat(), ...head]);
  let at = 0;
  const raw = perBlock.map((calls, i) => {
    const own = answers.slice(at, at + calls.length);
    at += calls.length;
    return readRaw(heights[i] ?? 0, own, capabilities);
  });
  const further = await askFurther(client, raw);
  const blocks = raw.map((found) => found && complete(found, further, chainId));
  return { blocks, head: readHead(answers.slice(at)) };
}

interface RawBlock {
  block: EthereumBlock;
  /** undefined: to be requested one by one. */
  receipts: unknown;
  traces: BlockTraces | null;
}

function readRaw(height: number, answers: readonly RpcAnswer[], capabilities: Capabilities): RawBlock | null {
  const [first, ...rest] = answers;
  const answer = resultOf(first, 'eth_getBlockByNumber');
  if (answer === null) return null;
  const block = decodeEthereumBlock(answer);
  if (block.header.number !== height) {
    throw new SourceError(
      'contradictory',
      `The node returned block ${block.header.number} instead of block ${height}`,
    );
  }
  if (height === 0) {
    const traces = capabilities.traces === null ? null : { transactions: [], rewards: null };
    return { block, receipts: [], traces };
  }
  const receipts =
    capabilities.receipts === 'block'
      ? present(resultOf(rest.shift(), 'eth_getBlockReceipts'), 'receipts', height)
      : undefined;
  return { block, receipts, traces: readTraces(rest, capabilities, height) };
}

function readTraces(
  [answer]: readonly RpcAnswer[],
  { traces }: Capabilities,
  height: number,
): BlockTraces | null {
  if (traces === null) return null;
  const parity = traces === 'trace_block';
  const found = present(resultOf(answer, parity ? traces : 'debug_traceBlockByNumber'), 'traces', height);
  return parity ? decodeParityTraces(found) : decodeCallTraces(found);
}

function present(value: unknown, what: string, height: number): unknown {
  if (value === null || value === undefined) {
    throw new SourceError('contradictory', `The node has block ${height} but not its ${what}`);
  }
  return value;
}

/** Receipts that are requested one by one, and uncles, by the hash of their block. */
interface Further {
  receipts: Map<EthereumBlock, unknown[]>;
  uncles: Map<EthereumBlock, EthereumHeader[]>;
}

async function askFurther(client: RpcClient, raw: readonly (RawBlock | null)[]): Promise<Further> {
  const further: Further = { receipts: new Map(), uncles: new Map() };
  const calls: { call: RpcCall; take(result: unknown): void }[] = [];
  for (const found of raw) {
    if (!found) continue;
    const { block } = found;
    if (found.receipts === undefined) {
      const list: unknown[] = [];
      further.receipts.set(block, list);
      for (const { hash } of block.transactions) {
        calls.push({
          call: { method: 'eth_getTransactionReceipt', params: [`0x${toHex(hash)}`] },
          take: (result) => list.push(present(result, 'receipts', block.header.number)),
        });
      }
    }
    const uncles: EthereumHeader[] = [];
    further.uncles.set(block, uncles);
    block.uncles.forEach((hash, i) => {
      calls.push({
        call: {
          method: 'eth_getUncleByBlockHashAndIndex',
          params: [`0x${toHex(block.hash)}`, toQuantity(i)],
        },
        take(result) {
          const uncle = decodeUncle(present(result, 'uncles', block.header.number));
          if (!equalBytes(uncle.hash, hash)) {
            throw new SourceError(
              'contradictory',
              `The node returned a different uncle for block ${block.header.number}`,
            );
          }
          uncles.push(uncle.header);
        },
      });
    });
  }
  const answers = await client.batch(calls.map(({ call }) => call));
  calls.forEach(({ call, take }, i) => take(resultOf(answers[i], call.method)));
  return further;
}

function complete(found: RawBlock, further: Further, chainId: bigint): FetchedBlock {
  const { block, traces } = found;
  const receipts = decodeReceipts(found.receipts ?? further.receipts.get(block) ?? [], block);
  const uncles = further.uncles.get(block) ?? [];
  verifyEthereumBlock(block, { receipts, uncles });
  if (traces) {
    verifyTraces(traces, block, receipts);
    if (traces.rewards && chainId === mainnet) {
      verifyRewards(traces.rewards, blockRewards(block.header, uncles));
    }
  }
  return { block, receipts, uncles, traces };
}
