import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EthereumHeader, toHex } from '@hopscope/chain';
import { z } from 'zod';
import type { EthereumNode } from './ethereum-node.ts';

/** The two formats of nodes' call traces. */
export const traceShapes = {
  trace_block: { method: 'trace_block', options: [] },
  callTracer: { method: 'debug_traceBlockByNumber', options: [{ tracer: 'callTracer' }] },
} as const;
export type TraceShape = keyof typeof traceShapes;

/** Writes answers about one block to its folder below `folder`. */
export function writeAnswers(
  folder: string,
  height: number,
  answers: Readonly<Record<string, unknown>>,
): void {
  const place = join(folder, String(height));
  mkdirSync(place, { recursive: true });
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(place, `${name}.json`), JSON.stringify(answer));
  }
}

/** Requests the traces of a block from a node. */
export function askTraces(node: EthereumNode, height: number, shape: TraceShape): Promise<unknown> {
  const { method, options } = traceShapes[shape];
  return node.call(method, `0x${height.toString(16)}`, ...options);
}

/** Records a node's blocks at these heights. */
export async function recordBlocks(
  node: EthereumNode,
  folder: string,
  heights: { from: number; to: number; shape: TraceShape },
): Promise<void> {
  for (let height = heights.from; height <= heights.to; height++) {
    const number = `0x${height.toString(16)}`;
    writeAnswers(folder, height, {
      block: await node.call('eth_getBlockByNumber', number, true),
      receipts: await node.call('eth_getBlockReceipts', number),
      traces: await askTraces(node, height, heights.shape),
    });
  }
}

const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
const bytes = (value: Uint8Array): string => `0x${toHex(value)}`;

/** Encodes a header up to Shanghai as a node returns it. */
export function headerAnswer(header: EthereumHeader, hash: Uint8Array): Record<string, unknown> {
  return {
    hash: bytes(hash),
    parentHash: bytes(header.parentHash),
    sha3Uncles: bytes(header.unclesHash),
    miner: bytes(header.miner),
    stateRoot: bytes(header.stateRoot),
    transactionsRoot: bytes(header.transactionsRoot),
    receiptsRoot: bytes(header.receiptsRoot),
    logsBloom: bytes(header.logsBloom),
    difficulty: quantity(header.difficulty),
    number: quantity(header.number),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.time),
    extraData: bytes(header.extraData),
    mixHash: bytes(header.mixHash),
    nonce: bytes(header.nonce),
    baseFeePerGas: quantity(header.baseFee ?? 0n),
    withdrawalsRoot: bytes(header.withdrawalsRoot ?? new Uint8Array()),
    withdrawals: [],
    uncles: [],
    transactions: [],
  };
}

/** One internal transfer of ether: index of the transaction, from, to or `nobody`, wei. */
export type ReportedTransfer = readonly [number, string, string, bigint];

interface Call {
  type: string;
  from: string;
  to?: string | undefined;
  value?: string | undefined;
  error?: string | undefined;
  calls?: Call[] | undefined;
}

const call: z.ZodType<Call> = z.object({
  type: z.string(),
  from: z.string(),
  to: z.string().optional(),
  value: z.string().optional(),
  error: z.string().optional(),
  get calls() {
    return z.array(call).optional();
  },
});

const callAnswer = z.array(z.object({ result: call }));

const traceAnswer = z.array(
  z.object({
    type: z.enum(['call', 'create', 'suicide', 'reward']),
    traceAddress: z.array(z.number()),
    transactionPosition: z.number().nullish(),
    error: z.string().nullish(),
    result: z.object({ address: z.string().optional() }).nullish(),
    action: z.object({
      callType: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
      value: z.string().optional(),
      address: z.string().optional(),
      refundAddress: z.string().optional(),
      balance: z.string().optional(),
    }),
  }),
);

function reported(index: number, from: string, to: string, value: bigint): ReportedTransfer[] {
  return value === 0n ? [] : [[index, from, from === to ? 'nobody' : to, value]];
}

function readCalls(index: number, parent: Call): ReportedTransfer[] {
  if (parent.error !== undefined) return [];
  return (parent.calls ?? []).flatMap((own) => {
    const moves = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(own.type) && own.error === undefined;
    const here = moves ? reported(index, own.from, own.to ?? '', BigInt(own.value ?? 0)) : [];
    return [...here, ...readCalls(index, own)];
  });
}

/** Returns the internal transfers of a node's answer, read in the simplest way. */
export function reportedTransfers(answer: unknown, shape: TraceShape): ReportedTransfer[] {
  if (shape === 'callTracer') {
    return callAnswer.parse(answer).flatMap(({ result }, index) => readCalls(index, result));
  }
  const traces = traceAnswer.parse(answer);
  const failed = traces.filter(({ error }) => typeof error === 'string');
  return traces.flatMap(({ type, traceAddress, transactionPosition, action, result }) => {
    const index = transactionPosition ?? -1;
    const undone = failed.some(
      (above) =>
        above.transactionPosition === index &&
        above.traceAddress.every((place, depth) => traceAddress[depth] === place),
    );
    if (undone || type === 'reward' || traceAddress.length === 0) return [];
    if (type === 'suicide') {
      return reported(index, action.address ?? '', action.refundAddress ?? '', BigInt(action.balance ?? 0));
    }
    if (type === 'call' && action.callType !== 'call') return [];
    const to = type === 'create' ? result?.address : action.to;
    return reported(index, action.from ?? '', to ?? '', BigInt(action.value ?? 0));
  });
}
