import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BitcoinNetworkName,
  decodeHeader,
  decodeTransaction,
  encodeTransaction,
  networks,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import { z } from 'zod';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { openZmqPublisher, type ZmqPublisher } from './zmq-publisher.ts';

export interface BitcoinNodeOptions {
  network: BitcoinNetworkName;
  /** Raw blocks, in ascending order. */
  blocks: readonly Uint8Array[];
  /** Height of the first block; above 0, the node is pruned below it. */
  firstHeight?: number;
}

/** Capabilities and dialect of the node; may change while it runs. */
export interface NodeManners {
  rest: boolean;
  /** `boolean`: `getblock` refuses numbers, as btcd and bcoin do. */
  getblock: 'number' | 'boolean';
  /** 1: errors of single calls have an HTTP error status (Bitcoin Core up to 27). */
  jsonRpc: 1 | 2;
  /** `user:password`, or undefined for a node without authentication. */
  credentials: string | undefined;
  /** Whether `getrawmempool` supports the sequence. */
  sequence: boolean;
  mempool: boolean;
  /** Blocks below are deleted, but their hashes are known. */
  prunedBelow: number;
  /** Blocks from this height on, except the newest, are temporarily answered with an error. */
  brokenFrom: number;
  /** Name of the chain in the node's answers; undefined: the usual one. */
  chain: string | undefined;
  /** `leaving`: a requested transaction has just left the mempool. `refused`: it stays, but isn't returned. */
  transactions: 'given' | 'leaving' | 'refused';
  /** If set, every call is answered with error -28 and this text. */
  warmup: string | undefined;
}

/** A node over a list of raw blocks, with RPC, REST, and ZMQ as in Bitcoin Core. */
export interface BitcoinTestNode {
  url: string;
  zmq: ZmqPublisher;
  manners: NodeManners;
  requests: number;
  /** Requested methods and REST paths, in order. */
  asked: string[];
  /** Heights of blocks requested by hash, in order. */
  given: number[];
  height(): number;
  /** Replaces all blocks from `height` on, and announces the new tip. */
  setFrom(height: number, blocks: readonly Uint8Array[]): void;
  /** Adds a transaction to the mempool; confirmed ones leave it automatically. */
  addMempool(tx: Transaction): void;
  removeMempool(tx: Transaction): void;
  close(): Promise<void>;
}

const call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });

class CallError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const chainNames: Record<BitcoinNetworkName, string> = {
  mainnet: 'main',
  testnet: 'test',
  signet: 'signet',
  regtest: 'regtest',
  demo: 'demo',
};

const hashOf = (raw: Uint8Array): string =>
  toDisplayHash(decodeHeader(raw.subarray(0, 80), nativeHashing).hash);

