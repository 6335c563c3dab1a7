import { randomUUID } from 'node:crypto';
import type { ChangeState, DirectoryChange, DirectoryFieldName, EntityFormValues } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit, AuditRecord } from '../../identity/audit/audit.service.ts';
import type { By, People } from '../../identity/people/people.service.ts';
import { applyChange } from './apply-change.ts';
import {
  type AskedAttribution,
  changedMeanwhile,
  checkParent,
  openEntity,
  openMerge,
  readAttribution,
  refusalOf,
} from './change-checks.ts';
import { mayDecide, presentChange } from './changes.presenter.ts';
import {
  type ChangeRow,
  countPendingBy,
  decideChange,
  insertChange,
  lockChange,
  type Patch,
  readChanges,
} from './changes.store.ts';
import type { Viewer } from '../records/viewer.ts';
import { readEntities, readMerged } from '../records/entities.store.ts';
import { patchOf } from '../records/entity-form.ts';
import { sameList } from '../records/entity-row.ts';
import { newEntityId } from '../records/map-subjects.ts';
import { fullName } from '../records/person-names.ts';
import { editorsSource } from '../releases/resolve.ts';
import { type ReleaseOptions, writeRelease, type Writing } from '../releases/write-release.ts';

/** Most pending changes per person. */
const mostPending = 100;

/** The actor, with their permissions. */
export interface ByViewer extends By {
  readonly viewer: Viewer;
}

/** A request that becomes a change. */
interface Proposal {
  readonly kind: ChangeRow['kind'];
  readonly entityId: string;
  readonly patch: Patch;
  readonly baseVersion: number;
  readonly reason: string | undefined;
  readonly suggestion?: boolean;
}

const noChange = (): AppError => notFound('Change not found');

/**
 * Changes of the directory by people. Editors' changes apply at once, or with four eyes when a second editor approves;
 * suggestions of others always wait for an editor. Nobody approves their own. A conflict with a change made meanwhile is
 * reported.
 */
