import { equalBytes, toDisplayHash } from '@hopscope/chain';
import { isRecord } from '@hopscope/domain';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import { type RpcAnswer, type RpcCall, resultOf } from '../shared/json-rpc.ts';
import { SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';
import { readHash } from './probe.ts';

/** Number of transactions whose bytes are requested at once, and per step. */
const perRequest = 250;
const perStep = 5000;
/** Maximum size in bytes of a step, unless one request exceeds it. */
const stepBytes = 16_000_000;
/**
 * A node's list may be long: the pause between two lists is at least this many times as long as the last one took, and at
 * least `shortestRestMs`.
 */
const restFactor = 10;
const shortestRestMs = 250;
const maxTransactions = 2_000_000;
/**
 * RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core: the transaction has left the list in the meantime. Other nodes have other
 * codes.
 */
const gone = -5;

export interface MempoolFeed {
  /**
   * Synchronizes unconfirmed transactions, or some of the new ones; returns true if there is more to do immediately. Throws
   * SourceError.
   */
  step(): Promise<boolean>;
}

interface NodeMempool {
  present: Uint8Array[];
  tip: Uint8Array;
  /** Changes with every change of the node's list; undefined if the node doesn't provide it. */
  sequence: number | undefined;
}

/**
 * Synchronizes unconfirmed transactions with the node's list: requests the complete list, and the bytes of missing
 * transactions. The mempool store decides which ones fit its limit, in the order of fee rates.
 * @param options.now milliseconds
 */
export function createMempoolFeed(options: {
  client: CoreClient;
  mempool: BitcoinMempool;
  /** Returns the hash of the ledger's chain tip. */
  ledgerTip: () => Promise<Uint8Array | undefined>;
  /** Called with the remaining pause if the source is woken earlier: it must then be called again. */
  onRest: (ms: number) => void;
  now: () => number;
}): MempoolFeed {
  const { client, mempool, ledgerTip, onRest, now } = options;
  let counts = true;
  let restUntil = Number.NEGATIVE_INFINITY;
  let settled: NodeMempool | undefined;

  /** Returns undefined if a block arrived during the requests: list and chain tip must match. */
  async function list(): Promise<NodeMempool | undefined> {
    const [before, hashes, after] = await client.batch([
      { method: 'getbestblockhash', params: [] },
      { method: 'getrawmempool', params: counts ? [false, true] : [] },
      { method: 'getbestblockhash', params: [] },
    ]);
    if (counts && !hashes?.ok) {
      // Older nodes support neither the sequence nor its parameter.
      counts = false;
      return list();
    }
    const tip = readHash(resultOf(before, 'getbestblockhash'), 'its best block');
    if (!equalBytes(tip, readHash(resultOf(after, 'getbestblockhash'), 'its best block'))) return undefined;
    return { ...readList(resultOf(hashes, 'getrawmempool')), tip };
  }

  async function fetchRaw(txids: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    let bytes = 0;
    for (let from = 0; from < txids.length && bytes < stepBytes; from += perRequest) {
      for (const raw of await fetchPart(txids.slice(from, from + perRequest))) {
        found.push(raw);
        bytes += raw.length;
      }
    }
    return found;
  }

  /**
   * Throws the node's error for a transaction that it still lists; ignores those that have left the list in the meantime.
   */
  async function requireDropped(refused: readonly { txid: Uint8Array; answer: RpcAnswer }[]): Promise<void> {
    if (refused.length === 0) return;
    const [hashes] = await client.batch([{ method: 'getrawmempool', params: [] }]);
    const { present } = readList(resultOf(hashes, 'getrawmempool'));
    const waiting = new Set(present.map(toDisplayHash));
    for (const { txid, answer } of refused) {
      if (waiting.has(toDisplayHash(txid))) resultOf(answer, 'getrawtransaction');
    }
  }

  async function fetchPart(txids: readonly Uint8Array[]): Promise<Uint8Array[]> {
    try {
      const answers = await client.batch(
        txids.map((txid): RpcCall => ({ method: 'getrawtransaction', params: [toDisplayHash(txid)] })),
      );
      const asked = txids.flatMap((txid, i) => {
        const answer = answers[i];
        return answer ? [{ txid, answer }] : [];
      });
      await requireDropped(asked.filter(({ answer }) => !answer.ok && answer.code !== gone));
      return asked.flatMap(({ answer }) => (answer.ok ? [readRaw(answer)] : []));
    } catch (error) {
      const heavy = error instanceof SourceError && error.failure === 'too_large' && txids.length > 1;
      if (!heavy) throw error;
      const half = Math.ceil(txids.length / 2);
      return [...(await fetchPart(txids.slice(0, half))), ...(await fetchPart(txids.slice(half)))];
    }
  }

  return {
    async step() {
      const started = now();
      if (started < restUntil) {
        onRest(restUntil - started);
        return false;
      }
      const current = await list();
      restUntil = now() + Math.max(shortestRestMs, restFactor * (now() - started));
      if (!current || isSame(current, settled)) return false;
      const wanted = (await mempool.wanted(current.present)).slice(0, perStep + 1);
      const arrived = await fetchRaw(wanted.slice(0, perStep));
      await mempool.sync({ present: current.present, arrived, tip: current.tip });
      const more = arrived.length > 0 && arrived.length < wanted.length;
      const own = await ledgerTip();
      // While the ledger has another chain tip, transactions that left the list are kept: the list counts again once they
      // agree.
      settled = !more && own && equalBytes(own, current.tip) ? current : undefined;
      if (more) restUntil = now();
      return more;
    },
  };
}

function isSame(current: NodeMempool, before: NodeMempool | undefined): boolean {
  return (
    current.sequence !== undefined &&
    current.sequence === before?.sequence &&
    equalBytes(current.tip, before.tip)
  );
}

function readList(value: unknown): Omit<NodeMempool, 'tip'> {
  const txids = isRecord(value) ? value['txids'] : value;
  const sequence = isRecord(value) ? value['mempool_sequence'] : undefined;
  if (!Array.isArray(txids) || txids.length > maxTransactions) {
    throw new SourceError('contradictory', 'The node returned its mempool in an unknown format');
  }
  return {
    present: txids.map((txid: unknown) => readHash(txid, 'an unconfirmed transaction')),
    sequence: typeof sequence === 'number' ? sequence : undefined,
  };
}

function readRaw(answer: RpcAnswer): Uint8Array {
  const result = resultOf(answer, 'getrawtransaction');
  if (typeof result === 'string' && result.length % 2 === 0 && /^[0-9a-f]+$/i.test(result)) {
    return Buffer.from(result, 'hex');
  }
  throw new SourceError('contradictory', 'The node returned a transaction in an unknown format');
}
