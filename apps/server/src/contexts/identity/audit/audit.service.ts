import { randomBytes } from 'node:crypto';
import type { AuditAction, User } from '@hopscope/contract';
import { canonicalJsonV1 } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { exportLine, presentEntry } from './audit.presenter.ts';
import {
  appendRow,
  findChain,
  listChains,
  lockChain,
  noteAnchored,
  type PlaceInEntry,
  readChainsOf,
  readEntriesWith,
  readForward,
  readNamedRemovedPeople,
  readPage,
  readRowsOf,
  readUnanchoredHeads,
  replaceDetails,
} from './audit.store.ts';
import { commit, genesisHash, installationChain, rowHash } from './chain.ts';
import { redactDetails } from './redact.ts';
import { type Verification, verifyChain } from './verify.ts';

/** Who changes something, and with which API key. */
export interface AuditActor {
  user: Pick<User, '_id' | 'name' | 'surname' | 'email' | 'role'>;
  key?: { id: string };
}
/** A change of state. Personal data belongs in the erasable part. */
export interface AuditRecord {
  /** Undefined: the system, or not signed in. */
  actor?: AuditActor | undefined;
  /** As what the person acted; without it, the role in the installation. */
  actorRole?: string | undefined;
  origin?: { ip: string; userAgent: string } | undefined;
  /** Null: the chain of the installation. */
  organizationId: string | null;
  action: AuditAction;
  /** `id` is a UUID or null. */
  subject: { type: string; id: string | null };
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
}

/** Whose data is erased. */
export interface ErasedPerson {
  userId?: string;
  /** Proven to be theirs. */
  email?: string;
  /** From this time on, entries of organizations keep the actor's name; undefined: all do. */
  namesStoredSince?: Date | undefined;
}
/** Who requested an erasure, as recorded in the chains. */
export type ErasureBy = Pick<AuditRecord, 'actor' | 'actorRole' | 'origin' | 'reason'>;

const exportBatch = 500;

