import { decodeHeader, fromDisplayHash, fromHex, type Hashing, toDisplayHash } from '@hopscope/chain';
import { z } from 'zod';
import { createHttpClient, parseJson, requireOk } from '../shared/http-json.ts';
import type { RateLimiter } from '../shared/rate-limiter.ts';
import { SourceError } from '../shared/source-error.ts';
import { type EsploraTransaction, esploraTransaction } from './read-tx.ts';

const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const amount = z.int().min(0);
const hashText = z.string().regex(/^[0-9a-f]{64}$/);

const statistics = z.object({
  chain_stats: z.object({ funded_txo_sum: amount, spent_txo_sum: amount, tx_count: count }),
});
const blockFacts = z.object({ id: hashText, height: count, timestamp: z.int().min(0) });
const merkleProof = z.object({ block_height: count, merkle: z.array(hashText).max(40), pos: count });
const transactions = z.array(esploraTransaction).max(1000);
const standing = z.object({ in_best_chain: z.boolean() });

/** A remote provider's totals of an address, only from mined transactions; satoshis. */
export interface AddressStatistics {
  total: number;
  received: bigint;
  spent: bigint;
}

/** A block at a remote provider; hash in internal byte order. */
export interface RemoteBlock {
  hash: Uint8Array;
  height: number;
  time: number;
}

/** The calls of an Esplora service that Hopscope uses. Each throws SourceError; hashes in internal byte order. */
export interface EsploraApi {
  tipHash(): Promise<Uint8Array>;
  block(hash: Uint8Array): Promise<RemoteBlock>;
  /** Returns undefined if the chain of the provider is lower. */
  hashAt(height: number): Promise<Uint8Array | undefined>;
  inBestChain(hash: Uint8Array): Promise<boolean>;
  /** Returns the 80 bytes of a header, verified against the hash. */
  header(hash: Uint8Array): Promise<Uint8Array>;
  statistics(address: string): Promise<AddressStatistics>;
  /** Returns mined transactions of an address, newest first, those after `lastSeen`. */
  history(address: string, lastSeen: Uint8Array | undefined): Promise<EsploraTransaction[]>;
  /** Returns undefined if the provider doesn't have the transaction. */
  transaction(txid: Uint8Array): Promise<EsploraTransaction | undefined>;
  /** Returns undefined if the provider doesn't support proofs. */
  merkleProof(txid: Uint8Array): Promise<{ branch: Uint8Array[]; place: number } | undefined>;
  requests(): number;
}

/** Creates a client of an Esplora service (its HTTP API as published in API.md of the project). `url`: base of its calls. */
export function createEsploraApi(options: {
  url: string;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  limiter: RateLimiter;
  hashing: Hashing;
}): EsploraApi {
  const client = createHttpClient({ ...options, url: options.url.replace(/\/*$/, '/') });

  /** Returns undefined if the resource doesn't exist. */
  async function find(path: string): Promise<Uint8Array | undefined> {
    await options.limiter.acquire();
    const answer = await client.ask({ path });
    return answer.status === 404 ? undefined : requireOk(answer).bytes;
  }

  async function get(path: string): Promise<Uint8Array> {
    const found = await find(path);
    if (!found) throw new SourceError('refused', 'The service does not have the requested data (HTTP 404)');
    return found;
  }

  function read<T>(schema: z.ZodType<T>, bytes: Uint8Array, what: string): T {
    const parsed = schema.safeParse(parseJson(bytes));
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new SourceError('contradictory', `The service returned ${what} in an unknown format (${where})`);
  }

  function readHash(bytes: Uint8Array): Uint8Array {
    const text = new TextDecoder().decode(bytes.subarray(0, 80)).trim();
    if (!/^[0-9a-f]{64}$/.test(text)) {
      throw new SourceError('contradictory', 'The service returned a block hash in an unknown format');
    }
    return fromDisplayHash(text);
  }

  return {
    tipHash: async () => readHash(await get('blocks/tip/hash')),
    async block(hash) {
      const name = toDisplayHash(hash);
      const { id, height, timestamp } = read(blockFacts, await get(`block/${name}`), 'a block');
      if (id !== name) throw new SourceError('contradictory', 'The service returned a different block');
      return { hash, height, time: timestamp };
    },
    async hashAt(height) {
      const found = await find(`block-height/${height}`);
      return found && readHash(found);
    },
    async inBestChain(hash) {
      const found = await find(`block/${toDisplayHash(hash)}/status`);
      return found !== undefined && read(standing, found, 'where a block stands').in_best_chain;
    },
    async header(hash) {
      const text = new TextDecoder().decode(
        (await get(`block/${toDisplayHash(hash)}/header`)).subarray(0, 200),
      );
      if (!/^[0-9a-f]{160}$/.test(text.trim())) {
        throw new SourceError('contradictory', 'The service returned a header in an unknown format');
      }
      const header = fromHex(text.trim());
      const { hash: own } = decodeHeader(header, options.hashing);
      if (toDisplayHash(own) !== toDisplayHash(hash)) {
        throw new SourceError('contradictory', 'The service returned the header of a different block');
      }
      return header;
    },
    async statistics(address) {
      const found = await get(`address/${encodeURIComponent(address)}`);
      const { chain_stats: reported } = read(statistics, found, 'an address');
      return {
        total: reported.tx_count,
        received: BigInt(reported.funded_txo_sum),
        spent: BigInt(reported.spent_txo_sum),
      };
    },
    async history(address, lastSeen) {
      const after = lastSeen ? `/${toDisplayHash(lastSeen)}` : '';
      const path = `address/${encodeURIComponent(address)}/txs/chain${after}`;
      return read(transactions, await get(path), 'a history');
    },
    async transaction(txid) {
      const found = await find(`tx/${toDisplayHash(txid)}`);
      return found && read(esploraTransaction, found, 'a transaction');
    },
    async merkleProof(txid) {
      const found = await find(`tx/${toDisplayHash(txid)}/merkle-proof`);
      if (!found) return undefined;
      const { merkle, pos } = read(merkleProof, found, 'a merkle proof');
      return { branch: merkle.map(fromDisplayHash), place: pos };
    },
    requests: () => client.requests(),
  };
}
