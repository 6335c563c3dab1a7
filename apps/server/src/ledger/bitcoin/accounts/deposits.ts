import { type DepositActivity, suggestDeposit } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { readLabels } from '../clusters/cluster-labels.ts';
import { type FoundTx, readTxsAt } from '../lookups.ts';
import { type AccountRow, readAccount, readActivity, readTxsInOrder } from '../reader.ts';

/** An address that is probably a deposit address of an entity. */
export interface SuggestedDeposit {
  readonly key: Uint8Array;
  readonly entity: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly sweeps: number;
  readonly receipts: number;
  /** Position of the newest transaction that forwarded everything. */
  readonly evidence: number;
}

/** Limits of one search. */
export interface DepositLimits {
  /** Number of newest transactions to examine of each known address. */
  readonly transactions: number;
  /** Number of addresses to examine because they forwarded something. */
  readonly candidates: number;
  /** Entries; candidates with a longer history are skipped. */
  readonly history: number;
}

const usual: DepositLimits = { transactions: 500, candidates: 2_000, history: 200 };

/** Entities of directly attributed addresses, by `byteKey`. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>;

async function labelsOf(session: SqlSession, txs: readonly FoundTx[]): Promise<Labels> {
  const keys = new Map<string, Uint8Array>();
  for (const { record } of txs) {
    for (const { key } of record.outputs) if (key) keys.set(byteKey(key), key);
    for (const { prevout } of record.inputs)
      if (prevout.kind === 'known' && prevout.key) keys.set(byteKey(prevout.key), prevout.key);
  }
  const list = [...keys];
  const labels = new Map<string, Set<string>>();
  for (const { index, entity } of await readLabels(
    session,
    list.map(([, key]) => key),
  )) {
    const name = list[index]?.[0];
    if (name !== undefined) labels.set(name, (labels.get(name) ?? new Set()).add(entity));
  }
  return labels;
}

/** Returns true if a transaction pays only directly attributed addresses of the entity. */
function paysOnly({ record }: FoundTx, entity: string, labels: Labels): boolean {
  const paid = record.outputs.filter(({ type }) => type !== 'op_return');
  return paid.length > 0 && paid.every(({ key }) => key && labels.get(byteKey(key))?.has(entity));
}

function comesFrom({ record }: FoundTx, entity: string, labels: Labels): boolean {
  return record.inputs.some(
    ({ prevout }) => prevout.kind === 'known' && prevout.key && labels.get(byteKey(prevout.key))?.has(entity),
  );
}

/** Finds addresses without an attribution that forwarded everything of a transaction to the owner of a known address. */
async function candidatesOf(
  session: SqlSession,
  known: { readonly key: Uint8Array; readonly entity: string },
  limits: DepositLimits,
): Promise<Map<string, Uint8Array>> {
  const account = await readAccount(session, known.key);
  const found = new Map<string, Uint8Array>();
  if (!account) return found;
  const from = Math.max(0, account.txCount - limits.transactions);
  const entries = await readActivity(session, account, from, account.txCount - 1);
  const received = entries.filter((entry) => entry.received > 0n).map(({ position }) => position);
  const txs = await readTxsAt(session, received);
  const labels = await labelsOf(session, txs);
  for (const tx of txs) {
    if (tx.record.coinbase || !paysOnly(tx, known.entity, labels)) continue;
    for (const { prevout } of tx.record.inputs) {
      if (prevout.kind !== 'known' || !prevout.key) continue;
      const name = byteKey(prevout.key);
      if (!labels.has(name)) found.set(name, prevout.key);
    }
  }
  return found;
}

async function classify(
  session: SqlSession,
  account: AccountRow,
  entity: string,
): Promise<{ activity: DepositActivity; evidence: number }> {
  const entries = await readActivity(session, account, 0, account.txCount - 1);
  const txs = await readTxsInOrder(
    session,
    entries.map(({ position }) => position),
  );
  const labels = await labelsOf(session, txs);
  const activity = { receipts: 0, receiptsFromEntity: 0, spends: 0, sweeps: 0 };
  let evidence = -1;
  entries.forEach(({ received, spent, position }, i) => {
    const tx = txs[i];
    if (!tx) return;
    if (received > 0n) {
      activity.receipts++;
      if (comesFrom(tx, entity, labels)) activity.receiptsFromEntity++;
    }
    if (spent > 0n) {
      activity.spends++;
      if (!paysOnly(tx, entity, labels)) return;
      activity.sweeps++;
      evidence = position;
    }
  });
  return { activity, evidence };
}

/**
 * Finds probable deposit addresses of the owners of known, directly attributed addresses (hot wallets): addresses that
 * forward everything that they receive to them (`suggestDeposit`). Reads no more than `limits` allow; attributions come from
 * `relabel`.
 */
export async function suggestDeposits(
  session: SqlSession,
  known: readonly { readonly key: Uint8Array; readonly entity: string }[],
  limits: DepositLimits = usual,
): Promise<SuggestedDeposit[]> {
  const suggestions: SuggestedDeposit[] = [];
  let left = limits.candidates;
  for (const one of known) {
    for (const [, key] of await candidatesOf(session, one, limits)) {
      if (left-- <= 0) return suggestions;
      const account = await readAccount(session, key);
      if (!account || account.txCount > limits.history) continue;
      const { activity, evidence } = await classify(session, account, one.entity);
      const suggestion = suggestDeposit(activity);
      if (suggestion) suggestions.push({ key, entity: one.entity, ...suggestion, evidence });
    }
  }
  return suggestions;
}
