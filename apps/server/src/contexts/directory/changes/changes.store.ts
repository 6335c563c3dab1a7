import type { ChangeKind, ChangeState, DirectoryFieldName } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import { readPage } from '../../../db/paging.ts';
import type { SqlSession } from '../../../db/session.ts';

/** The content of a change. */
export interface Patch {
  /** Values by field; an empty list: none. */
  readonly set?: { readonly [Field in DirectoryFieldName]?: readonly string[] };
  /** Values at the base. */
  readonly before?: { readonly [Field in DirectoryFieldName]?: readonly string[] };
  /** Fields from which editors' statements are removed. */
  readonly reset?: readonly DirectoryFieldName[];
  readonly attribution?: PatchedAttribution;
  /** The entity that remains; when a merge is undone, the one it was merged with. */
  readonly into?: string;
}

export interface PatchedAttribution {
  readonly action: 'add' | 'correct' | 'end';
  readonly blockchain: Blockchain;
  readonly address: string;
  /** Key of the address, hex. */
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
  await kyselyOver(session)
    .insertInto('directory_change')
    .values({ ...change, patch: JSON.stringify(change.patch) })
    .execute();
}

/** Locks the change until the transaction ends; undefined if there is none. */
export async function lockChange(session: SqlSession, id: string): Promise<ChangeRow | undefined> {
  return kyselyOver(session)
    .selectFrom('directory_change')
    .selectAll()
    .$narrowType<{ patch: Patch }>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function decideChange(
  session: SqlSession,
  id: string,
  decision: Pick<
    ChangeRow,
    'state' | 'decided_by' | 'decided_at' | 'decision_reason' | 'release' | 'entity_id'
  >,
): Promise<void> {
  await kyselyOver(session)
    .updateTable('directory_change')
    .set({
      state: decision.state,
      decided_by: decision.decided_by,
      decided_at: decision.decided_at,
      decision_reason: decision.decision_reason,
      release: decision.release,
      entity_id: decision.entity_id,
    })
    .where('id', '=', id)
    .execute();
}

/** Changes of the entity, and those that merge another one with it or separate them. */
const about = (entityId: string) => sql<boolean>`(entity_id = ${entityId} or patch->>'into' = ${entityId})`;

const changes = (session: SqlSession) => kyselyOver(session).selectFrom('directory_change');

/** Returns a page of changes, newest first; of everybody or of one author. */
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
  let matching = changes(session);
  if (asked.state !== undefined) matching = matching.where('state', '=', asked.state);
  if (asked.entity !== undefined) matching = matching.where(about(asked.entity));
  if (asked.author !== undefined) matching = matching.where('author', '=', asked.author);
  return readPage(
    matching,
    (all) => all.selectAll().$narrowType<{ patch: Patch }>().orderBy('at', 'desc').orderBy('id', 'desc'),
    asked,
  );
}

/** Counts the pending changes of an entity. */
export async function countPendingOf(session: SqlSession, entityId: string): Promise<number> {
  return countPending(session, about(entityId));
}

/** Counts the pending changes of a person. */
export async function countPendingBy(session: SqlSession, author: string): Promise<number> {
  return countPending(session, sql<boolean>`author = ${author}`);
}

async function countPending(session: SqlSession, which: ReturnType<typeof about>): Promise<number> {
  const { n } = await changes(session)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where(which)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(n);
}
