import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { EthereumNode } from './ethereum-node.ts';

export type Dialect = 'etherscan' | 'blockscout';

/** Options of a service. */
export interface EtherscanOptions {
  dialect: Dialect;
  chainId: number;
  /** undefined: no key is required. */
  key?: string;
  /** Maximum of page times offset. */
  largest?: number;
  /** Maximum number of rows per answer, whatever is requested. */
  most?: number;
  /** Actions that the service lacks. */
  without?: readonly string[];
}

/** An Etherscan-compatible service over a real node: its lists are derived from blocks, receipts, and traces. */
export interface EtherscanTestServer {
  url: string;
  requests: number;
  /** Requested actions, in order. */
  asked: string[];
  /** Overrides answers by action; undefined means the usual answer. */
  instead: (action: string, query: URLSearchParams) => { status?: number; body: string } | undefined;
  close(): Promise<void>;
}

const hex = z.string();
const transaction = z.looseObject({
  hash: hex,
  nonce: hex,
  transactionIndex: hex,
  from: hex,
  to: hex.nullable(),
  value: hex,
  gas: hex,
  input: hex,
});
const block = z.looseObject({
  hash: hex,
  number: hex,
  timestamp: hex,
  transactions: z.array(transaction),
});
const log = z.object({ address: hex, topics: z.array(hex), data: hex, logIndex: hex });
const receipt = z.looseObject({
  transactionHash: hex,
  status: hex,
  gasUsed: hex,
  cumulativeGasUsed: hex,
  effectiveGasPrice: hex,
  contractAddress: hex.nullish(),
  logs: z.array(log),
});
const trace = z.looseObject({
  type: z.string(),
  traceAddress: z.array(z.int()),
  transactionHash: hex.nullish(),
  error: z.string().nullish(),
  action: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()).nullish(),
});

type Row = Record<string, string>;
interface ListEntry {
  action: string;
  height: number;
  parties: string[];
  row: Row;
}

