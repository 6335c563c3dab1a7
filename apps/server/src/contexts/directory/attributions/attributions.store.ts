import { toHex } from '@hopscope/chain';
import { type Blockchain, blockchains, defaultChain } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import type { LabelChange } from '../records/cluster-access.ts';
import { inPortions } from '../records/in-portions.ts';
import { isHeldAt, livesAt, type Moment } from '../records/validity.ts';
import { digestOfAttribution, type StagedAttribution } from '../releases/staging.store.ts';

/** How chains are numbered in the table. */
export const chainNumbers = { bitcoin: 0, ethereum: 1 } as const satisfies Record<Blockchain, number>;

/** The chain of a number. */
export function chainOfNumber(chain: number): Blockchain {
  return blockchains.find((each) => chainNumbers[each] === chain) ?? defaultChain;
}

/** An attribution as a source gives it, with the entity that its subject is. */
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

const columns = `a.id, a.chain, a.key, s.entity_id, a.source_id, a.kind, a.bo, a.custodian, a.label, a.category,
  a.confidence, a.ref, a.valid_from, a.valid_to, 
  (extract(epoch from a.retrieved_at) * 1000)::int8 as retrieved_ms, a.rank`;
const joined = `directory_attribution a
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

/** What sources say of addresses of a chain at a moment, in no order; denials too. */
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
  const at = past ? '$4' : undefined;
  const { rows } = await session.query<RawAttribution>(
    `select ${columns} from unnest($1::text[]) as k(hex)
     join directory_attribution a on a.chain = $2 and a.key = decode(k.hex, 'hex')
     join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
     where ${livesAt('a', at)} and ${livesAt('s', at)} and ${isHeldAt('a', '$3')}`,
    [keys.map(toHex), chainNumbers[chain], moment.date, ...(past ? [moment.version] : [])],
  );
  return rows.map(toAttribution);
}

/** Rows of an entity that count at `$2` (the day) and, in the past, `$3` (the release): no denials, nothing denied. */
function countingOf(past: boolean): string {
  const at = past ? '$3' : undefined;
  return `s.entity_id = $1 and a.kind <> 'denied' and ${livesAt('a', at)} and ${livesAt('s', at)} and ${isHeldAt('a', '$2')}
    and not exists (
      select 1 from directory_attribution x
      join directory_subject y on y.source_id = x.source_id and y.local_id = x.local_id
      where x.chain = a.chain and x.key = a.key and x.kind = 'denied' and y.entity_id = s.entity_id
        and ${livesAt('x', at)} and ${livesAt('y', at)}
    )`;
}

function parametersOf(entityId: string, moment: Moment, past: boolean): unknown[] {
  return [entityId, moment.date, ...(past ? [moment.version] : [])];
}

/** A page of an entity's rows, direct ones first, then by chain, address and source, with exact numbers. */
export async function readEntityAddresses(
  session: SqlSession,
  asked: {
    entityId: string;
    moment: Moment;
    past: boolean;
    chain: Blockchain | undefined;
    kind: 'direct' | 'derived' | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: AttributionRow[]; total: number; addresses: number }> {
  const { entityId, moment, past, chain, kind, page, limit } = asked;
  const parameters = parametersOf(entityId, moment, past);
  const next = parameters.length + 1;
  const where = `${countingOf(past)} and ($${next}::int2 is null or a.chain = $${next}::int2) and ($${next + 1}::text is null or a.kind = $${next + 1}::text)`;
  const filtered = [...parameters, chain === undefined ? null : chainNumbers[chain], kind ?? null];
  const counted = await session.query<{ total: bigint; addresses: bigint }>(
    `select count(*) as total, count(distinct (a.chain, a.key)) as addresses from ${joined} where ${where}`,
    filtered,
  );
  const { rows } = await session.query<RawAttribution>(
    `select ${columns} from ${joined} where ${where}
     order by (a.kind = 'direct') desc, a.chain, a.key, a.rank, a.id limit $${next + 2} offset $${next + 3}`,
    [...filtered, limit, (page - 1) * limit],
  );
  return {
    rows: rows.map(toAttribution),
    total: Number(counted.rows[0]?.total ?? 0),
    addresses: Number(counted.rows[0]?.addresses ?? 0),
  };
}

/** Different addresses of an entity by chain and kind. */
export async function countAddresses(
  session: SqlSession,
  { entityId, moment, past }: { entityId: string; moment: Moment; past: boolean },
): Promise<{ chain: Blockchain; kind: 'direct' | 'derived'; count: number }[]> {
  const { rows } = await session.query<{ chain: number; kind: 'direct' | 'derived'; count: bigint }>(
    `select chain, kind, count(*) as count from (
       select a.chain, a.key,
         case when bool_or(a.kind = 'direct') then 'direct' else 'derived' end as kind
       from ${joined} where ${countingOf(past)} group by a.chain, a.key
     ) addresses group by chain, kind`,
    parametersOf(entityId, moment, past),
  );
  return rows.map((row) => ({ chain: chainOfNumber(row.chain), kind: row.kind, count: Number(row.count) }));
}

/** Different texts of a column among an entity's rows, in order, at most `limit`, with their exact number. */
export async function readUnique(
  session: SqlSession,
  column: 'bo' | 'custodian',
  { entityId, moment, past, limit }: { entityId: string; moment: Moment; past: boolean; limit: number },
): Promise<{ values: string[]; total: number }> {
  const parameters = parametersOf(entityId, moment, past);
  const { rows } = await session.query<{ value: string; total: bigint }>(
    `select value, count(*) over () as total from (
       select distinct a.${column} as value from ${joined} where ${countingOf(past)} and a.${column} is not null
     ) named order by value limit $${parameters.length + 1}`,
    [...parameters, limit],
  );
  return { values: rows.map((row) => row.value), total: Number(rows[0]?.total ?? 0) };
}

/** Directly attributed addresses of an entity on a chain: their number, and the keys if there are at most `limit`. */
export async function readDirectKeys(
  session: SqlSession,
  asked: { entityId: string; chain: Blockchain; moment: Moment; limit: number },
): Promise<{ keys: Uint8Array[]; whole: boolean; total: number }> {
  const { rows } = await session.query<{ key: Uint8Array; total: bigint }>(
    `select key, count(*) over () as total from (
       select distinct a.key from ${joined} where ${countingOf(false)} and a.kind = 'direct' and a.chain = $3
     ) own limit $4`,
    [asked.entityId, asked.moment.date, chainNumbers[asked.chain], asked.limit],
  );
  const total = Number(rows[0]?.total ?? 0);
  return { keys: rows.map((row) => new Uint8Array(row.key)), whole: total <= asked.limit, total };
}

/** Directly attributed Bitcoin addresses on a day in the order of their keys, after one; some entity of each. */
export async function readDirectAfter(
  session: SqlSession,
  asked: { after: Uint8Array; date: string; limit: number },
): Promise<{ key: Uint8Array; entity: string }[]> {
  const { rows } = await session.query<{ key: Uint8Array; entity_id: string }>(
    `select a.key, min(s.entity_id) as entity_id from ${joined}
     where a.chain = ${chainNumbers.bitcoin} and a.key > $1 and a.kind = 'direct' and ${livesAt('a', undefined)}
       and ${livesAt('s', undefined)} and ${isHeldAt('a', '$2')}
     group by a.key order by a.key limit $3`,
    [asked.after, asked.date, asked.limit],
  );
  return rows.map(({ key, entity_id }) => ({ key: new Uint8Array(key), entity: entity_id }));
}

/** Writes one row, as editors do. */
export async function insertAttribution(
  session: SqlSession,
  attribution: StagedAttribution,
  by: { sourceId: string; release: number; at: Date },
): Promise<void> {
  const a = attribution;
  await session.query(
    `insert into directory_attribution (chain, key, source_id, rank, local_id, kind, bo, custodian, label, category, confidence,
       ref, valid_from, valid_to, retrieved_at, digest, since)
     values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      a.chain,
      a.key,
      by.sourceId,
      a.localId,
      a.kind,
      a.bo,
      a.custodian,
      a.label,
      a.category,
      a.confidence,
      a.ref,
      a.validFrom,
      a.validTo,
      by.at,
      digestOfAttribution(a, 0),
      by.release,
    ],
  );
}

