import { fromHex, toHex } from '@hopscope/chain';
import { z } from 'zod';
import type { RemoteList } from '../../ledger/ethereum/remote/by-address.ts';
import { smallQuantity, toQuantity } from '../ethereum-rpc/quantities.ts';
import { createHttpClient, parseJson, requireOk, tidyText } from '../shared/http-json.ts';
import type { RateLimiter } from '../shared/rate-limiter.ts';
import { FatalSourceError, SourceError } from '../shared/source-error.ts';

const actions: Readonly<Record<RemoteList, string>> = {
  normal: 'txlist',
  internal: 'txlistinternal',
  erc20: 'tokentx',
  erc721: 'tokennfttx',
  erc1155: 'token1155tx',
};

const listAnswer = z.object({
  status: z.string().optional(),
  message: z.string().nullish(),
  result: z.unknown(),
});
const nodeAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  status: z.string().optional(),
  message: z.string().nullish(),
});
const hashText = z.string().regex(/^0x[0-9a-f]{64}$/i);
const blockFacts = z.object({
  hash: hashText,
  number: z.string(),
  timestamp: z.string(),
  transactions: z.array(z.unknown()).max(100_000),
});

/** How node calls are made: Etherscan has them in its own API, Blockscout separately (`/eth-rpc`). */
export type Dialect = 'etherscan' | 'blockscout';

/** A block according to the remote provider; `hashes` are those of its transactions. */
export interface RemoteEthereumBlock {
  height: number;
  hash: Uint8Array;
  time: number;
  hashes: Uint8Array[];
}

/** The calls of an Etherscan-compatible service that Hopscope uses. Each throws SourceError. */
export interface EtherscanApi {
  /** Detects the dialect of the service. Throws FatalSourceError if it is on another chain. */
  probe(): Promise<Dialect>;
  blockNumber(): Promise<number>;
  /** Returns undefined if the provider doesn't have the block. */
  block(height: number): Promise<RemoteEthereumBlock | undefined>;
  /** Returns the current balance of an address in wei. */
  balance(address: string): Promise<bigint>;
  /** Returns rows of a list within blocks (inclusive), oldest first; undefined if the provider has no such list. */
  list(
    list: RemoteList,
    asked: { address: string; from: number; to: number },
  ): Promise<readonly unknown[] | undefined>;
  requests(): number;
}

/** First blocks of chains that are easily confused (EIP-2124 starts counting from them). */
const genesisHashes: ReadonlyMap<bigint, string> = new Map([
  [1n, '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'],
  [11_155_111n, '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9'],
]);

const perSecondMs = 1000;
const perDayMs = 600_000;

/**
 * Converts a rejection to an error. Services repeat keys and addresses in their texts, so only known texts are interpreted,
 * and others are reduced to a short line without the key.
 */
function refusal(text: string, key: string | undefined): SourceError {
  if (/rate limit|too many requests/i.test(text)) {
    const daily = /daily/i.test(text);
    return new SourceError(
      'rate_limited',
      `The service refused: too many requests${daily ? ' today' : ''}`,
      daily ? perDayMs : perSecondMs,
    );
  }
  if (/api key/i.test(text)) {
    const given = key === undefined ? 'The service requires a key' : 'The service rejected the key';
    return new SourceError('unauthorized', `${given} (ETHERSCAN_API_KEY)`);
  }
  if (/result window is too large/i.test(text)) {
    return new SourceError('refused', 'The service returns fewer rows at once than requested');
  }
  if (/timeout/i.test(text)) {
    return new SourceError('timeout', 'The service reported a timeout for a list');
  }
  if (/chainid/i.test(text)) {
    return new SourceError('refused', 'The service does not support this chain (ETHEREUM_CHAIN_ID)');
  }
  const line = tidyText(withoutKey(text, key), 80);
  return new SourceError('refused', `The service refuses${line === '' ? '' : `: ${line}`}`);
}

function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined) return text;
  return text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
}

