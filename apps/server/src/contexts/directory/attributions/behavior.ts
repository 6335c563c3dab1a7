import { toDisplayHash } from '@hopscope/chain';
import { utcDay } from '@hopscope/domain';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { suggestDeposits } from '../../../ledger/bitcoin/accounts/deposits.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readTxids } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { addressText } from '../records/address-text.ts';
import { readDirectAfter } from './attributions.store.ts';
import { readEntityNames } from '../records/entities.store.ts';
import type { ImportItem } from '../import/import-item.ts';

/** Known addresses per snapshot. */
const portion = 100;
const ref = 'docs/concepts/clusters.md#deposit-addresses';

/**
 * Yields attributions suggested by the ledger: probable deposit addresses of the owners of directly attributed Bitcoin
 * addresses, as derived attributions. Reads all of these in batches, each in its own snapshot.
 */
export async function* behaviorItems(options: {
  db: SqlDatabase;
  network: () => Promise<NetworkName>;
  now: () => number;
  signal: AbortSignal;
}): AsyncGenerator<ImportItem> {
  const { db, network, now, signal } = options;
  const named = new Set<string>();
  /** An address that forwards to several wallets of one entity is suggested for each of them. */
  const reported = new Set<string>();
  const bitcoin = await network();
  let after: Uint8Array | undefined = new Uint8Array();
  while (after) {
    signal.throwIfAborted();
    const from: Uint8Array = after;
    const { items, last } = await inTransaction(db, 'read only', (session) =>
      portionOf(session, { from, date: utcDay(now()), network: bitcoin, named, reported }),
    );
    yield* items;
    after = last;
  }
}

async function portionOf(
  session: SqlSession,
  at: { from: Uint8Array; date: string; network: NetworkName; named: Set<string>; reported: Set<string> },
): Promise<{ items: ImportItem[]; last: Uint8Array | undefined }> {
  const known = await readDirectAfter(session, { after: at.from, date: at.date, limit: portion });
  const found = (await suggestDeposits(session, known)).filter(({ key }) => !at.reported.has(byteKey(key)));
  const names = await readEntityNames(session, [...new Set(found.map(({ entity }) => entity))]);
  const txids = await readTxids(
    session,
    found.map(({ evidence }) => evidence),
  );
  const items: ImportItem[] = [];
  for (const { key, entity, confidence, sweeps, evidence } of found) {
    const record = names.get(entity)?.record;
    const name = record?.proper_name?.[0];
    if (name === undefined || at.reported.has(byteKey(key))) continue;
    at.reported.add(byteKey(key));
    if (!at.named.has(entity)) {
      at.named.add(entity);
      items.push({
        kind: 'subject',
        localId: entity,
        sameAs: entity,
        statements: [{ field: 'proper_name', value: name, ref, confidence: 1 }],
      });
    }
    const txid = txids.get(evidence);
    items.push({
      kind: 'attribution',
      localId: entity,
      chain: 'bitcoin',
      address: addressText('bitcoin', key, at.network),
      attribution: 'derived',
      label: `Probable deposit address: full balance forwarded ${String(sweeps)} times`,
      confidence,
      ref: txid ? `last by transaction ${toDisplayHash(txid)}` : ref,
    });
  }
  return { items, last: known.length < portion ? undefined : known.at(-1)?.key };
}
