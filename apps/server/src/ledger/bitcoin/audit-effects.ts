import type { BitcoinNetwork } from '@hopscope/chain';
import type { SqlSession } from '../../db/session.ts';
import { type AddressDelta, addActivity } from './batch.ts';
import { byteKey } from './byte-keys.ts';
import { type FoundTx, readSpends, readTxsById } from './lookups.ts';
import { heightOf, pointOf, replacedMark } from './positions.ts';
import { placeOf, violate } from './audit-violation.ts';

/**
 * Output numbers in which coinbases replaced an older coinbase with the same txid (BIP30), by position of the newer one.
 * Every output of the older one that was not spent by then must be marked as replaced.
 */
export async function readReplacements(
  session: SqlSession,
  txs: readonly FoundTx[],
  network: BitcoinNetwork,
): Promise<Map<number, Set<number>>> {
  const replacements = new Map<number, Set<number>>();
  const coinbases = txs.filter((tx) => tx.record.coinbase && heightOf(tx.position) < network.bip34Height);
  if (coinbases.length === 0) return replacements;
  const namesakes = await readTxsById(
    session,
    coinbases.map((tx) => tx.txid),
  );
  for (const coinbase of coinbases) {
    const name = byteKey(coinbase.txid);
    const older = namesakes.findLast((tx) => tx.position < coinbase.position && byteKey(tx.txid) === name);
    if (!older) continue;
    const spends = await readSpends(session, [
      { position: older.position, outputs: older.record.outputs.length },
    ]);
    const mark = pointOf(coinbase.position, replacedMark);
    const replaced = new Set<number>();
    older.record.outputs.forEach((output, vout) => {
      const inpoint = spends.get(pointOf(older.position, vout));
      if (inpoint === mark) replaced.add(vout);
      else if (output.type !== 'op_return' && (inpoint === undefined || inpoint > mark)) {
        violate(
          'replacement',
          `Output ${vout} is not marked as replaced by the coinbase of block ${heightOf(coinbase.position)}`,
          placeOf(older),
        );
      }
    });
    replacements.set(coinbase.position, replaced);
  }
  return replacements;
}

/** What one transaction does to each address, by its stored inputs and outputs. */
export function effectsOf(tx: FoundTx, replaced: ReadonlySet<number> | undefined): Map<string, AddressDelta> {
  const effects = new Map<string, AddressDelta>();
  for (const { prevout } of tx.record.inputs) {
    if (prevout.kind !== 'known' || !prevout.key) continue;
    addActivity(effects, prevout.key, tx.position, { received: 0n, spent: prevout.value, p2pk: false });
  }
  tx.record.outputs.forEach(({ key, type, value }, vout) => {
    if (!key) return;
    const received = replaced?.has(vout) ? 0n : value;
    addActivity(effects, key, tx.position, { received, spent: 0n, p2pk: type === 'p2pk' });
  });
  return effects;
}