/** Creates a client of an Etherscan-compatible service. `url`: base of its calls. */
export function createEtherscanApi(options: {
  url: string;
  /** A secret: it is part of the URL of each request, because these services require that, and used nowhere else. */
  key: string | undefined;
  chainId: bigint;
  /** Number of rows to request at once. */
  window: number;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  limiter: RateLimiter;
}): EtherscanApi {
  const { key, chainId, window, limiter } = options;
  const client = createHttpClient({ ...options, url: options.url.replace(/[/?]+$/, '') });
  let dialect: Dialect = 'etherscan';

  async function ask(parameters: Record<string, string>): Promise<unknown> {
    await limiter.acquire();
    const query = new URLSearchParams(parameters);
    if (dialect === 'etherscan') query.set('chainid', String(chainId));
    if (key !== undefined) query.set('apikey', key);
    return parseJson(requireOk(await client.ask({ path: `?${query.toString()}` })).bytes);
  }

  function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new SourceError('contradictory', `The service returned ${what} in an unknown format`);
  }

  async function askNode(
    method: string,
    parameters: Record<string, string | boolean>,
  ): Promise<z.infer<typeof nodeAnswer>> {
    if (dialect === 'etherscan') {
      const query = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
      const answer = await ask({ module: 'proxy', action: method, ...Object.fromEntries(query) });
      return read(nodeAnswer, answer, 'an answer of its node');
    }
    await limiter.acquire();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: Object.values(parameters) });
    const query = key === undefined ? '' : `?apikey=${encodeURIComponent(key)}`;
    const { bytes } = requireOk(await client.ask({ path: `/eth-rpc${query}`, body }));
    return read(nodeAnswer, parseJson(bytes), 'an answer of its node');
  }

  /** Returns the result of a node call; null if the object doesn't exist. */
  async function node(method: string, parameters: Record<string, string | boolean> = {}): Promise<unknown> {
    const answer = await askNode(method, parameters);
    const { error, status, message, result } = answer;
    if (error) throw refusal(error.message, key);
    if (status === '0') throw refusal(`${message ?? ''} ${typeof result === 'string' ? result : ''}`, key);
    return result ?? null;
  }

  async function blockNumber(): Promise<number> {
    const height = smallQuantity(await node('eth_blockNumber'));
    if (height === undefined || height > 2 ** 31 - 1) {
      throw new SourceError('contradictory', 'The service returned a block number in an unknown format');
    }
    return height;
  }

  async function block(height: number): Promise<RemoteEthereumBlock | undefined> {
    const reported = await node('eth_getBlockByNumber', { tag: toQuantity(height), boolean: false });
    if (reported === null) return undefined;
    const { hash, number, timestamp, transactions } = read(blockFacts, reported, 'a block');
    const time = smallQuantity(timestamp);
    if (smallQuantity(number) !== height || time === undefined) {
      throw new SourceError('contradictory', 'The service returned a different block');
    }
    const hashes = transactions.map((entry) =>
      fromHex(read(hashText, entry, 'a block').slice(2).toLowerCase()),
    );
    return { height, hash: fromHex(hash.slice(2).toLowerCase()), time, hashes };
  }

  async function requireChain(): Promise<void> {
    if (dialect === 'blockscout') {
      const reported = await node('eth_chainId');
      const other =
        typeof reported === 'string' && /^0x[0-9a-f]{1,16}$/i.test(reported) && BigInt(reported) !== chainId;
      if (other)
        throw new FatalSourceError(`The service is on chain ${BigInt(reported)}, not on ${chainId}.`);
      return;
    }
    const expected = genesisHashes.get(chainId);
    if (expected === undefined) return;
    const first = await block(0);
    if (first && `0x${toHex(first.hash)}` !== expected) {
      throw new FatalSourceError(`The service is not on chain ${chainId}: its first block is another one.`);
    }
  }

  return {
    blockNumber,
    block,
    async probe() {
      dialect = 'etherscan';
      const answer = await askNode('eth_blockNumber', {});
      const unknown = answer.status === '0' && /unknown (module|action)/i.test(answer.message ?? '');
      if (unknown) dialect = 'blockscout';
      await requireChain();
      return dialect;
    },
    async balance(address) {
      const answer = read(
        listAnswer,
        await ask({ module: 'account', action: 'balance', address, tag: 'latest' }),
        'a balance',
      );
      if (answer.status === '0') throw refusal(textOf(answer), key);
      const amount = read(z.string().regex(/^\d{1,78}$/), answer.result, 'a balance');
      return BigInt(amount);
    },
    async list(list, { address, from, to }) {
      const answer = read(
        listAnswer,
        await ask({
          module: 'account',
          action: actions[list],
          address,
          startblock: String(from),
          endblock: String(to),
          page: '1',
          offset: String(window),
          sort: 'asc',
        }),
        'a list',
      );
      if (answer.status === '1') return read(z.array(z.unknown()).max(window), answer.result, 'a list');
      const text = textOf(answer);
      // Both services report an empty list as not found, with an empty result.
      if (/^No .*found/i.test(text)) return [];
      if (/unknown action|missing or invalid action/i.test(text)) return undefined;
      throw refusal(text, key);
    },
    requests: () => client.requests(),
  };
}

/** Returns the text of a rejection: Etherscan's is in the result, Blockscout's in the message. */
function textOf({ message, result }: z.infer<typeof listAnswer>): string {
  const parts = [message === 'NOTOK' ? '' : (message ?? ''), typeof result === 'string' ? result : ''];
  return parts.filter((part) => part !== '').join(' ');
}
