import type { ChangeFindingView } from '@hopscope/contract';
import { coSpend, detectCoinJoin, findChange, measuredChange } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import { riskTransaction } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readAccount, readActivity } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';

/** Most outputs whose addresses are queried; payments have two. */
const mostLookups = 20;

/** Returns for each address of the outputs whether this transaction is its first one. */
async function freshAmong(session: SqlSession, { position, record }: FoundTx): Promise<Map<string, boolean>> {
  const fresh = new Map<string, boolean>();
  for (const { key } of record.outputs) {
    if (!key || fresh.has(byteKey(key))) continue;
    const account = await readAccount(session, key);
    const [first] = account ? await readActivity(session, account, 0, 0) : [];
    fresh.set(byteKey(key), first?.position === position);
  }
  return fresh;
}

/**
 * Returns the output that each heuristic identifies as change, with the measured precision of the heuristic. `complete`:
 * the ledger has all blocks, so that it can decide which addresses are new.
 */
export async function findChangeOf(
  session: SqlSession,
  found: FoundTx,
  { complete }: { complete: boolean },
): Promise<ChangeFindingView[]> {
  const tx = riskTransaction(found.record);
  const verdict = detectCoinJoin(tx);
  if (tx.coinbase || verdict.is !== 'none' || coSpend(tx, verdict).obstacle !== null) return [];
  const views = complete && found.record.outputs.length <= mostLookups;
  const fresh = views ? await freshAmong(session, found) : undefined;
  const around = fresh ? { isFresh: (key: string) => fresh.get(key) } : {};
  return findChange(tx, around).map((finding) => ({ ...finding, ...measuredChange[finding.heuristic] }));
}
