import { toHex } from '@hopscope/chain';
import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { FactKind, FactRow } from '../../../ledger/ethereum/accounts/facts.ts';
import type { StoredBlock } from '../../../ledger/ethereum/blocks/stored-block.ts';
import { readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/blocks/blocks.ts';
import { readAssets, readFacts } from '../../../ledger/ethereum/reader.ts';
import { byteKey, inParts, int8List } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { toleranceHours } from './matches.ts';

/** What the issuer of a token did to an account that may be monitored: what raises an alert without a transfer of funds. */
export interface AddressMeasure {
  readonly key: Uint8Array;
  readonly kind: 'frozen' | 'seized';
  /** The token. */
  readonly contract: Uint8Array;
  /** The transaction of the event, hex. */
  readonly txid: string;
  readonly height: number;
  /** Of its block; milliseconds since 1970. */
  readonly at: number;
}

const partSize = 10_000;

/** Lifting a freeze raises no alert. */
export const isMeasureKind = (kind: FactKind): kind is AddressMeasure['kind'] =>
  kind === 'frozen' || kind === 'seized';

/** Returns what issuers did in blocks, by the facts of these blocks. */
export function measuresIn(
  blocks: readonly Pick<StoredBlock, 'row' | 'txs'>[],
  facts: readonly FactRow[],
): AddressMeasure[] {
  const found = facts.filter(({ kind }) => isMeasureKind(kind));
  if (found.length === 0) return [];
  const rows = new Map(blocks.map(({ row }) => [row.height, row]));
  const txs = new Map(blocks.flatMap((block) => block.txs).map((stored) => [stored.position, stored.tx]));
  return found.flatMap(({ key, kind, contract, position }) => {
    const height = heightOf(position);
    const [row, tx] = [rows.get(height), txs.get(position)];
    if (!row || !tx || !isMeasureKind(kind)) return [];
    return [{ key, kind, contract, txid: toHex(tx.hash), height, at: row.header.time * 1000 }];
  });
}

/** Returns measures as the rows of a table `h`. */
const rowsOf = (part: readonly AddressMeasure[]) => sql`unnest(
    ${part.map(({ key }) => toHex(key))}::text[], ${part.map(({ kind }) => kind)}::text[],
    ${part.map(({ contract }) => toHex(contract))}::text[], ${part.map(({ txid }) => txid)}::text[],
    ${part.map(({ height }) => height)}::int4[], ${int8List(part.map(({ at }) => at))}::int8[]
  ) as h(key, kind, contract, txid, height, at)
  join monitored_address m on m.chain = 'ethereum' and m.key = decode(h.key, 'hex')`;

/**
 * Writes what issuers did to monitored addresses: one row per event, address, and organization, idempotent. As with transactions,
 * what happened before an address was monitored is left to its past screening, which passes its entry. Tokens that imitate others
 * say nothing.
 */
export async function writeMeasures(
  session: SqlSession,
  measures: readonly AddressMeasure[],
  pastOf: string | null = null,
): Promise<void> {
  if (measures.length === 0) return;
  const assets = await readAssets(
    session,
    measures.map(({ contract }) => contract),
  );
  const honest = measures.filter(({ contract }) => assets.get(toHex(contract))?.fake !== true);
  for (const part of inParts(honest, partSize)) {
    const since = sql`least(m.screen_from - make_interval(hours => ${sql.lit(toleranceHours)}), m.past_from)`;
    const included =
      pastOf === null ? sql`to_timestamp(h.at / 1000.0) >= ${since}` : sql`m.id = ${pastOf}::uuid`;
    await sql`
      insert into issuer_measure (id, organization_id, address_id, chain, txid, address, kind, contract, presence, height,
        happened_at, is_due)
      select gen_random_uuid(), m.organization_id, m.id, 'ethereum', decode(h.txid, 'hex'), m.address, h.kind,
        decode(h.contract, 'hex'), 'confirmed', h.height, to_timestamp(h.at / 1000.0), true
      from ${rowsOf(part)}
      where m.deleted_at is null and m.is_active and ${included}
      on conflict (organization_id, chain, txid, address_id, kind, contract) do nothing`.execute(
      kyselyOver(session),
    );
  }
}

/** What was withdrawn is in the chain again. */
export async function confirmMeasures(
  session: SqlSession,
  measures: readonly AddressMeasure[],
): Promise<void> {
  for (const part of inParts(measures, partSize)) {
    await sql`
      update issuer_measure i set presence = 'confirmed', height = h.height, happened_at = to_timestamp(h.at / 1000.0)
      from ${rowsOf(part)}
      where i.chain = 'ethereum' and i.presence = 'withdrawn' and i.txid = decode(h.txid, 'hex') and i.address_id = m.id
        and i.kind = h.kind and i.contract = decode(h.contract, 'hex')`.execute(kyselyOver(session));
  }
}

/** Withdraws what the events of a disconnected block said, until another block has them. */
export async function withdrawMeasures(session: SqlSession, height: number): Promise<void> {
  await kyselyOver(session)
    .updateTable('issuer_measure')
    .set({ presence: 'withdrawn', height: null })
    .where('chain', '=', 'ethereum')
    .where('presence', '=', 'confirmed')
    .where('height', '=', height)
    .execute();
}

/** Reads what issuers did to an account since a time (milliseconds since 1970), as far as its newest facts show. */
export async function readMeasuresSince(
  session: SqlSession,
  key: Uint8Array,
  from: number,
): Promise<AddressMeasure[]> {
  const stated = (await readFacts(session, [key])).get(byteKey(key)) ?? [];
  const facts = stated.filter(({ kind }) => isMeasureKind(kind));
  if (facts.length === 0) return [];
  const positions = [...new Set(facts.map(({ position }) => position))];
  const rows = await readEthereumBlocks(session, positions.map(heightOf));
  const txs = await readEthereumTxs(session, positions);
  const blocks = [...rows.values()].map((row) => ({ row, txs }));
  return measuresIn(blocks, facts).filter(({ at }) => at >= from);
}
