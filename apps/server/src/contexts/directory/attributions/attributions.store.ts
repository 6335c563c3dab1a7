import { toHex } from '@hopscope/chain';
import { type Blockchain, blockchains, defaultChain } from '@hopscope/domain';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { LabelChange } from '../records/cluster-access.ts';
import { inPortions } from '../records/in-portions.ts';
import { isValidAt, isCurrentAt, type Moment } from '../records/validity.ts';
import { digestOfAttribution, type StagedAttribution } from '../releases/staging.store.ts';

/** Numbers of chains in the table. */
export const chainNumbers = { bitcoin: 0, ethereum: 1 } as const satisfies Record<Blockchain, number>;

/** The only chain with clusters, whose labels are stored. */
const bitcoin = sql.lit(chainNumbers.bitcoin);

/** Returns the chain of a number. */
export function chainOfNumber(chain: number): Blockchain {
  return blockchains.find((each) => chainNumbers[each] === chain) ?? defaultChain;
}

/** An attribution of a source, with the entity of its subject. */
export interface AttributionRow {
  readonly id: string;
  readonly chain: Blockchain;
  readonly key: Uint8Array;
  readonly entityId: string;
  readonly sourceId: string;
  readonly kind: 'direct' | 'derived' | 'denied';
  readonly bo: string | null;
  readonly custodian: string | null;
  readonly label: string | null;
  readonly category: string | null;
  readonly confidence: number;
  readonly ref: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly retrievedAt: Date;
  readonly rank: number;
}

interface RawAttribution {
  id: bigint;
  chain: number;
  key: Uint8Array;
  entity_id: string;
  source_id: string;
  kind: AttributionRow['kind'];
  bo: string | null;
  custodian: string | null;
  label: string | null;
  category: string | null;
  confidence: number;
  ref: string | null;
  valid_from: string | null;
  valid_to: string | null;
  retrieved_ms: bigint;
  rank: number;
}

const columns = sql`a.id, a.chain, a.key, s.entity_id, a.source_id, a.kind, a.bo, a.custodian, a.label, a.category,
  a.confidence, a.ref, a.valid_from, a.valid_to,
  (extract(epoch from a.retrieved_at) * 1000)::int8 as retrieved_ms, a.rank`;
const joined = sql`directory_attribution a
  join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id`;

function toAttribution(row: RawAttribution): AttributionRow {
  return {
    id: String(row.id),
    chain: chainOfNumber(row.chain),
    key: row.key,
    entityId: row.entity_id,
    sourceId: row.source_id,
    kind: row.kind,
    bo: row.bo,
    custodian: row.custodian,
    label: row.label,
    category: row.category,
    confidence: row.confidence,
    ref: row.ref,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    retrievedAt: new Date(Number(row.retrieved_ms)),
    rank: row.rank,
  };
}

/** Reads attributions of addresses of a chain at a moment, unsorted, including denials. */
export async function readAttributions(
  session: SqlSession,
  {
    chain,
    keys,
    moment,
    past,
  }: { chain: Blockchain; keys: readonly Uint8Array[]; moment: Moment; past: boolean },
): Promise<AttributionRow[]> {
  if (keys.length === 0) return [];
  const version = past ? moment.version : undefined;
  const { rows } = await sql<RawAttribution>`
    select ${columns} from unnest(${keys.map(toHex)}::text[]) as k(hex)
    join directory_attribution a on a.chain = ${chainNumbers[chain]} and a.key = decode(k.hex, 'hex')
    join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
    where ${isCurrentAt('a', version)} and ${isCurrentAt('s', version)} and ${isValidAt('a', moment.date)}`.execute(
    kyselyOver(session),
  );
  return rows.map(toAttribution);
}

/** SQL condition: an editor denies that the address of a row `a` belongs to the entity of its subject `s`. */
const isDenied = (version: number | undefined): RawBuilder<SqlBool> => sql`exists (
  select 1 from directory_attribution x
  join directory_subject y on y.source_id = x.source_id and y.local_id = x.local_id
  where x.chain = a.chain and x.key = a.key and x.kind = 'denied' and y.entity_id = s.entity_id
    and ${isCurrentAt('x', version)} and ${isCurrentAt('y', version)}
)`;

/** Entity and moment of the requested rows; `past`: at the release of the moment instead of now. */
interface EntityAt {
  readonly entityId: string;
  readonly moment: Moment;
  readonly past: boolean;
}

/** Returns an SQL condition: a row is valid at a moment; excludes denials and denied rows. */
function isValid({ moment, past }: Omit<EntityAt, 'entityId'>): RawBuilder<SqlBool> {
  const version = past ? moment.version : undefined;
  return sql`a.kind <> 'denied' and ${isCurrentAt('a', version)} and ${isCurrentAt('s', version)}
    and ${isValidAt('a', moment.date)} and not ${isDenied(version)}`;
}

/** Returns an SQL condition: a row of an entity is valid at a moment; excludes denials and denied rows. */
function counts({ entityId, ...at }: EntityAt): RawBuilder<SqlBool> {
  return sql`s.entity_id = ${entityId} and ${isValid(at)}`;
}