export function createDirectoryChanges(
  options: ReleaseOptions & {
    kysely: Kysely<Schema>;
    audit: Pick<Audit, 'record'>;
    people: Pick<People, 'findByIds'>;
    network: () => Promise<NetworkName>;
    fourEyes: boolean;
  },
) {
  const { db, kysely, audit, people, network, fourEyes, now } = options;
  const about = { sourceId: editorsSource, kind: 'edit', actor: null } as const;

  function requireEditor({ viewer }: ByViewer): void {
    if (!viewer.editor) throw forbidden('Only directory editors can do this');
  }

  async function presented(rows: readonly ChangeRow[], viewer: Viewer): Promise<DirectoryChange[]> {
    const ids = [...new Set(rows.map((row) => row.entity_id))];
    const entities = await inTransaction(db, 'read only', (session) => readEntities(session, ids));
    const known = await people.findByIds(
      kysely,
      rows.flatMap((row) => [row.author, row.decided_by ?? []].flat()),
    );
    const nameOf = (id: string): string => fullName(known.get(id));
    return rows.map((row) => presentChange(row, { viewer, entity: entities.get(row.entity_id), nameOf }));
  }

  async function one(row: ChangeRow, viewer: Viewer): Promise<DirectoryChange> {
    const [change] = await presented([row], viewer);
    if (!change) throw new RangeError('One row gives one change');
    return change;
  }

  function record(
    { trx }: Writing,
    { actor, origin }: By,
    row: ChangeRow,
    action: AuditRecord['action'],
  ): Promise<void> {
    const { kind, entity_id: entity, patch, suggestion, release } = row;
    return audit.record(trx, {
      actor,
      origin,
      organizationId: null,
      action,
      subject: { type: 'directory_change', id: row.id },
      after: {
        kind,
        entity,
        suggestion,
        fields: Object.keys(patch.set ?? {}),
        ...(patch.attribution && { address: patch.attribution.address, what: patch.attribution.action }),
        ...(patch.into !== undefined && { into: patch.into }),
        release: release === null ? null : Number(release),
      },
      reason: row.decision_reason ?? row.reason ?? undefined,
    });
  }

  /** Stores a proposal, and applies it if it needs no approval. `prepare` computes the change from the current entity. */
  async function propose(
    by: ByViewer,
    prepare: (session: SqlSession) => Promise<Proposal>,
  ): Promise<DirectoryChange> {
    let row: ChangeRow | undefined;
    await writeRelease(options, about, {
      async work(writing) {
        const { session, at, release } = writing;
        const proposal = await prepare(session);
        const { suggestion = false } = proposal;
        const author = by.actor.user._id;
        const pending: ChangeRow = {
          id: randomUUID(),
          kind: proposal.kind,
          suggestion,
          entity_id: proposal.entityId,
          patch: proposal.patch,
          base_version: BigInt(proposal.baseVersion),
          author,
          at,
          reason: proposal.reason ?? null,
          state: 'pending',
          decided_by: null,
          decided_at: null,
          decision_reason: null,
          release: null,
        };
        if (fourEyes || suggestion) {
          if ((await countPendingBy(session, author)) >= mostPending) {
            throw new AppError(
              'too_many_requests',
              'You have too many pending changes. Wait for an editor to review them.',
            );
          }
          row = pending;
          await insertChange(session, row);
          return undefined;
        }
        const { entityId, changed } = await applyChange(writing, pending);
        row = {
          ...pending,
          entity_id: entityId,
          state: 'approved',
          decided_by: author,
          decided_at: at,
          release: changed ? BigInt(release) : null,
        };
        await insertChange(session, row);
        return changed && { ...changed, actor: author };
      },
      async after(writing) {
        if (!row) return;
        const proposed = row.state === 'pending';
        await record(writing, by, row, proposed ? 'directory.change_proposed' : 'directory.change_made');
      },
    });
    if (!row) throw new RangeError('A proposal is a change');
    return one(row, by.viewer);
  }

  /** Locks a pending change in the transaction that decides about it. Throws 404 if the caller may not see it. */
  async function openChange(session: SqlSession, changeId: string, { viewer }: ByViewer): Promise<ChangeRow> {
    const row = isUuid(changeId) ? await lockChange(session, changeId) : undefined;
    if (!row || (!viewer.editor && row.author !== viewer.userId)) throw noChange();
    return row;
  }

  function requirePending({ state }: ChangeRow): void {
    if (state !== 'pending') throw conflict(`This change is already ${state}`);
  }

  /** Throws 409 if the subject of the change is no longer what it was based on. */
  async function checkBase(session: SqlSession, row: ChangeRow, by: ByViewer): Promise<void> {
    if (row.kind === 'create') return;
    if (row.kind === 'unmerge') {
      const { release } = await openMerge(session, row.entity_id, by.viewer);
      if (release === Number(row.base_version)) return;
      throw conflict('The entity has been merged again in the meantime');
    }
    const current = await openEntity(session, row.entity_id, by.viewer);
    const { set = {}, before = {} } = row.patch;
    const fields = Object.keys(set) as DirectoryFieldName[];
    const moved =
      row.kind === 'edit'
        ? fields.some((field) => !sameList(before[field], current.record[field]))
        : row.kind !== 'attribution' && current.version > Number(row.base_version);
    if (moved)
      throw await changedMeanwhile(session, current, { version: Number(row.base_version), now: now() });
    await checkParent(session, row.entity_id, { patch: row.patch, now: now() });
  }

  async function decide(
    by: ByViewer,
    changeId: string,
    { to, reason }: { to: Exclude<ChangeState, 'pending'>; reason: string | undefined },
  ): Promise<DirectoryChange> {
    let decided: ChangeRow | undefined;
    await writeRelease(options, about, {
      async work(writing) {
        const { session, at, release } = writing;
        const row = await openChange(session, changeId, by);
        const may = mayDecide({ ...row, state: 'pending' }, by.viewer);
        if (to === 'withdrawn' ? !may.withdraw : !may.approve) throw refusalOf(to, by.viewer);
        requirePending(row);
        const base = {
          state: to,
          decided_by: by.actor.user._id,
          decided_at: at,
          decision_reason: reason ?? null,
        } as const;
        if (to !== 'approved') {
          decided = { ...row, ...base };
          await decideChange(session, row.id, decided);
          return undefined;
        }
        await checkBase(session, row, by);
        const { entityId, changed } = await applyChange(writing, row);
        decided = { ...row, ...base, entity_id: entityId, release: changed ? BigInt(release) : null };
        await decideChange(session, row.id, decided);
        // The editor who approves a suggestion is responsible for it.
        return changed && { ...changed, actor: row.suggestion ? by.actor.user._id : row.author };
      },
      async after(writing) {
        if (decided) await record(writing, by, decided, `directory.change_${to}`);
      },
    });
    if (!decided) throw new RangeError('A decision has a change');
    return one(decided, by.viewer);
  }

  async function proposeValues(
    by: ByViewer,
    entityId: string,
    asked: {
      form: EntityFormValues;
      baseVersion: number;
      reason: string | undefined;
      reset?: readonly DirectoryFieldName[] | undefined;
      suggestion: boolean;
    },
  ): Promise<DirectoryChange> {
    const { form, baseVersion, reason, suggestion } = asked;
    return propose(by, async (session) => {
      const current = await openEntity(session, entityId, by.viewer);
      if (current.version > baseVersion)
        throw await changedMeanwhile(session, current, { version: baseVersion, now: now() });
      const patch: Patch = {
        ...patchOf(form, current.record),
        ...(asked.reset && asked.reset.length > 0 && { reset: asked.reset }),
      };
      await checkParent(session, entityId, { patch, now: now() });
      return { kind: 'edit', entityId, patch, baseVersion, reason, suggestion };
    });
  }

  return {
    /** Changes the values of an entity; values that are valid already change nothing. */
    async edit(
      by: ByViewer,
      entityId: string,
      asked: EntityFormValues & {
        baseVersion: number;
        reason?: string | undefined;
        reset?: readonly DirectoryFieldName[] | undefined;
      },
    ): Promise<DirectoryChange> {
      requireEditor(by);
      const { baseVersion, reason, reset, ...form } = asked;
      return proposeValues(by, entityId, { form, baseVersion, reason, reset, suggestion: false });
    },

    async create(
      by: ByViewer,
      asked: EntityFormValues & { proper_name: string; reason?: string | undefined },
    ): Promise<DirectoryChange> {
      requireEditor(by);
      const { reason, ...form } = asked;
      return propose(by, async (session) => {
        const patch = patchOf(form, {});
        const entityId = await newEntityId(session, patch.set.proper_name?.[0] ?? '');
        await checkParent(session, entityId, { patch, now: now() });
        return { kind: 'create', entityId, patch, baseVersion: 0, reason };
      });
    },

    async remove(by: ByViewer, entityId: string, asked: { baseVersion: number; reason: string }) {
      requireEditor(by);
      return propose(by, async (session) => {
        const merge = await readMerged(session, entityId, undefined);
        if (merge) {
          throw conflict(
            `This entity was merged into ${merge.into}. Undo the merge first, then remove the entity.`,
          );
        }
        const current = await openEntity(session, entityId, by.viewer);
        if (current.version > asked.baseVersion)
          throw await changedMeanwhile(session, current, { version: asked.baseVersion, now: now() });
        return { kind: 'delete', entityId, patch: {}, ...asked };
      });
    },

    /** Suggests a change; anybody may, and an editor decides. */
    suggest(
      by: ByViewer,
      entityId: string,
      asked: EntityFormValues & { baseVersion: number; reason: string },
    ): Promise<DirectoryChange> {
      const { baseVersion, reason, ...form } = asked;
      return proposeValues(by, entityId, { form, baseVersion, reason, suggestion: true });
    },

    /** Throws 400 for an invalid address, and 404 if there is no attribution to correct or end. */
    async attribute(
      by: ByViewer,
      entityId: string,
      asked: AskedAttribution & { reason?: string | undefined },
    ): Promise<DirectoryChange> {
      requireEditor(by);
      const { reason, ...given } = asked;
      const attribution = readAttribution(given, await network());
      return propose(by, async (session) => {
        const { version } = await openEntity(session, entityId, by.viewer);
        return { kind: 'attribution', entityId, patch: { attribution }, baseVersion: version, reason };
      });
    },

    async merge(
      by: ByViewer,
      entityId: string,
      { into, baseVersion, reason }: { into: string; baseVersion: number; reason: string },
    ): Promise<DirectoryChange> {
      requireEditor(by);
      return propose(by, async (session) => {
        const current = await openEntity(session, entityId, by.viewer);
        await openEntity(session, into, by.viewer);
        if (into === entityId) throw badRequest('bad_request', 'An entity cannot be merged into itself');
        if (current.version > baseVersion)
          throw await changedMeanwhile(session, current, { version: baseVersion, now: now() });
        return { kind: 'merge', entityId, patch: { into }, baseVersion, reason };
      });
    },

    /** The base of the change is the release of the merge: a later merge is a different one. */
    async unmerge(by: ByViewer, entityId: string, { reason }: { reason: string }): Promise<DirectoryChange> {
      requireEditor(by);
      return propose(by, async (session) => {
        const { into, release } = await openMerge(session, entityId, by.viewer);
        return { kind: 'unmerge', entityId, patch: { into }, baseVersion: release, reason };
      });
    },

    /** Returns all changes for editors, and one's own for others. */
    async list(
      viewer: Viewer,
      asked: { state?: ChangeState | undefined; entity?: string | undefined; page: number; limit: number },
    ) {
      const { state, entity, page, limit } = asked;
      const author = viewer.editor ? undefined : viewer.userId;
      const { rows, total } = await inTransaction(db, 'read only', (session) =>
        readChanges(session, { state, entity, author, page, limit }),
      );
      const data = await presented(rows, viewer);
      return { data, editor: viewer.editor, fourEyes, total, page, limit };
    },

    approve: (by: ByViewer, changeId: string, reason: string | undefined) =>
      decide(by, changeId, { to: 'approved', reason }),
    reject: (by: ByViewer, changeId: string, reason: string) =>
      decide(by, changeId, { to: 'rejected', reason }),
    withdraw: (by: ByViewer, changeId: string) =>
      decide(by, changeId, { to: 'withdrawn', reason: undefined }),
  };
}
