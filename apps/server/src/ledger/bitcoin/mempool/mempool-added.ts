import { type Hashing, toHex, type Transaction } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { storeOutputs } from '../blocks/batch.ts';
import { loadSources } from './mempool-sources.ts';
import { readDropped } from './mempool-store.ts';
import { decodeMempool, mempoolFee, type MempoolPrevouts } from './mempool-tx.ts';
import type { StoredOutput } from '../blocks/tx-record.ts';

/** A transaction of the list that isn't stored yet. */
export interface AddedTransaction {
  txid: string;
  raw: Uint8Array;
  tx: Transaction;
  outputs: readonly StoredOutput[];
  prevouts: MempoolPrevouts;
  /** Milliseconds since 1970; undefined if it was never seen before. */
  firstSeen: number | undefined;
}

type Candidate = Pick<AddedTransaction, 'txid' | 'raw' | 'tx'>;

/** Sorts transactions so that each follows those of the list that it spends from; otherwise keeps their order. */
function parentsFirst(candidates: ReadonlyMap<string, Candidate>): Candidate[] {
  const parentsOf = ({ tx }: Candidate): Set<string> =>
    new Set(tx.inputs.map(({ prevTxid }) => toHex(prevTxid)).filter((txid) => candidates.has(txid)));
  const missing = new Map<string, number>();
  const children = new Map<string, Candidate[]>();
  const ready: Candidate[] = [];
  for (const candidate of candidates.values()) {
    const parents = parentsOf(candidate);
    missing.set(candidate.txid, parents.size);
    if (parents.size === 0) ready.push(candidate);
    for (const parent of parents) {
      const known = children.get(parent);
      if (known) known.push(candidate);
      else children.set(parent, [candidate]);
    }
  }
  for (const { txid } of ready) {
    for (const child of children.get(txid) ?? []) {
      const left = (missing.get(child.txid) ?? 0) - 1;
      missing.set(child.txid, left);
      if (left === 0) ready.push(child);
    }
  }
  return ready;
}

/** Result for the transactions that arrived. */
export interface MempoolAdditions {
  /** In an order in which parents precede their children. */
  accepted: AddedTransaction[];
  /** Not accepted before their parents, which are on the list but not stored; with the parents' txids. */
  postponed: { txid: string; parents: string[] }[];
  refused: number;
}

function readCandidates(
  arrived: readonly Uint8Array[],
  about: { present: ReadonlySet<string>; stored: ReadonlyMap<string, unknown>; hashing: Hashing },
): { candidates: Map<string, Candidate>; refused: number } {
  const candidates = new Map<string, Candidate>();
  let refused = 0;
  for (const raw of arrived) {
    const tx = decodeMempool(raw, about.hashing);
    const txid = tx && toHex(tx.txid);
    if (!tx || txid === undefined || !about.present.has(txid)) refused++;
    else if (!about.stored.has(txid)) candidates.set(txid, { txid, raw, tx });
  }
  return { candidates, refused };
}

/**
 * Decodes transactions that arrived: those of the list that aren't stored, and whose inputs no block contradicts. Rejects
 * all others, and those that spend from a transaction that was rejected or removed.
 */
export async function readAdditions(
  session: SqlSession,
  arrived: readonly Uint8Array[],
  about: { present: ReadonlySet<string>; stored: ReadonlyMap<string, unknown>; hashing: Hashing },
): Promise<MempoolAdditions> {
  const { candidates, refused } = readCandidates(arrived, about);
  const result: MempoolAdditions = { accepted: [], postponed: [], refused };
  if (candidates.size === 0) return result;
  const parents = [...candidates.values()].flatMap(({ tx }) => tx.inputs.map((i) => toHex(i.prevTxid)));
  const asked = [...new Set([...candidates.keys(), ...parents])];
  const sources = await loadSources(session, asked, about.hashing);
  const dropped = await readDropped(session, asked);
  const refusedTxids = new Set<string>();
  const isHopeless = (txid: string): boolean => {
    const reason = dropped.get(txid)?.reason;
    return refusedTxids.has(txid) || (!about.present.has(txid) && reason !== undefined && reason !== 'mined');
  };

  for (const candidate of parentsFirst(candidates)) {
    const { txid, tx } = candidate;
    const found = tx.inputs.map(({ prevTxid, prevVout }) => sources.find(prevTxid, prevVout));
    const unseen = tx.inputs.map((input) => toHex(input.prevTxid)).filter((_, i) => found[i] === 'unseen');
    const prevouts = found.flatMap(
      (output): MempoolPrevouts =>
        output === 'impossible' ? [] : [output === 'unseen' ? undefined : output],
    );
    const possible = prevouts.length === found.length && (mempoolFee(tx, prevouts) ?? 0n) >= 0n;
    if (sources.isConfirmed(tx.txid) || !possible || unseen.some(isHopeless)) {
      result.refused++;
      refusedTxids.add(txid);
      continue;
    }
    const mempoolParents = unseen.filter((parent) => about.present.has(parent));
    if (mempoolParents.length > 0) {
      result.postponed.push({ txid, parents: mempoolParents });
      continue;
    }
    const outputs = storeOutputs(tx, about.hashing);
    sources.add(tx.txid, outputs);
    result.accepted.push({ ...candidate, outputs, prevouts, firstSeen: dropped.get(txid)?.firstSeen });
  }
  return result;
}
