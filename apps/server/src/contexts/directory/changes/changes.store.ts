import type { ChangeKind, ChangeState, DirectoryFieldName } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';

/** What a change asks for. */
export interface Patch {
  /** Values by field; an empty list: none. */
  readonly set?: { readonly [Field in DirectoryFieldName]?: readonly string[] };
  /** What stood there at the base. */
  readonly before?: { readonly [Field in DirectoryFieldName]?: readonly string[] };
  /** Fields of which the editors' word is taken back. */
  readonly reset?: readonly DirectoryFieldName[];
  readonly attribution?: PatchedAttribution;
  /** The entity that stays; of a merge that is taken back, the one that it was joined with. */
  readonly into?: string;
}

export interface PatchedAttribution {
  readonly action: 'add' | 'correct' | 'end';
  readonly blockchain: 'bitcoin' | 'ethereum';
  readonly address: string;
  /** Of the address, hex. */
  readonly key: string;
  readonly kind: 'direct' | 'derived';
  readonly bo: string | null;
  readonly custodian: string | null;
  readonly label: string | null;
  readonly confidence: number;
  readonly ref: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

export interface ChangeRow {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly suggestion: boolean;
  readonly entity_id: string;
  readonly patch: Patch;
  readonly base_version: bigint;
  readonly author: string;
  readonly at: Date;
  readonly reason: string | null;
  readonly state: ChangeState;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly decision_reason: string | null;
  readonly release: bigint | null;
}

export async function insertChange(session: SqlSession, change: ChangeRow): Promise<void> {
  await session.query(
    `insert into directory_change (id, kind, suggestion, entity_id, patch, base_version, author, at, reason, state,
       decided_by, decided_at, decision_reason, release)
     values ($1, $2, $3, $4, $5::text::jsonb, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      change.id,
      change.kind,
      change.suggestion,
      change.entity_id,
      JSON.stringify(change.patch),
      String(change.base_version),
      change.author,
      change.at,
      change.reason,
      change.state,
      change.decided_by,
      change.decided_at,
      change.decision_reason,
      change.release === null ? null : String(change.release),
    ],
  );
}

/** The change, locked until the transaction ends; undefined if there is none. */
export async function lockChange(session: SqlSession, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await session.query<ChangeRow>('select * from directory_change where id = $1 for update', [
    id,
  ]);
  return rows[0];
}

export async function decideChange(
  session: SqlSession,
  id: string,
  decision: Pick<
    ChangeRow,
    'state' | 'decided_by' | 'decided_at' | 'decision_reason' | 'release' | 'entity_id'
  >,
): Promise<void> {
  await session.query(
    `update directory_change set state = $2, decided_by = $3, decided_at = $4, decision_reason = $5, release = $6,
       entity_id = $7 where id = $1`,
    [
      id,
      decision.state,
      decision.decided_by,
      decision.decided_at,
      decision.decision_reason,
      decision.release === null ? null : String(decision.release),
      decision.entity_id,
    ],
  );
}

/** Changes of the entity, and those that join another one with it or separate them. */
const about = (parameter: string): string => `(entity_id = ${parameter} or patch->>'into' = ${parameter})`;

/** A page of changes, newest first; of everybody or of one author. */
export async function readChanges(
  session: SqlSession,
  asked: {
    state: ChangeState | undefined;
    entity: string | undefined;
    author: string | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const where = `($1::text is null or state = $1) and ($2::text is null or ${about('$2::text')}) and ($3::uuid is null or author = $3)`;
  const parameters = [asked.state ?? null, asked.entity ?? null, asked.author ?? null];
  const counted = await session.query<{ total: bigint }>(
    `select count(*) as total from directory_change where ${where}`,
    parameters,
  );
  const { rows } = await session.query<ChangeRow>(
    `select * from directory_change where ${where} order by at desc, id desc limit $4 offset $5`,
    [...parameters, asked.limit, (asked.page - 1) * asked.limit],
  );
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Changes of an entity that wait for a decision. */
export async function countPendingOf(session: SqlSession, entityId: string): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>(
    `select count(*) as n from directory_change where ${about('$1')} and state = 'pending'`,
    [entityId],
  );
  return Number(rows[0]?.n ?? 0);
}

/** Changes of a person that wait for a decision. */
export async function countPendingBy(session: SqlSession, author: string): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>(
    `select count(*) as n from directory_change where author = $1 and state = 'pending'`,
    [author],
  );
  return Number(rows[0]?.n ?? 0);
}