const dec = (value: unknown): string => String(BigInt(z.string().parse(value)));
const word = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`;
const words = (data: string): bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((part) => BigInt(`0x${part}`));
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
};

interface BlockParts {
  block: z.infer<typeof block>;
  receipts: z.infer<typeof receipt>[];
  traces: z.infer<typeof trace>[];
}

async function partsOf(node: EthereumNode, height: number): Promise<BlockParts> {
  const at = `0x${height.toString(16)}`;
  const reported = block.parse(await node.call('eth_getBlockByNumber', at, true));
  if (height === 0) return { block: reported, receipts: [], traces: [] };
  return {
    block: reported,
    receipts: z.array(receipt).parse(await node.call('eth_getBlockReceipts', at)),
    traces: z.array(trace).parse(await node.call('trace_block', at)),
  };
}

/** Reads names of tokens from their contracts, once each. */
function tokenNames(node: EthereumNode) {
  const known = new Map<string, Promise<Row>>();
  async function text(to: string, data: string): Promise<string> {
    const answer = String(await node.call('eth_call', { to, data }, 'latest').catch(() => '0x'));
    const length = Number(words(answer)[1] ?? 0n);
    return Buffer.from(answer.slice(130, 130 + 2 * length), 'hex').toString();
  }
  async function ask(to: string): Promise<Row> {
    const decimals = String(
      await node.call('eth_call', { to, data: '0x313ce567' }, 'latest').catch(() => '0x'),
    );
    return {
      tokenName: await text(to, '0x06fdde03'),
      tokenSymbol: await text(to, '0x95d89b41'),
      tokenDecimal: decimals.length === 66 ? dec(decimals) : '',
    };
  }
  return (contract: string): Promise<Row> => {
    const asked = known.get(contract) ?? ask(contract);
    known.set(contract, asked);
    return asked;
  };
}

interface Moved {
  action: string;
  from: string;
  to: string;
  parts: Row;
}

function movedBy({ topics: [event, first, second, third], data }: z.infer<typeof log>): Moved[] {
  if (event === topics.transfer) {
    const parts: Row = third ? { tokenID: dec(third) } : { value: dec(data) };
    return [{ action: third ? 'tokennfttx' : 'tokentx', from: word(first), to: word(second), parts }];
  }
  const sides = { action: 'token1155tx', from: word(second), to: word(third) };
  const values = words(data);
  if (event === topics.single) {
    return [{ ...sides, parts: { tokenID: String(values[0]), tokenValue: String(values[1]) } }];
  }
  if (event !== topics.batch) return [];
  const count = Number(values[2] ?? 0n);
  return Array.from({ length: count }, (_, i) => ({
    ...sides,
    parts: { tokenID: String(values[3 + i]), tokenValue: String(values[4 + count + i]) },
  }));
}

/** Returns the rows of all lists that a block adds. */
async function rowsOf(
  { block: { number, timestamp, hash: blockHash, transactions }, receipts, traces }: BlockParts,
  dialect: Dialect,
  names: (contract: string) => Promise<Row>,
): Promise<ListEntry[]> {
  const height = Number(number);
  const place = { blockNumber: dec(number), timeStamp: dec(timestamp) };
  const rows: ListEntry[] = [];
  for (const [i, tx] of transactions.entries()) {
    const reported = receipts[i];
    if (!reported) throw new Error('A transaction without receipt');
    const common: Row = {
      ...place,
      hash: tx.hash,
      nonce: dec(tx.nonce),
      blockHash,
      transactionIndex: dec(tx.transactionIndex),
      gas: dec(tx.gas),
      gasPrice: dec(reported.effectiveGasPrice),
      gasUsed: dec(reported.gasUsed),
      cumulativeGasUsed: dec(reported.cumulativeGasUsed),
      confirmations: '1',
    };
    const contractAddress = reported.contractAddress ?? '';
    rows.push({
      action: 'txlist',
      height,
      parties: [tx.from, tx.to ?? '', contractAddress],
      row: {
        ...common,
        from: tx.from,
        to: tx.to ?? '',
        contractAddress,
        value: dec(tx.value),
        input: tx.input,
        isError: reported.status === '0x1' ? '0' : '1',
        txreceipt_status: reported.status === '0x1' ? '1' : '0',
      },
    });
    for (const entry of reported.logs) {
      for (const { action, from, to, parts } of movedBy(entry)) {
        const row: Row = {
          ...common,
          from,
          to,
          contractAddress: entry.address,
          ...(await names(entry.address)),
          input: 'deprecated',
          ...parts,
          ...(dialect === 'blockscout' && { logIndex: dec(entry.logIndex) }),
        };
        rows.push({ action, height, parties: [from, to], row });
      }
    }
  }
  return [...rows, ...internalRows(traces, height, place, dialect)];
}

function internalRows(
  traces: readonly z.infer<typeof trace>[],
  height: number,
  place: Row,
  dialect: Dialect,
): ListEntry[] {
  const counts = new Map<string, number>();
  const failed = new Map<string, string[]>();
  const rows: ListEntry[] = [];
  for (const { type, traceAddress, transactionHash, error, action, result } of traces) {
    if (!transactionHash) continue;
    const index = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, index + 1);
    const path = traceAddress.join('_');
    const undone = failed.get(transactionHash) ?? [];
    failed.set(transactionHash, undone);
    if (error) undone.push(path);
    const isError = undone.some((above) => above === '' || path === above || path.startsWith(`${above}_`));
    if (traceAddress.length === 0 && (dialect === 'etherscan' || type !== 'create')) continue;
    const dies = type === 'suicide';
    const from = String(dies ? action['address'] : action['from']);
    const to = type === 'create' ? '' : String(dies ? action['refundAddress'] : action['to']);
    const contractAddress = type === 'create' ? (hex.safeParse(result?.['address']).data ?? '') : '';
    rows.push({
      action: 'txlistinternal',
      height,
      parties: [from, to, contractAddress],
      row: {
        ...place,
        from,
        to,
        contractAddress,
        value: dec(dies ? action['balance'] : action['value']),
        input: '',
        type: dies ? 'suicide' : type,
        gas: '0',
        gasUsed: '0',
        isError: isError ? '1' : '0',
        errCode: error ?? '',
        ...(dialect === 'etherscan'
          ? { hash: transactionHash, traceId: path }
          : {
              transactionHash,
              index: String(index),
              ...(type === 'call' && { callType: String(action['callType']) }),
            }),
      },
    });
  }
  return rows;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

const nodeCalls = ['eth_blockNumber', 'eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionByHash'];

/** Starts a service over a node; it reads the node on every request. */
export async function startEtherscan(
  node: EthereumNode,
  options: EtherscanOptions,
): Promise<EtherscanTestServer> {
  const { dialect, largest = 10_000, most = largest, without = [] } = options;
  const names = tokenNames(node);
  const blocks: { hash: string; rows: ListEntry[] }[] = [];

  let looking: Promise<void> = Promise.resolve();

  /** Reads the node, one read at a time: abandoned requests continue beside new ones. */
  function look(): Promise<void> {
    looking = looking.catch(() => {}).then(lookOnce);
    return looking;
  }

  async function lookOnce(): Promise<void> {
    const top = await node.height();
    blocks.length = Math.min(blocks.length, top + 1);
    for (let height = blocks.length - 1; height >= 0; height--) {
      const at = `0x${height.toString(16)}`;
      const reported = z.object({ hash: hex }).parse(await node.call('eth_getBlockByNumber', at, false));
      if (blocks[height]?.hash === reported.hash) break;
      blocks.length = height;
    }
    for (let height = blocks.length; height <= top; height++) {
      const parts = await partsOf(node, height);
      blocks.push({ hash: parts.block.hash, rows: await rowsOf(parts, dialect, names) });
    }
  }

  const refuse = (result: string): string =>
    dialect === 'etherscan'
      ? JSON.stringify({ status: '0', message: 'NOTOK', result })
      : JSON.stringify({ status: '0', message: result, result: null });

  function list(action: string, query: URLSearchParams): string {
    const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
    const [page, offset] = [number('page', 1), number('offset', largest)];
    if (page * offset > largest) {
      return refuse('Result window is too large, PageNo x Offset size must be less than or equal to 10000');
    }
    const address = (query.get('address') ?? '').toLowerCase();
    const [from, to] = [number('startblock', 0), number('endblock', 2 ** 31)];
    const rows = blocks
      .slice(from, to + 1)
      .flatMap((entry) => entry.rows)
      .filter((entry) => entry.action === action && entry.parties.includes(address))
      .map(({ row }) => row);
    const size = Math.min(offset, most);
    const result = rows.slice((page - 1) * size, page * size);
    if (result.length === 0) return JSON.stringify({ status: '0', message: 'No transactions found', result });
    return JSON.stringify({ status: '1', message: 'OK', result });
  }

  async function proxied(method: string, params: readonly unknown[]): Promise<string> {
    return JSON.stringify({ jsonrpc: '2.0', id: 1, result: await node.call(method, ...params) });
  }

  async function account(action: string, query: URLSearchParams): Promise<string> {
    if (without.includes(action)) {
      return refuse(dialect === 'etherscan' ? 'Error! Missing Or invalid Action name' : 'Unknown action');
    }
    if (action === 'balance') {
      const reported = dec(await node.call('eth_getBalance', query.get('address'), 'latest'));
      return JSON.stringify({ status: '1', message: 'OK', result: reported });
    }
    await look();
    return list(action, query);
  }

  async function answer(query: URLSearchParams): Promise<string> {
    const action = query.get('action') ?? '';
    if (options.key !== undefined && query.get('apikey') !== options.key) {
      return refuse(
        query.has('apikey') ? `Invalid API Key (#err2)|${query.get('apikey')}` : 'Missing/Invalid API Key',
      );
    }
    if (dialect === 'etherscan' && query.get('chainid') !== String(options.chainId)) {
      return refuse('Missing or unsupported chainid parameter (required for v2 api)');
    }
    if (query.get('module') === 'account') return account(action, query);
    if (query.get('module') !== 'proxy' || dialect === 'blockscout') {
      return JSON.stringify({ message: 'Unknown module', result: null, status: '0' });
    }
    if (action === 'eth_getBlockByNumber') {
      return proxied(action, [query.get('tag'), query.get('boolean') === 'true']);
    }
    return proxied(action, []);
  }

  const call = z.object({ method: z.enum(nodeCalls), params: z.array(z.unknown()) });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    server.requests++;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const rpc = url.pathname.endsWith('/eth-rpc') ? call.parse(JSON.parse(await bodyOf(request))) : undefined;
    const action = rpc?.method ?? url.searchParams.get('action') ?? '';
    server.asked.push(action);
    const other = server.instead(action, url.searchParams);
    const body =
      other?.body ?? (rpc ? await proxied(rpc.method, rpc.params) : await answer(url.searchParams));
    response.writeHead(other?.status ?? 200, { 'content-type': 'application/json' });
    response.end(body);
  }

  const listener = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const server: EtherscanTestServer = {
    url: `http://127.0.0.1:${port}/api`,
    requests: 0,
    asked: [],
    instead: () => undefined,
    async close() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}
