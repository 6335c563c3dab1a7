import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { AddedTransaction } from './mempool-added.ts';
import { readSpendersOf, type MempoolName } from './mempool-store.ts';
import { rateOf, mempoolFee } from './mempool-tx.ts';

interface Ranked {
  txid: string;
  /** Position in the order of arrival. */
  order: number;
  rate: bigint;
}

/** An unknown fee counts as the lowest. */
const unknownRate = -1n;

function rank(stored: readonly MempoolName[], accepted: readonly AddedTransaction[]): Ranked[] {
  return [
    ...stored.map(({ txid, rate }, order) => ({ txid, order, rate: rate ?? unknownRate })),
    ...accepted.map(({ txid, tx, prevouts }, i) => ({
      txid,
      order: stored.length + i,
      rate: rateOf(mempoolFee(tx, prevouts), tx.vsize) ?? unknownRate,
    })),
  ];
}

/** Returns children by parent among the descendants of the transactions. */
async function readChildren(
  session: SqlSession,
  txids: readonly string[],
  accepted: readonly AddedTransaction[],
): Promise<Map<string, Set<string>>> {
  const children = new Map<string, Set<string>>();
  const put = (parent: string, child: string): void => {
    const known = children.get(parent);
    if (known) known.add(child);
    else children.set(parent, new Set([child]));
  };
  for (const { txid, tx } of accepted) {
    for (const { prevTxid } of tx.inputs) put(toHex(prevTxid), txid);
  }
  const seen = new Set(txids);
  let fresh = [...txids];
  while (fresh.length > 0) {
    for (const { txid, prevTxid } of await readSpendersOf(session, fresh)) put(prevTxid, txid);
    const next = fresh.flatMap((txid) => [...(children.get(txid) ?? [])]).filter((txid) => !seen.has(txid));
    for (const txid of next) seen.add(txid);
    fresh = [...new Set(next)];
  }
  return children;
}

/**
 * Chooses which transactions to remove so that at most `limit` remain: lowest fee rate first, then newest first, each with
 * all descendants. Returns their rates by txid.
 */
export async function chooseLeftOut(
  session: SqlSession,
  stored: readonly MempoolName[],
  accepted: readonly AddedTransaction[],
  limit: number,
): Promise<Map<string, bigint>> {
  const leftOut = new Map<string, bigint>();
  const excess = stored.length + accepted.length - limit;
  if (excess <= 0) return leftOut;
  const ranked = rank(stored, accepted).sort((a, b) =>
    a.rate === b.rate ? b.order - a.order : a.rate < b.rate ? -1 : 1,
  );
  const rates = new Map(ranked.map(({ txid, rate }) => [txid, rate]));
  const candidates = ranked.slice(0, excess).map(({ txid }) => txid);
  const children = await readChildren(session, candidates, accepted);
  for (const candidate of candidates) {
    if (leftOut.size >= excess) break;
    const family = [candidate];
    for (const txid of family) {
      const rate = rates.get(txid);
      if (rate === undefined || leftOut.has(txid)) continue;
      leftOut.set(txid, rate);
      family.push(...(children.get(txid) ?? []));
    }
  }
  return leftOut;
}
