import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addressKeyOfScript,
  classifyScript,
  encodeAddress,
  encodeHeader,
  isCoinbase,
  networks,
  parseAddress,
  scriptOfAddressKey,
  toDisplayHash,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import type { NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

/** An Esplora service over a list of blocks, with the published API; its answers can be changed while it runs. */
export interface EsploraTestServer {
  url: string;
  requests: number;
  /** Requested paths, in order. */
  asked: string[];
  /** Replaces the chain. */
  setBlocks(blocks: readonly BlockAtHeight[]): void;
  /** Overrides answers by path; undefined means the usual answer. */
  instead: (path: string) => { status?: number; headers?: Record<string, string>; body: string } | undefined;
  close(): Promise<void>;
}

interface Placed {
  tx: Transaction;
  block: BlockAtHeight;
  index: number;
}

const perPage = 25;

function sha256d(bytes: Uint8Array): Uint8Array {
  return nativeHashing.sha256(nativeHashing.sha256(bytes));
}

/** Returns the siblings of a leaf on the path to the root, lowest first. */
function branchOf(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  const branch: Uint8Array[] = [];
  let level = [...leaves];
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    if (level.length % 2 === 1) level.push(level.at(-1) ?? new Uint8Array(32));
    branch.push(level[at ^ 1] ?? new Uint8Array(32));
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(sha256d(Buffer.concat([level[i] ?? new Uint8Array(), level[i + 1] ?? new Uint8Array()])));
    }
    level = next;
  }
  return branch;
}

function indexOf(blocks: readonly BlockAtHeight[]) {
  const txs = new Map<string, Placed>();
  const histories = new Map<string, Placed[]>();
  const stats = new Map<string, { received: bigint; spent: bigint; funded: number; spends: number }>();
  const statsOf = (script: string) => {
    const found = stats.get(script) ?? { received: 0n, spent: 0n, funded: 0, spends: 0 };
    stats.set(script, found);
    return found;
  };
  for (const block of blocks) {
    block.block.transactions.forEach((tx, index) => {
      const placed = { tx, block, index };
      const touched = new Set<string>();
      if (!isCoinbase(tx)) {
        for (const input of tx.inputs) {
          const output = txs.get(toHex(input.prevTxid))?.tx.outputs[input.prevVout];
          if (!output) continue;
          const script = toHex(output.script);
          touched.add(script);
          const own = statsOf(script);
          own.spent += output.value;
          own.spends++;
        }
      }
      txs.set(toHex(tx.txid), placed);
      for (const { script, value } of tx.outputs) {
        touched.add(toHex(script));
        const own = statsOf(toHex(script));
        own.received += value;
        own.funded++;
      }
      for (const script of touched) {
        const history = histories.get(script) ?? [];
        history.push(placed);
        histories.set(script, history);
      }
    });
  }
  return { txs, histories, stats };
}