/** The append-only log of changes: one chain of hashes for each organization, one for the installation. */
export function createAudit({ kysely, now }: { kysely: Kysely<Schema>; now: () => number }) {
  const chainOf = (organizationId: string | null): string => organizationId ?? installationChain;

  const audit = {
    /** Adds an entry in the transaction of its change. The chain is locked until that transaction ends, so record last. */
    async record(trx: Kysely<Schema>, entry: AuditRecord): Promise<void> {
      const chainId = chainOf(entry.organizationId);
      const { length, head } = await lockChain(trx, chainId);
      const salt = randomBytes(32);
      const user = entry.actor?.user;
      const details = canonicalJsonV1({
        actor: {
          name: user ? `${user.name} ${user.surname}` : null,
          email: user?.email ?? null,
          ip: entry.origin?.ip ?? null,
          userAgent: entry.origin?.userAgent ?? null,
          ...(entry.actor?.key && { apiKey: entry.actor.key.id }),
        },
        before: entry.before ?? null,
        after: entry.after ?? null,
        reason: entry.reason ?? null,
      });
      const facts = {
        chainId,
        sequence: length + 1n,
        at: new Date(now()),
        actorId: user?._id ?? null,
        actorRole: entry.actorRole ?? user?.role ?? (entry.origin ? 'nobody' : 'system'),
        action: entry.action,
        subjectType: entry.subject.type,
        subjectId: entry.subject.id,
      };
      const commitment = commit(salt, details);
      await appendRow(trx, {
        chain_id: chainId,
        sequence: facts.sequence,
        at: facts.at,
        actor_id: facts.actorId,
        actor_role: facts.actorRole,
        action: facts.action,
        subject_type: facts.subjectType,
        subject_id: facts.subjectId,
        commitment,
        hash: rowHash(head, facts, commitment),
        salt,
        details,
        erased_at: null,
      });
    },

    /** Newest first, with the exact total. */
    async list(
      organizationId: string | null,
      query: { page: number; limit: number; action?: AuditAction | undefined },
    ) {
      const { rows, total } = await readPage(kysely, {
        chainId: chainOf(organizationId),
        action: query.action,
        page: query.page,
        limit: query.limit,
      });
      return {
        entries: rows.map(presentEntry),
        total: Number(total),
        page: query.page,
        limit: query.limit,
      };
    },

    /** Recomputes every hash of a chain. */
    async verify(organizationId: string | null): Promise<Verification> {
      return verifyChain(kysely, chainOf(organizationId));
    },

    /** Verifies every chain of the installation. */
    async verifyAll(): Promise<{ chainId: string; result: Verification }[]> {
      const results: { chainId: string; result: Verification }[] = [];
      for (const chainId of await listChains(kysely)) {
        results.push({ chainId, result: await verifyChain(kysely, chainId) });
      }
      return results;
    },

    /** The whole chain as NDJSON lines, oldest first, up to its length at the start. */
    async *exportLines(organizationId: string | null): AsyncGenerator<string> {
      const chainId = chainOf(organizationId);
      const end = (await findChain(kysely, chainId))?.length ?? 0n;
      let after = 0n;
      let previous: Uint8Array = genesisHash;
      while (after < end) {
        const rows = await readForward(kysely, { chainId, after, limit: exportBatch });
        if (rows.length === 0) return;
        for (const row of rows) {
          if (row.sequence > end) return;
          yield exportLine(row, previous);
          previous = row.hash;
          after = row.sequence;
        }
      }
    },

    /** The lines of an export, which is itself recorded. */
    async exportFor(
      organizationId: string | null,
      by: { actor: AuditRecord['actor']; origin: AuditRecord['origin']; role: string },
    ): Promise<AsyncIterable<string>> {
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor: by.actor,
          actorRole: by.role,
          origin: by.origin,
          organizationId,
          action: 'audit.exported',
          subject: { type: 'audit_log', id: organizationId },
        }),
      );
      return audit.exportLines(organizationId);
    },

    /**
     * Entries with an ID as the actor or as the subject, by chain and then oldest first: those of organizations, and, with
     * `organizationId` null, those of the installation.
     */
    async *entriesWith(place: PlaceInEntry, id: string) {
      let after: { chainId: string; sequence: bigint } | undefined;
      for (;;) {
        const rows = await readEntriesWith(kysely, { place, id }, { after, limit: exportBatch });
        for (const row of rows) {
          const organizationId = row.chain_id === installationChain ? null : row.chain_id;
          yield { organizationId, ...presentEntry(row) };
        }
        const last = rows.at(-1);
        if (!last || rows.length < exportBatch) return;
        after = { chainId: last.chain_id, sequence: last.sequence };
      }
    },

    /**
     * Erases a person's data from entries of their actions, about them, or with their email. Actions are kept, and since
     * `namesStoredSince` so is the actor's name in organizations. Pass `email` only if it is verified. Each affected chain
     * gets an entry with the sequence numbers. Returns the number of entries.
     */
    async erasePerson(trx: Kysely<Schema>, person: ErasedPerson, by: ErasureBy): Promise<number> {
      const who = { userId: person.userId, email: person.email?.toLowerCase() };
      let erased = 0;
      for (const chainId of await readChainsOf(trx, who)) {
        await lockChain(trx, chainId);
        let after = 0n;
        for (;;) {
          const rows = await readRowsOf(trx, who, { chainId, after, limit: exportBatch });
          const entries: { sequence: number; commitment: string }[] = [];
          for (const row of rows) {
            after = row.sequence;
            const namesGo =
              chainId === installationChain || row.at < (person.namesStoredSince ?? new Date(0));
            const details = redactDetails(row.details, {
              email: who.email,
              actor: who.userId !== undefined && row.actor_id === who.userId ? { name: namesGo } : undefined,
              subject: who.userId !== undefined && row.subject_id === who.userId,
            });
            if (details === undefined) continue;
            const salt = randomBytes(32);
            await replaceDetails(trx, {
              chainId,
              sequence: row.sequence,
              salt,
              details,
              at: new Date(now()),
            });
            entries.push({
              sequence: Number(row.sequence),
              commitment: Buffer.from(commit(salt, details)).toString('hex'),
            });
          }
          if (entries.length > 0) {
            await audit.record(trx, {
              ...by,
              organizationId: chainId === installationChain ? null : chainId,
              action: 'audit.person_erased',
              subject: { type: 'audit_log', id: null },
              after: { entries },
            });
          }
          erased += entries.length;
          if (rows.length < exportBatch) break;
        }
      }
      return erased;
    },

    /** Erases the names of removed people from entries of organizations that need not name them any longer. */
    async eraseNamesBefore(namesStoredSince: Date): Promise<void> {
      const people = await readNamedRemovedPeople(kysely, { before: namesStoredSince, limit: exportBatch });
      for (const userId of people) {
        await kysely
          .transaction()
          .execute((trx) =>
            audit.erasePerson(
              trx,
              { userId, namesStoredSince },
              { reason: 'The retention period for names has ended' },
            ),
          );
      }
    },

    /**
     * Anchors the heads of organizations' chains that grew in the installation's chain: truncating one of them later requires
     * rewriting the installation's chain too. Returns the head of the installation, which covers all.
     */
    async anchorHeads(): Promise<{ entries: number; head: string }> {
      for (;;) {
        const heads = await readUnanchoredHeads(kysely, exportBatch);
        if (heads.length === 0) break;
        await kysely.transaction().execute(async (trx) => {
          await noteAnchored(trx, heads);
          await audit.record(trx, {
            organizationId: null,
            action: 'audit.heads_anchored',
            subject: { type: 'audit_log', id: null },
            after: {
              heads: heads.map(({ id, length, head }) => ({
                chain: id,
                length: Number(length),
                head: Buffer.from(head).toString('hex'),
              })),
            },
          });
        });
      }
      const chain = await findChain(kysely, installationChain);
      return {
        entries: Number(chain?.length ?? 0n),
        head: Buffer.from(chain?.head ?? genesisHash).toString('hex'),
      };
    },
  };
  return audit;
}

export type Audit = ReturnType<typeof createAudit>;