/** Returns a page of an entity's rows, direct ones first, then by chain, address and source, with exact totals. */
export async function readEntityAddresses(
  session: SqlSession,
  asked: EntityAt & {
    chain: Blockchain | undefined;
    kind: 'direct' | 'derived' | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: AttributionRow[]; total: number; addresses: number }> {
  const { chain, kind, page, limit } = asked;
  const db = kyselyOver(session);
  const conditions = [
    counts(asked),
    ...(chain === undefined ? [] : [sql`a.chain = ${chainNumbers[chain]}`]),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
  ];
  const found = sql`${joined} where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{ total: bigint; addresses: bigint }>`
    select count(*) as total, count(distinct (a.chain, a.key)) as addresses from ${found}`.execute(db);
  const { rows } = await sql<RawAttribution>`
    select ${columns} from ${found}
    order by (a.kind = 'direct') desc, a.chain, a.key, a.rank, a.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    rows: rows.map(toAttribution),
    total: Number(counted.rows[0]?.total ?? 0),
    addresses: Number(counted.rows[0]?.addresses ?? 0),
  };
}

/** Counts distinct addresses of an entity by chain and kind. */
export async function countAddresses(
  session: SqlSession,
  asked: EntityAt,
): Promise<{ chain: Blockchain; kind: 'direct' | 'derived'; count: number }[]> {
  const { rows } = await sql<{ chain: number; kind: 'direct' | 'derived'; count: bigint }>`
    select chain, kind, count(*) as count from (
      select a.chain, a.key,
        case when bool_or(a.kind = 'direct') then 'direct' else 'derived' end as kind
      from ${joined} where ${counts(asked)} group by a.chain, a.key
    ) addresses group by chain, kind`.execute(kyselyOver(session));
  return rows.map((row) => ({ chain: chainOfNumber(row.chain), kind: row.kind, count: Number(row.count) }));
}

/** Returns distinct values of a column among an entity's rows, sorted, at most `limit`, with their exact number. */
export async function readUnique(
  session: SqlSession,
  column: 'bo' | 'custodian',
  { limit, ...asked }: EntityAt & { limit: number },
): Promise<{ values: string[]; total: number }> {
  const value = sql.ref(`a.${column}`);
  const { rows } = await sql<{ value: string; total: bigint }>`
    select value, count(*) over () as total from (
      select distinct ${value} as value from ${joined} where ${counts(asked)} and ${value} is not null
    ) named order by value limit ${limit}`.execute(kyselyOver(session));
  return { values: rows.map((row) => row.value), total: Number(rows[0]?.total ?? 0) };
}

/**
 * Returns the number of directly attributed addresses of an entity on a chain, and their keys if there are at most
 * `limit`.
 */
export async function readDirectKeys(
  session: SqlSession,
  asked: { entityId: string; chain: Blockchain; moment: Moment; limit: number },
): Promise<{ keys: Uint8Array[]; isComplete: boolean; total: number }> {
  const { rows } = await sql<{ key: Uint8Array; total: bigint }>`
    select key, count(*) over () as total from (
      select distinct a.key from ${joined}
      where ${counts({ ...asked, past: false })} and a.kind = 'direct' and a.chain = ${chainNumbers[asked.chain]}
    ) own limit ${asked.limit}`.execute(kyselyOver(session));
  const total = Number(rows[0]?.total ?? 0);
  return { keys: rows.map((row) => new Uint8Array(row.key)), isComplete: total <= asked.limit, total };
}

/** Counts the directly attributed addresses on a chain of each entity that has some, by entity. */
export async function countDirectKeys(
  session: SqlSession,
  { chain, moment }: { chain: Blockchain; moment: Moment },
): Promise<{ entityId: string; count: number }[]> {
  const { rows } = await sql<{ entity_id: string; count: bigint }>`
    select s.entity_id, count(distinct a.key) as count from ${joined}
    where ${isValid({ moment, past: false })} and a.kind = 'direct' and a.chain = ${chainNumbers[chain]}
    group by s.entity_id order by s.entity_id`.execute(kyselyOver(session));
  return rows.map((row) => ({ entityId: row.entity_id, count: Number(row.count) }));
}

/** Returns the directly attributed addresses of several entities on a chain. */
export async function readDirectKeysOf(
  session: SqlSession,
  { entityIds, chain, moment }: { entityIds: readonly string[]; chain: Blockchain; moment: Moment },
): Promise<{ entityId: string; key: Uint8Array }[]> {
  const { rows } = await sql<{ entity_id: string; key: Uint8Array }>`
    select distinct s.entity_id, a.key from ${joined}
    where ${isValid({ moment, past: false })} and s.entity_id = any(${entityIds}::text[]) and a.kind = 'direct'
      and a.chain = ${chainNumbers[chain]}`.execute(kyselyOver(session));
  return rows.map((row) => ({ entityId: row.entity_id, key: new Uint8Array(row.key) }));
}

