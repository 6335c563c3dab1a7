import { equalBytes, fromHex } from '@hopscope/chain';
import { type RpcAnswer, type RpcClient, resultOf } from '../shared/json-rpc.ts';
import { smallQuantity, toQuantity } from './quantities.ts';
import { SourceError } from '../shared/source-error.ts';

/** Detected capabilities of a node. */
export interface Capabilities {
  /** Name and version that it reports; null if it doesn't. */
  client: string | null;
  receipts: 'block' | 'transaction';
  /** null: no traces, so internal transfers remain unknown. */
  traces: 'trace_block' | 'callTracer' | null;
  /** Whether it has balances of past blocks. */
  archive: boolean;
}

export interface HeadRef {
  height: number;
  hash: Uint8Array;
}

/** Result of the first requests to a node. */
export interface Probe {
  chainId: bigint;
  head: HeadRef;
  capabilities: Capabilities;
}

const unsupportedCode = -32601;
const unsupportedText =
  /not (?:found|available|supported|exist|enabled|allowed|implemented)|unsupported|unknown method/i;
const longestClientName = 80;

/** Returns true if an error means that the method doesn't exist, and not a temporary failure. */
export function isUnsupported(answer: RpcAnswer): boolean {
  return !answer.ok && (answer.code === unsupportedCode || unsupportedText.test(answer.message));
}

/** Returns true if an error looks temporary: the same call may succeed later. A limit of gas is the contract's own. */
export function isTemporary(answer: RpcAnswer): boolean {
  return (
    !answer.ok &&
    !isUnsupported(answer) &&
    !/\bgas\b/i.test(answer.message) &&
    /timeout|limit|busy|later|try again|missing trie node|unavailable/i.test(answer.message)
  );
}

export const traceOptions = { tracer: 'callTracer' } as const;

/**
 * Returns height and hash from a response of `eth_getBlockByNumber`; null if the node has no such block. Throws SourceError.
 */
export function readHeadRef(value: unknown): HeadRef | null {
  if (value === null) return null;
  if (typeof value === 'object' && 'number' in value && 'hash' in value) {
    const height = smallQuantity(value.number);
    if (height !== undefined && typeof value.hash === 'string' && /^0x[0-9a-f]{64}$/i.test(value.hash)) {
      return { height, hash: fromHex(value.hash.slice(2)) };
    }
  }
  throw new SourceError('contradictory', 'The node returned its newest block in an unknown format');
}

function readChainId(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value);
  throw new SourceError('contradictory', 'The node does not report its chain ID');
}

/** Determines chain, chain tip, and capabilities of a node in two requests. Throws SourceError. */
export async function probeNode(client: RpcClient): Promise<Probe> {
  const [chain, name, newest] = await client.batch([
    { method: 'eth_chainId', params: [] },
    { method: 'web3_clientVersion', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]);
  const chainId = readChainId(resultOf(chain, 'eth_chainId'));
  const head = readHeadRef(resultOf(newest, 'eth_getBlockByNumber'));
  if (!head) throw new SourceError('contradictory', 'The node has no blocks yet');
  const at = toQuantity(head.height);
  const [same, receipts, parity, geth, past] = await client.batch([
    { method: 'eth_getBlockByNumber', params: [at, false] },
    { method: 'eth_getBlockReceipts', params: [at] },
    { method: 'trace_block', params: [at] },
    { method: 'debug_traceBlockByNumber', params: [at, traceOptions] },
    { method: 'eth_getBalance', params: [`0x${'00'.repeat(20)}`, '0x0'] },
  ]);
  const still = readHeadRef(resultOf(same, 'eth_getBlockByNumber'));
  if (!still || !equalBytes(still.hash, head.hash)) {
    // Responses about a block that left the chain don't indicate capabilities.
    throw new SourceError('contradictory', "The node's chain changed during the read");
  }
  const able = (answer: RpcAnswer | undefined): boolean =>
    answer?.ok === true && Array.isArray(answer.result);
  return {
    chainId,
    head,
    capabilities: {
      client: clientName(name),
      receipts: able(receipts) ? 'block' : 'transaction',
      traces: able(parity) ? 'trace_block' : able(geth) ? 'callTracer' : refuseUnclear([parity, geth]),
      archive: past?.ok === true,
    },
  };
}

/**
 * Returns that there are no traces, unless an error looks temporary, which must not disable them permanently. Throws
 * SourceError.
 */
function refuseUnclear(answers: readonly (RpcAnswer | undefined)[]): null {
  const unclear = answers.find((answer) => answer && isTemporary(answer));
  if (unclear && !unclear.ok) {
    throw new SourceError('refused', `Tracing is not available on the node: ${unclear.message}`);
  }
  return null;
}

function clientName(answer: RpcAnswer | undefined): string | null {
  if (!answer?.ok || typeof answer.result !== 'string') return null;
  const name = answer.result.replace(/[^\x20-\x7e]/g, '').slice(0, longestClientName);
  return name === '' ? null : name;
}