/** Ends the rows of a source about an address and an entity; how many there were. */
export async function endAttributions(
  session: SqlSession,
  about: { sourceId: string; entityId: string; chain: Blockchain; key: Uint8Array; release: number },
): Promise<number> {
  const { affected } = await session.query(
    `update directory_attribution a set until = $1 from directory_subject s
     where s.source_id = a.source_id and s.local_id = a.local_id and s.until is null and s.entity_id = $2
       and a.source_id = $3 and a.chain = $4 and a.key = $5 and a.until is null`,
    [about.release, about.entityId, about.sourceId, chainNumbers[about.chain], about.key],
  );
  return affected;
}

export async function countAttributions(session: SqlSession, sourceId?: string): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>(
    `select count(*) as n from directory_attribution
     where until is null and kind <> 'denied' and ($1::text is null or source_id = $1)`,
    [sourceId ?? null],
  );
  return Number(rows[0]?.n ?? 0);
}

/**
 * Labels of Bitcoin addresses at a release, by the rule of `readLabelChanges`; undefined where there are more than `limit`.
 */
export async function readLabelsAt(
  session: SqlSession,
  { version, limit }: { version: number; limit: number },
): Promise<{ key: Uint8Array; entity: string }[] | undefined> {
  const { rows } = await session.query<{ key: Uint8Array; entity_id: string }>(
    `select distinct a.key, s.entity_id from directory_attribution a
     join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
     where a.chain = ${chainNumbers.bitcoin} and a.kind = 'direct' and a.valid_to is null and ${livesAt('a', '$1')}
       and ${livesAt('s', '$1')} and not exists (
         select 1 from directory_attribution x
         join directory_subject y on y.source_id = x.source_id and y.local_id = x.local_id
         where x.chain = a.chain and x.key = a.key and x.kind = 'denied' and y.entity_id = s.entity_id
           and ${livesAt('x', '$1')} and ${livesAt('y', '$1')}
       ) limit $2`,
    [version, limit + 1],
  );
  if (rows.length > limit) return undefined;
  return rows.map(({ key, entity_id }) => ({ key: new Uint8Array(key), entity: entity_id }));
}