/** Reads directly attributed Bitcoin addresses on a day after a key, sorted by key; one entity of each. */
export async function readDirectAfter(
  session: SqlSession,
  asked: { after: Uint8Array; date: string; limit: number },
): Promise<{ key: Uint8Array; entity: string }[]> {
  const { rows } = await sql<{ key: Uint8Array; entity_id: string }>`
    select a.key, min(s.entity_id) as entity_id from ${joined}
    where a.chain = ${bitcoin} and a.key > ${asked.after} and a.kind = 'direct' and ${isCurrentAt('a', undefined)}
      and ${isCurrentAt('s', undefined)} and ${isValidAt('a', asked.date)}
    group by a.key order by a.key limit ${asked.limit}`.execute(kyselyOver(session));
  return rows.map(({ key, entity_id }) => ({ key: new Uint8Array(key), entity: entity_id }));
}

/** Writes one row of the editors. */
export async function insertAttribution(
  session: SqlSession,
  attribution: StagedAttribution,
  by: { sourceId: string; release: number; at: Date },
): Promise<void> {
  const { chain, key, localId, kind, bo, custodian, label, category, confidence, ref } = attribution;
  await kyselyOver(session)
    .insertInto('directory_attribution')
    .values({
      chain,
      key,
      source_id: by.sourceId,
      rank: 0,
      local_id: localId,
      kind,
      bo,
      custodian,
      label,
      category,
      confidence,
      ref,
      valid_from: attribution.validFrom,
      valid_to: attribution.validTo,
      retrieved_at: by.at,
      digest: digestOfAttribution(attribution, 0),
      since: BigInt(by.release),
    })
    .execute();
}

/** Ends the rows of a source about an address and an entity; returns their number. */
export async function endAttributions(
  session: SqlSession,
  about: { sourceId: string; entityId: string; chain: Blockchain; key: Uint8Array; release: number },
): Promise<number> {
  const { numUpdatedRows } = await kyselyOver(session)
    .updateTable('directory_attribution as a')
    .from('directory_subject as s')
    .set({ until: BigInt(about.release) })
    .whereRef('s.source_id', '=', 'a.source_id')
    .whereRef('s.local_id', '=', 'a.local_id')
    .where('s.until', 'is', null)
    .where('s.entity_id', '=', about.entityId)
    .where('a.source_id', '=', about.sourceId)
    .where('a.chain', '=', chainNumbers[about.chain])
    .where('a.key', '=', about.key)
    .where('a.until', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countAttributions(session: SqlSession, sourceId?: string): Promise<number> {
  const all = kyselyOver(session)
    .selectFrom('directory_attribution')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('until', 'is', null)
    .where('kind', '<>', 'denied');
  const asked = sourceId === undefined ? all : all.where('source_id', '=', sourceId);
  return Number((await asked.executeTakeFirstOrThrow()).n);
}

/** SQL condition: a row names an address directly and without an end at a release, and no editor denies it. */
const isLabel = (version: number): RawBuilder<SqlBool> => sql`a.kind = 'direct' and a.valid_to is null
  and ${isCurrentAt('a', version)} and ${isCurrentAt('s', version)} and not ${isDenied(version)}`;

/** Reads the labels of Bitcoin addresses at a release, by the rule of `readLabelChanges`; undefined above `limit`. */
export async function readLabelsAt(
  session: SqlSession,
  { version, limit }: { version: number; limit: number },
): Promise<{ key: Uint8Array; entity: string }[] | undefined> {
  const { rows } = await sql<{ key: Uint8Array; entity_id: string }>`
    select distinct a.key, s.entity_id from ${joined}
    where a.chain = ${bitcoin} and ${isLabel(version)} limit ${limit + 1}`.execute(kyselyOver(session));
  if (rows.length > limit) return undefined;
  return rows.map(({ key, entity_id }) => ({ key: new Uint8Array(key), entity: entity_id }));
}

const labels = (version: number) => sql`
  select distinct a.key, s.entity_id from touched t
  join directory_attribution a on a.chain = ${bitcoin} and a.key = t.key
  join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
  where ${isLabel(version)}`;

/**
 * Reads the changes of a release to the labels of Bitcoin addresses, in batches: an address has a label of an entity while
 * a source names it directly and without an end, and no editor denies it.
 */
export async function* readLabelChanges(session: SqlSession, release: number): AsyncGenerator<LabelChange[]> {
  const portions = inPortions(
    session,
    sql<{ key: Uint8Array; entity_id: string; delta: number }>`with touched as materialized (
       select key from directory_attribution where chain = ${bitcoin} and since = ${release}
       union select key from directory_attribution where chain = ${bitcoin} and until = ${release}
       union select a.key from directory_subject s
         join directory_attribution a on a.source_id = s.source_id and a.local_id = s.local_id
         where a.chain = ${bitcoin} and (s.since = ${release} or s.until = ${release})
     ), after as materialized (${labels(release)}), before as materialized (${labels(release - 1)})
     select key, entity_id, 1 as delta from (select * from after except select * from before) came
     union all select key, entity_id, -1 from (select * from before except select * from after) went`,
    5_000,
  );
  for await (const rows of portions) {
    yield rows.map(({ key, entity_id, delta }) => ({ key: new Uint8Array(key), entity: entity_id, delta }));
  }
}
