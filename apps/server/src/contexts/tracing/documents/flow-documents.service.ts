import { createHash, randomUUID } from 'node:crypto';
import { apply, type Step } from '@hopscope/canvas';
import {
  type FlowCursor,
  type FlowRight,
  flowDocumentLimits as limits,
  flowRightOf,
  type FlowRole,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { EventStream } from '../../../lib/event-stream.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { Storage } from '../../identity/subscriptions/storage.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { createDocumentAccess } from './document-access.ts';
import { createFlowSharing } from './flow-sharing.ts';
import { createDocumentStates } from './document-states.ts';
import {
  presentDocument,
  presentLink,
  presentShare,
  presentSnapshot,
  presentState,
} from './flow-documents.presenter.ts';
import {
  deleteSnapshot,
  findDocument,
  type DocumentRow,
  documentsOf,
  insertDocument,
  insertSnapshot,
  readDocuments,
  readLinks,
  readRolesOf,
  readShares,
  readSnapshots,
  updateDocument,
} from './flow-documents.store.ts';
import type { FlowLive } from './flow-live.ts';
import { keepNotes, noteIdOf, readNotes, type WrittenNote } from './flow-notes.store.ts';
import { findSteps, insertSteps, type StoredStep, readSteps } from './flow-steps.store.ts';
import { acceptStep, notesAfter } from './incoming-steps.ts';
import { checkRecords } from '../../identity/subscriptions/record-limits.ts';

/** Steps per read while a client catches up. */
const stepsAtOnce = 100;

/** FlowTrace documents of organizations: ordered steps, shared by access (docs/concepts/flowtrace.md). */
export function createFlowDocuments(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  /** Tests whether a user is an active member of an organization. */
  isMember: (db: Kysely<Schema>, organizationId: string, userId: string) => Promise<boolean>;
  live: FlowLive;
  storage: Storage;
  now: () => number;
}) {
  const { kysely, people, live, storage, now } = options;
  const states = createDocumentStates();
  const access = createDocumentAccess(options);
  const { see, own, write } = access;
  const named = (db: Kysely<Schema>, ids: readonly string[]) => people.findByIds(db, ids);

  function requireVersion(row: DocumentRow, sequence: number): void {
    if (sequence > row.sequence)
      throw notFound(`Version ${sequence} does not exist. The document has ${row.sequence} steps.`);
  }

  async function described(db: Kysely<Schema>, row: DocumentRow, right: FlowRight) {
    const [snapshots, shares] = [await readSnapshots(db, row.id), await readShares(db, row.id)];
    const links = right === 'own' ? await readLinks(db, row.id, new Date(now())) : [];
    const everybody = await named(db, [
      row.created_by,
      ...snapshots.map((each) => each.made_by),
      ...shares.map((each) => each.user_id),
      ...links.map((each) => each.made_by),
    ]);
    return {
      ...presentDocument(row, right, everybody),
      snapshots: snapshots.map((each) => presentSnapshot(each, everybody)),
      shares: shares.map((each) => presentShare(each, everybody)),
      links: links.map((each) => presentLink(each, everybody)),
    };
  }

  return {
    ...createFlowSharing({ ...options, access }),

    async list(
      member: Member,
      { page, limit, search = '' }: { page: number; limit: number; search?: string | undefined },
    ) {
      const all = member.role === 'owner' || member.role === 'admin';
      const filter = {
        organizationId: member.organizationId,
        userId: all ? null : member.userId,
        search: search.trim(),
      };
      const { rows, total } = await readDocuments(kysely, filter, { page, limit });
      const roles = await readRolesOf(
        kysely,
        member.userId,
        rows.map(({ id }) => id),
      );
      const makers = await named(
        kysely,
        rows.map((row) => row.created_by),
      );
      const data = rows.flatMap((row) => {
        const right = flowRightOf(member, {
          createdBy: row.created_by,
          everybody: row.everybody,
          shared: roles.get(row.id) ?? null,
          byLink: false,
        });
        return right === null ? [] : [presentDocument(row, right, makers)];
      });
      return { data, total, page, limit };
    },

    async create(by: ByMember, { title }: { title: string }) {
      const at = new Date(now());
      const row: DocumentRow = {
        id: randomUUID(),
        organization_id: by.member.organizationId,
        title,
        everybody: null,
        created_by: by.member.userId,
        created_at: at,
        updated_at: at,
        sequence: 0,
        records: 0,
        bytes: 0n,
        deleted_at: null,
      };
      await write(by, null, async (trx, record) => {
        await checkRecords(trx, 'canvases', (most) => documentsOf(trx, row.organization_id, most));
        await insertDocument(trx, row);
        await record(row.id, 'flow_document.created', { after: { title } });
      });
      return presentDocument(row, 'own', await named(kysely, [row.created_by]));
    },

    /** Returns the title of a document. Throws 404 if the member has no access. */
    async about(member: Member, documentId: string): Promise<{ title: string }> {
      const { row } = await see(kysely, member, documentId);
      return { title: row.title };
    },

    async open(member: Member, documentId: string, link: string | undefined) {
      return kysely.transaction().execute(async (trx) => {
        const { row, right } = await see(trx, member, documentId, { link });
        const state = await states.at(trx, row.id, row.sequence);
        states.remember(row.id, state);
        return {
          ...(await described(trx, row, right)),
          ...presentState(state, await states.digestOf(state)),
        };
      });
    },

    /** Returns what `open` does without the records, and the version whose records a client starts with. */
    async describe(member: Member, documentId: string, link: string | undefined) {
      const { row, right } = await see(kysely, member, documentId, { link });
      const base = await states.base(kysely, row.id, row);
      return { ...(await described(kysely, row, right)), base };
    },

    /** Returns the records of a version: canonical JSON, gzip. */
    async records(
      member: Member,
      documentId: string,
      sequence: number,
      link: string | undefined,
    ): Promise<Buffer> {
      const { row } = await see(kysely, member, documentId, { link });
      requireVersion(row, sequence);
      return states.records(kysely, row.id, sequence);
    },

    async change(
      by: ByMember,
      documentId: string,
      wanted: { title?: string | undefined; everybody?: FlowRole | null | undefined },
    ) {
      return write(by, documentId, async (trx, record) => {
        const before = await own(trx, by.member, documentId);
        const row = await updateDocument(trx, before.id, {
          title: wanted.title ?? before.title,
          everybody: wanted.everybody === undefined ? before.everybody : wanted.everybody,
        });
        await record(row.id, 'flow_document.changed', {
          before: { title: before.title, everybody: before.everybody },
          after: { title: row.title, everybody: row.everybody },
        });
        return presentDocument(row, 'own', await named(trx, [row.created_by]));
      });
    },

    async remove(by: ByMember, documentId: string): Promise<void> {
      await write(by, documentId, async (trx, record) => {
        const row = await own(trx, by.member, documentId);
        await updateDocument(trx, row.id, { deleted_at: new Date(now()) });
        await record(row.id, 'flow_document.deleted', { before: { title: row.title } });
      });
      states.forget(documentId);
    },

    /** Appends steps, skipping known ones. Returns all steps since `base` in order. */
    async append(
      by: ByMember,
      documentId: string,
      { base, steps }: { base: number; steps: readonly Step[] },
    ) {
      const at = new Date(now());
      const { user } = by.actor;
      const written = await write(by, null, async (trx, record) => {
        const { row, right } = await see(trx, by.member, documentId, { lock: true });
        if (base > row.sequence)
          throw badRequest(
            'bad_request',
            `Step ${base} does not exist. The document has ${row.sequence} steps.`,
          );
        const ids = steps.flatMap(({ id, undoes, redoes, continues }) => [id, undoes, redoes, continues]);
        const known = await findSteps(
          trx,
          row.id,
          ids.filter((id) => id !== undefined),
        );
        const authors = new Map([...known].map(([id, { author }]) => [id, author]));
        const sender = {
          userId: by.member.userId,
          name: `${user.name} ${user.surname}`.trim(),
          right,
          time: Math.floor(at.getTime() / 1000),
        };
        const noteIds = steps.flatMap(({ changes }) => changes.flatMap((one) => noteIdOf(one) ?? []));
        const notes = await readNotes(trx, row.id, noteIds);
        const notesNow = new Map<string, WrittenNote>();
        const noteOf = (id: string) => notesNow.get(id) ?? notes.get(id);
        let state = await states.at(trx, row.id, row.sequence);
        const fresh: { stored: StoredStep; text: string; at: Date }[] = [];
        let { bytes } = row;
        for (const step of steps) {
          if (authors.has(step.id)) continue;
          const accepted = acceptStep(step, sender, { authorOf: (id) => authors.get(id), noteOf });
          const sequence = state.sequence + 1;
          const text = JSON.stringify(accepted);
          const { document, effective } = apply(state.document, accepted);
          state = { sequence, document };
          for (const [id, note] of notesAfter(effective, sender.userId, noteOf)) notesNow.set(id, note);
          authors.set(step.id, sender.userId);
          bytes += BigInt(Buffer.byteLength(text));
          fresh.push({ stored: { sequence, step: accepted }, text, at });
        }
        const { size } = state.document.records;
        if (size > limits.records || bytes > BigInt(limits.bytes))
          throw conflict('This document is full. Create a new one.');
        if (fresh.length > 0) {
          await storage.check(trx, row.organization_id, Number(bytes - row.bytes));
          await insertSteps(trx, row.id, fresh);
          await keepNotes(trx, row.id, notesNow);
          await states.keep(trx, row.id, state, bytes);
          await updateDocument(trx, row.id, {
            sequence: state.sequence,
            records: size,
            bytes,
            updated_at: at,
          });
          const digest = createHash('sha256');
          for (const { text } of fresh) digest.update(`${text}\n`);
          await record(row.id, 'flow_document.steps_added', {
            after: { from: row.sequence + 1, to: state.sequence, sha256: digest.digest('hex') },
          });
        }
        const since = await readSteps(trx, row.id, { after: base, limit: limits.steps });
        return { row, state, fresh: fresh.map(({ stored }) => stored), since };
      });
      states.remember(written.row.id, written.state);
      const { organization_id: organizationId, id } = written.row;
      states.baseSoon(kysely, id, () => findDocument(kysely, { organizationId, documentId: id }));
      live.steps(written.row.id, written.fresh);
      return { sequence: written.state.sequence, steps: written.since };
    },

    async steps(
      member: Member,
      documentId: string,
      { after, limit, link }: { after: number; limit: number; link?: string | undefined },
    ) {
      const { row } = await see(kysely, member, documentId, { link });
      return { sequence: row.sequence, steps: await readSteps(kysely, row.id, { after, limit }) };
    },

    async version(member: Member, documentId: string, sequence: number, link: string | undefined) {
      return kysely.transaction().execute(async (trx) => {
        const { row } = await see(trx, member, documentId, { link });
        requireVersion(row, sequence);
        const state = await states.at(trx, row.id, sequence);
        return presentState(state, await states.digestOf(state));
      });
    },

    async snapshot(by: ByMember, documentId: string, { name, sequence }: { name: string; sequence: number }) {
      return write(by, null, async (trx, record) => {
        const { row, right } = await see(trx, by.member, documentId, { lock: true });
        if (right !== 'own' && right !== 'edit') throw forbidden('You can only view this document');
        if (sequence > row.sequence)
          throw badRequest(
            'bad_request',
            `Version ${sequence} does not exist. The document has ${row.sequence} steps.`,
          );
        if ((await readSnapshots(trx, row.id)).length >= limits.snapshots)
          throw conflict(`A document can have at most ${limits.snapshots} named versions`);
        const made = {
          id: randomUUID(),
          document_id: row.id,
          sequence,
          name,
          made_by: by.member.userId,
          made_at: new Date(now()),
        };
        await insertSnapshot(trx, made);
        await record(row.id, 'flow_document.snapshot_made', { after: { name, sequence } });
        return presentSnapshot(made, await named(trx, [made.made_by]));
      });
    },

    async removeSnapshot(by: ByMember, documentId: string, snapshotId: string): Promise<void> {
      await write(by, null, async (trx, record) => {
        const { row, right } = await see(trx, by.member, documentId, { lock: true });
        if (right !== 'own' && right !== 'edit') throw forbidden('You can only view this document');
        const gone = isUuid(snapshotId) ? await deleteSnapshot(trx, row.id, snapshotId) : undefined;
        if (!gone) throw notFound('Named version not found');
        const { name, sequence } = gone;
        await record(row.id, 'flow_document.snapshot_removed', { before: { name, sequence } });
      });
    },

    /** Handlers of a document stream. */
    async listen(
      { member, actor }: ByMember,
      documentId: string,
      asked: { after: number; client: string; link?: string | undefined },
      stillMember: () => Promise<Member>,
    ): Promise<(stream: EventStream) => void> {
      const { row } = await see(kysely, member, documentId, { link: asked.link });
      live.admit({ documentId: row.id, userId: member.userId });
      async function* missed() {
        let { after } = asked;
        for (;;) {
          const steps = await readSteps(kysely, row.id, { after, limit: stepsAtOnce });
          if (steps.length === 0) return;
          yield steps;
          after += steps.length;
        }
      }
      const listener = {
        documentId: row.id,
        userId: member.userId,
        sessionId: actor.sessionId,
        client: asked.client,
        async mayLook() {
          try {
            await see(kysely, await stillMember(), row.id, { link: asked.link });
            return true;
          } catch (error) {
            if (error instanceof AppError) return false;
            throw error;
          }
        },
      };
      return (stream) => live.begin(listener, stream, missed);
    },

    async point(
      { member, actor }: ByMember,
      documentId: string,
      link: string | undefined,
      cursor: Omit<FlowCursor, 'userId' | 'name'>,
    ): Promise<void> {
      const { row } = await see(kysely, member, documentId, { link });
      const { name, surname } = actor.user;
      live.cursor(row.id, { ...cursor, userId: member.userId, name: `${name} ${surname}`.trim() });
    },
  };
}

export type FlowDocuments = ReturnType<typeof createFlowDocuments>;
