import { type ChangeSurroundings, fingerprintOf, type WalletFingerprint } from '@hopscope/risk';
import type { SqlSession } from '../../db/session.ts';
import { byteKey } from '../shared/byte-keys.ts';
import { type FoundTx, readSpends, readTxsAt } from './lookups.ts';
import { pointOf, positionOfPoint } from './positions.ts';
import { readAccount, readActivity } from './reader.ts';

/** Most outputs of a transaction that are looked up; payments have two. */
const mostLookups = 20;

/**
 * Reads for transactions what heuristics for change know beside them: which addresses of the outputs are new (only if
 * `isComplete`: the ledger has all blocks), and what spends the outputs. Reads each address once.
 */
export function createChangeSurroundings(
  session: SqlSession,
  { isComplete }: { isComplete: boolean },
): (txs: readonly FoundTx[]) => Promise<(tx: FoundTx) => ChangeSurroundings> {
  const firsts = new Map<string, number | undefined>();

  async function readFirsts({ record }: FoundTx): Promise<void> {
    for (const { key } of record.outputs) {
      if (!key || firsts.has(byteKey(key))) continue;
      const account = await readAccount(session, key);
      const [first] = account ? await readActivity(session, account, 0, 0) : [];
      firsts.set(byteKey(key), first?.position);
    }
  }

  return async (txs) => {
    const few = txs.filter(({ record }) => record.outputs.length <= mostLookups);
    if (isComplete) for (const tx of few) await readFirsts(tx);
    const spends = await readSpends(
      session,
      few.map(({ position, record }) => ({ position, outputs: record.outputs.length })),
    );
    const positions = new Set([...spends.values()].map((inpoint) => positionOfPoint(inpoint)));
    const spenders = new Map<number, WalletFingerprint>(
      (await readTxsAt(session, [...positions])).map(({ position, record }) => [
        position,
        fingerprintOf(record),
      ]),
    );
    return ({ position, record }) => ({
      ...(isComplete && {
        isFresh: (key) => (firsts.has(key) ? firsts.get(key) === position : undefined),
      }),
      fingerprint: fingerprintOf(record),
      spenderOf: (output) => {
        const inpoint = spends.get(pointOf(position, output));
        return inpoint === undefined ? undefined : spenders.get(positionOfPoint(inpoint));
      },
    });
  };
}
