import { type Blockchain } from '@hopscope/domain';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import { chainOfNumber } from '../attributions/attributions.store.ts';
import { inPortions } from '../records/in-portions.ts';
import { readAffected } from '../records/subjects.store.ts';

/** What a release may have changed. */
export interface AffectedNames {
  readonly addresses: readonly { readonly chain: Blockchain; readonly key: Uint8Array }[];
  readonly entities: readonly string[];
  /** Codes of countries whose own entities are among them (ISO 3166-1 alpha-2). */
  readonly countries: readonly string[];
}

/**
 * Yields addresses whose attributions have changed since a release, and changed entities, in batches; requires a
 * transaction.
 */
export async function* readAffectedBy(session: SqlSession, release: number): AsyncGenerator<AffectedNames> {
  const addresses = inPortions(
    session,
    sql<{
      chain: number;
      key: Uint8Array;
    }>`select chain, key from directory_attribution where since = ${release}
     union select chain, key from directory_attribution where until = ${release}
     union select a.chain, a.key from directory_subject s
       join directory_attribution a on a.source_id = s.source_id and a.local_id = s.local_id
       where s.since = ${release} or s.until = ${release}`,
    2_000,
  );
  for await (const rows of addresses) {
    const found = rows.map(({ chain, key }) => ({ chain: chainOfNumber(chain), key: new Uint8Array(key) }));
    yield { addresses: found, entities: [], countries: [] };
  }
  for await (const entities of readAffected(session, release)) {
    const rows = await kyselyOver(session)
      .selectFrom('directory_entity')
      .select('country')
      .where('entity_id', '=', anyOf(entities))
      .where('country', 'is not', null)
      .$narrowType<{ country: string }>()
      .execute();
    yield { addresses: [], entities, countries: rows.map(({ country }) => country) };
  }
}
