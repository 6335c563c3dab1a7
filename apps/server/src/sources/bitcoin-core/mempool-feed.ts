import { equalBytes, toDisplayHash } from '@hopscope/chain';
import { isRecord } from '@hopscope/domain';
import type { BitcoinMempool } from '../../ledger/bitcoin/mempool/mempool.ts';
import { type RpcAnswer, type RpcCall, resultOf } from '../shared/json-rpc.ts';
import { SourceError } from '../shared/source-error.ts';
import type { CoreClient } from './core-rpc.ts';
import { readHash } from './probe.ts';

/** Transactions whose bytes are asked for in one request, and in one step. */
const perRequest = 250;
const perStep = 5000;
/** A step takes no more bytes than this, unless one request brings them. */
const stepBytes = 16_000_000;
/** A node's list may be long: between two of them at least this many times what the last took, and this long. */
const restFactor = 10;
const shortestRestMs = 250;
const mostListed = 2_000_000;
/** RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core: the transaction has left the list meanwhile. Other nodes have other codes. */
const gone = -5;

export interface MempoolFeed {
  /** Takes over what waits, or a part of what is new; true if there is more to do at once. Throws SourceError. */
  step(): Promise<boolean>;
}

interface Listed {
  present: Uint8Array[];
  tip: Uint8Array;
  /** Changes with every change of the node's list; undefined where the node does not count them. */
  sequence: number | undefined;
}

/**
 * Keeps the waiting transactions as the node lists them: the list as a whole, bytes of those that are not held. What the
 * limit leaves room for is decided by the mempool, in the order of fee rates.
 * @param options.now milliseconds
 */
export function createMempoolFeed(options: {
  client: CoreClient;
  mempool: BitcoinMempool;
  /** Hash of the newest block that the ledger holds. */
  ledgerTip: () => Promise<Uint8Array | undefined>;
  /** Told how long it rests where somebody made it look before: then it is to be asked again. */
  onRest: (ms: number) => void;
  now: () => number;
}): MempoolFeed {
  const { client, mempool, ledgerTip, onRest, now } = options;
  let counts = true;
  let restUntil = Number.NEGATIVE_INFINITY;
  let settled: Listed | undefined;

  /** undefined where a block came in while the node was asked: list and tip must belong together. */
  async function list(): Promise<Listed | undefined> {
    const [before, listed, after] = await client.batch([
      { method: 'getbestblockhash', params: [] },
      { method: 'getrawmempool', params: counts ? [false, true] : [] },
      { method: 'getbestblockhash', params: [] },
    ]);
    if (counts && !listed?.ok) {
      // Older nodes know neither the sequence nor its parameter.
      counts = false;
      return list();
    }
    const tip = readHash(resultOf(before, 'getbestblockhash'), 'its best block');
    if (!equalBytes(tip, readHash(resultOf(after, 'getbestblockhash'), 'its best block'))) return undefined;
    return { ...readList(resultOf(listed, 'getrawmempool')), tip };
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

  /** Throws what the node says of a transaction that it still lists; one that has left the list meanwhile is passed over. */
  async function requireDropped(refused: readonly { txid: Uint8Array; answer: RpcAnswer }[]): Promise<void> {
    if (refused.length === 0) return;
    const [listed] = await client.batch([{ method: 'getrawmempool', params: [] }]);
    const { present } = readList(resultOf(listed, 'getrawmempool'));
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
      const listed = await list();
      restUntil = now() + Math.max(shortestRestMs, restFactor * (now() - started));
      if (!listed || isSame(listed, settled)) return false;
      const wanted = (await mempool.wanted(listed.present)).slice(0, perStep + 1);
      const arrived = await fetchRaw(wanted.slice(0, perStep));
      await mempool.sync({ present: listed.present, arrived, tip: listed.tip });
      const more = arrived.length > 0 && arrived.length < wanted.length;
      const own = await ledgerTip();
      // While the ledger is elsewhere, what has left the list is kept: the list counts again once they agree.
      settled = !more && own && equalBytes(own, listed.tip) ? listed : undefined;
      if (more) restUntil = now();
      return more;
    },
  };
}

function isSame(listed: Listed, before: Listed | undefined): boolean {
  return (
    listed.sequence !== undefined &&
    listed.sequence === before?.sequence &&
    equalBytes(listed.tip, before.tip)
  );
}

function readList(value: unknown): Omit<Listed, 'tip'> {
  const txids = isRecord(value) ? value['txids'] : value;
  const sequence = isRecord(value) ? value['mempool_sequence'] : undefined;
  if (!Array.isArray(txids) || txids.length > mostListed) {
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