export async function startBitcoinNode(options: BitcoinNodeOptions): Promise<BitcoinTestNode> {
  const { network, firstHeight = 0 } = options;
  const chain: { hash: string; raw: Uint8Array }[] = [];
  const waiting = new Map<string, Uint8Array>();
  const zmq = await openZmqPublisher();
  let sequence = 1;

  const top = (): number => firstHeight + chain.length - 1;
  const find = (hash: unknown): { height: number; raw: Uint8Array } => {
    const at = chain.findIndex((block) => block.hash === hash);
    const raw = chain[at]?.raw;
    if (!raw) throw new CallError(-5, 'Block not found');
    const height = firstHeight + at;
    if (height >= node.manners.brokenFrom && height < top()) throw new CallError(-1, 'Block file is busy');
    node.given.push(height);
    if (height < node.manners.prunedBelow) throw new CallError(-1, 'Block not available (pruned data)');
    return { height, raw };
  };
  const need = (wanted: boolean): void => {
    if (!wanted) throw new CallError(-32601, 'Method not found');
  };

  function chainInfo(): Record<string, unknown> {
    const lowest = Math.max(node.manners.prunedBelow, firstHeight);
    return {
      chain: node.manners.chain ?? chainNames[network],
      blocks: top(),
      headers: top(),
      bestblockhash: chain.at(-1)?.hash,
      initialblockdownload: false,
      size_on_disk: chain.reduce((sum, { raw }) => sum + raw.length, 0),
      pruned: lowest > 0,
      ...(lowest > 0 && { pruneheight: lowest }),
    };
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    const [first, second] = params;
    if (node.manners.warmup !== undefined) throw new CallError(-28, node.manners.warmup);
    switch (method) {
      case 'getblockchaininfo':
        return chainInfo();
      case 'getbestblockhash':
        return chain.at(-1)?.hash;
      case 'getblockhash': {
        if (first === 0 && firstHeight > 0) return networks[network].genesisHash;
        const found = typeof first === 'number' ? chain[first - firstHeight] : undefined;
        if (!found) throw new CallError(-8, 'Block height out of range');
        return found.hash;
      }
      case 'getblock':
        if (typeof second !== node.manners.getblock) throw new CallError(-1, 'JSON value is of another type');
        return Buffer.from(find(first).raw).toString('hex');
      case 'getnetworkinfo':
        return { subversion: '/Satoshi:29.0.0/' };
      case 'getzmqnotifications':
        return ['hashblock', 'rawtx'].map((topic) => ({ type: `pub${topic}`, address: zmq.url, hwm: 1000 }));
      case 'getmempoolinfo':
        need(node.manners.mempool);
        return { loaded: true, size: waiting.size };
      case 'getrawmempool':
        need(node.manners.mempool);
        if (second !== true) return [...waiting.keys()];
        need(node.manners.sequence);
        return { txids: [...waiting.keys()], mempool_sequence: sequence };
      case 'getrawtransaction': {
        const raw = typeof first === 'string' ? waiting.get(first) : undefined;
        if (node.manners.transactions !== 'given') {
          if (node.manners.transactions === 'leaving') waiting.delete(String(first));
          throw new CallError(-1, 'Transaction not available');
        }
        if (!raw) throw new CallError(-5, 'No such mempool transaction');
        return Buffer.from(raw).toString('hex');
      }
      default:
        throw new CallError(-32601, 'Method not found');
    }
  }

  function obey(entry: unknown): { body: object; failed: boolean } {
    const { id, method, params } = call.parse(entry);
    node.asked.push(method);
    const frame = node.manners.jsonRpc === 2 ? { jsonrpc: '2.0' } : {};
    const nothing = node.manners.jsonRpc === 2 ? {} : { error: null };
    try {
      return { body: { ...frame, result: answer(method, params), ...nothing, id }, failed: false };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const reported = { code: error.code, message: error.message };
      const none = node.manners.jsonRpc === 2 ? {} : { result: null };
      return { body: { ...frame, ...none, error: reported, id }, failed: true };
    }
  }

  async function rpc(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const { credentials, jsonRpc } = node.manners;
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="jsonrpc"' }).end();
      return;
    }
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) {
      send(response, 200, JSON.stringify(parsed.map((entry) => obey(entry).body)));
      return;
    }
    const { body, failed } = obey(parsed);
    send(response, failed && jsonRpc === 1 ? 500 : 200, JSON.stringify(body));
  }

  function rest(path: string, response: ServerResponse): void {
    node.asked.push(path);
    const [, hash] = /^\/rest\/block\/([0-9a-f]{64})\.bin$/.exec(path) ?? [];
    if (!node.manners.rest) return send(response, 404, '');
    if (path === '/rest/chaininfo.json') return send(response, 200, JSON.stringify(chainInfo()));
    if (!hash) return send(response, 404, '');
    try {
      const { raw } = find(hash);
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(raw);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      send(response, 404, `${hash} ${error.message.replace('Block ', '')}\r\n`);
    }
  }

  const server = createServer((request, response) => {
    node.requests++;
    const path = request.url ?? '/';
    if (request.method === 'GET') rest(path, response);
    else {
      rpc(request, response).catch((error: unknown) => {
        process.stderr.write(`The test's node failed: ${String(error)}\n`);
        response.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const node: BitcoinTestNode = {
    url: `http://127.0.0.1:${port}`,
    zmq,
    requests: 0,
    asked: [],
    given: [],
    manners: {
      rest: true,
      getblock: 'number',
      jsonRpc: 1,
      credentials: undefined,
      sequence: true,
      mempool: true,
      prunedBelow: 0,
      brokenFrom: Number.POSITIVE_INFINITY,
      chain: undefined,
      transactions: 'given',
      warmup: undefined,
    },
    height: top,
    setFrom(height, blocks) {
      chain.splice(height - firstHeight);
      for (const raw of blocks) {
        chain.push({ hash: hashOf(raw), raw });
        zmq.publish('hashblock', Buffer.from(chain.at(-1)?.hash ?? '', 'hex'));
      }
    },
    addMempool(tx) {
      const raw = encodeTransaction(tx);
      decodeTransaction(raw, { hashing: nativeHashing });
      waiting.set(toDisplayHash(tx.txid), raw);
      sequence++;
      zmq.publish('rawtx', raw);
    },
    removeMempool(tx) {
      waiting.delete(toDisplayHash(tx.txid));
      sequence++;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await zmq.close();
    },
  };
  node.setFrom(firstHeight, options.blocks);
  return node;
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