/** Starts the service on a loopback port. */
export async function startEsplora(
  network: NetworkName,
  first: readonly BlockAtHeight[],
): Promise<EsploraTestServer> {
  let blocks = first;
  let index = indexOf(first);
  const known = new Map<string, BlockAtHeight>();
  const remember = (list: readonly BlockAtHeight[]): void => {
    for (const block of list) known.set(toDisplayHash(block.block.hash), block);
  };
  remember(first);

  function outputView({ script, value }: { script: Uint8Array; value: bigint }) {
    const type = classifyScript(script);
    const key = type === 'p2pk' ? undefined : addressKeyOfScript(script, nativeHashing);
    return {
      scriptpubkey: toHex(script),
      scriptpubkey_asm: '',
      scriptpubkey_type: type,
      ...(key && { scriptpubkey_address: encodeAddress(key, networks[network]) }),
      value: Number(value),
    };
  }

  function txView({ tx, block }: Placed) {
    const coinbase = isCoinbase(tx);
    return {
      txid: toDisplayHash(tx.txid),
      version: tx.version,
      locktime: tx.locktime,
      vin: tx.inputs.map((input) => {
        const output = index.txs.get(toHex(input.prevTxid))?.tx.outputs[input.prevVout];
        return {
          txid: toDisplayHash(input.prevTxid),
          vout: input.prevVout,
          prevout: output && !coinbase ? outputView(output) : null,
          scriptsig: toHex(input.script),
          scriptsig_asm: '',
          ...(input.witness.length > 0 && { witness: input.witness.map((item) => toHex(item)) }),
          is_coinbase: coinbase,
          sequence: input.sequence,
        };
      }),
      vout: tx.outputs.map(outputView),
      size: tx.size,
      weight: tx.weight,
      fee: 0,
      status: {
        confirmed: true,
        block_height: block.height,
        block_hash: toDisplayHash(block.block.hash),
        block_time: block.block.header.time,
      },
    };
  }

  function scriptOf(address: string): string | undefined {
    try {
      return toHex(scriptOfAddressKey(parseAddress(address, networks[network]).key));
    } catch {
      return undefined;
    }
  }

  function answer(path: string): unknown {
    const tip = blocks.at(-1);
    const [, kind, id = '', more, further, last] = path.split('/');
    if (path === '/blocks/tip/hash') return tip && toDisplayHash(tip.block.hash);
    if (kind === 'block-height') {
      const found = blocks.find(({ height }) => height === Number(id));
      return found && toDisplayHash(found.block.hash);
    }
    if (kind === 'block') {
      const found = known.get(id);
      if (!found) return undefined;
      if (more === 'header') return toHex(encodeHeader(found.block.header));
      if (more === 'status') return { in_best_chain: blocks.includes(found), height: found.height };
      return {
        id,
        height: found.height,
        timestamp: found.block.header.time,
        tx_count: found.block.transactions.length,
      };
    }
    if (kind === 'tx') {
      const placed = index.txs.get(toHex(Buffer.from(id, 'hex').reverse()));
      if (!placed) return undefined;
      if (more !== 'merkle-proof') return txView(placed);
      const leaves = placed.block.block.transactions.map(({ txid }) => txid);
      return {
        block_height: placed.block.height,
        merkle: branchOf(leaves, placed.index).map(toDisplayHash),
        pos: placed.index,
      };
    }
    const script = kind === 'address' ? scriptOf(decodeURIComponent(id)) : undefined;
    if (script === undefined) return undefined;
    const history = (index.histories.get(script) ?? []).toReversed();
    if (more === undefined) {
      const own = index.stats.get(script);
      const none = {
        funded_txo_count: 0,
        funded_txo_sum: 0,
        spent_txo_count: 0,
        spent_txo_sum: 0,
        tx_count: 0,
      };
      return {
        address: id,
        chain_stats: {
          funded_txo_count: own?.funded ?? 0,
          funded_txo_sum: Number(own?.received ?? 0n),
          spent_txo_count: own?.spends ?? 0,
          spent_txo_sum: Number(own?.spent ?? 0n),
          tx_count: history.length,
        },
        mempool_stats: none,
      };
    }
    if (more !== 'txs' || further !== 'chain') return undefined;
    const after = last === undefined ? -1 : history.findIndex(({ tx }) => toDisplayHash(tx.txid) === last);
    return history.slice(after + 1, after + 1 + perPage).map(txView);
  }

  const server: EsploraTestServer = {
    url: '',
    requests: 0,
    asked: [],
    setBlocks(list) {
      blocks = list;
      index = indexOf(list);
      remember(list);
    },
    instead: () => undefined,
    close: async () => {},
  };
  function send(response: ServerResponse, path: string): void {
    const other = server.instead(path);
    if (other) {
      response.writeHead(other.status ?? 200, other.headers).end(other.body);
      return;
    }
    const reported = answer(path);
    if (reported === undefined) response.writeHead(404).end('not found');
    else response.end(typeof reported === 'string' ? reported : JSON.stringify(reported));
  }
  const http = createServer((request, response) => {
    server.requests++;
    const path = (request.url ?? '').replace(/^\/api/, '');
    server.asked.push(path);
    send(response, path);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api`;
  server.close = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return server;
}
