import type { BitcoinNetwork } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { ActivityEntry } from '../accounts/activity.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { type FoundTx, readSpends, readTxsById } from '../lookups.ts';
import { heightOf, pointOf, replacedMark } from '../positions.ts';
import { placeOf, violate } from './audit-violation.ts';

/**
 * Returns the output numbers in which coinbases replaced an older coinbase with the same txid (BIP30), by position of the
 * newer one. Every output of the older one that was unspent at that time must be marked as replaced.
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

/** The effect of one transaction on one address. */
export interface Effect {
  key: Uint8Array;
  entry: ActivityEntry;
}

/**
 * Computes the effect of a transaction on each address from its stored inputs and outputs, independently of the code that
 * wrote them.
 */
export function effectsOf(tx: FoundTx, replaced: ReadonlySet<number> | undefined): Iterable<Effect> {
  const effects = new Map<string, Effect>();
  const entryOf = (key: Uint8Array): ActivityEntry => {
    const name = byteKey(key);
    const effect = effects.get(name) ?? {
      key,
      entry: { position: tx.position, received: 0n, spent: 0n, p2pk: false },
    };
    effects.set(name, effect);
    return effect.entry;
  };
  for (const { prevout } of tx.record.inputs) {
    if (prevout.kind === 'known' && prevout.key) entryOf(prevout.key).spent += prevout.value;
  }
  tx.record.outputs.forEach(({ key, type, value }, vout) => {
    if (!key) return;
    const entry = entryOf(key);
    if (!replaced?.has(vout)) entry.received += value;
    if (type === 'p2pk') entry.p2pk = true;
  });
  return effects.values();
}