const labels = (version: number): string => `
  select distinct a.key, s.entity_id from touched t
  join directory_attribution a on a.chain = ${chainNumbers.bitcoin} and a.key = t.key
  join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
  where a.kind = 'direct' and a.valid_to is null and ${livesAt('a', String(version))} and ${livesAt('s', String(version))}
    and not exists (
      select 1 from directory_attribution x
      join directory_subject y on y.source_id = x.source_id and y.local_id = x.local_id
      where x.chain = a.chain and x.key = a.key and x.kind = 'denied' and y.entity_id = s.entity_id
        and ${livesAt('x', String(version))} and ${livesAt('y', String(version))}
    )`;

/**
 * What a release changed of the labels of Bitcoin addresses, in portions: an address has a label of an entity while a source
 * names it directly and without an end, and no editor denies it.
 */
export async function* readLabelChanges(session: SqlSession, release: number): AsyncGenerator<LabelChange[]> {
  const portions = inPortions<{ key: Uint8Array; entity_id: string; delta: number }>(
    session,
    `with touched as materialized (
       select key from directory_attribution where chain = ${chainNumbers.bitcoin} and since = ${release}
       union select key from directory_attribution where chain = ${chainNumbers.bitcoin} and until = ${release}
       union select a.key from directory_subject s
         join directory_attribution a on a.source_id = s.source_id and a.local_id = s.local_id
         where a.chain = ${chainNumbers.bitcoin} and (s.since = ${release} or s.until = ${release})
     ), after as materialized (${labels(release)}), before as materialized (${labels(release - 1)})
     select key, entity_id, 1 as delta from (select * from after except select * from before) came
     union all select key, entity_id, -1 from (select * from before except select * from after) went`,
    5_000,
  );
  for await (const rows of portions) {
    yield rows.map(({ key, entity_id, delta }) => ({ key: new Uint8Array(key), entity: entity_id, delta }));
  }
}
