import { randomBytes } from 'node:crypto';
import type { AuditAction, User } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { exportLine, presentEntry } from './audit.presenter.ts';
import {
  appendRow,
  eraseDetailsOf,
  findChain,
  listChains,
  lockChain,
  readForward,
  readPage,
} from './audit.store.ts';
import { canonicalJson, commit, genesisHash, installationChain, rowHash } from './chain.ts';
import { type Verification, verifyChain } from './verify.ts';

/** One change of state. Everything that names a person goes into the erasable part. */
export interface AuditRecord {
  /** Undefined: the system itself, or nobody who is signed in. */
  actor?: { user: Pick<User, '_id' | 'name' | 'surname' | 'email' | 'role'> } | undefined;
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

const exportBatch = 500;

/** The append-only log of changes: one chain of hashes for each organisation, one for the installation. */
export function createAudit({ kysely, now }: { kysely: Kysely<Schema>; now: () => number }) {
  const chainOf = (organizationId: string | null): string => organizationId ?? installationChain;

  const audit = {
    /**
     * Adds a row inside the transaction of the change that it tells of. The chain stays locked until that
     * transaction ends, so record last.
     */
    async record(trx: Kysely<Schema>, entry: AuditRecord): Promise<void> {
      const chainId = chainOf(entry.organizationId);
      const { length, head } = await lockChain(trx, chainId);
      const salt = randomBytes(32);
      const user = entry.actor?.user;
      const details = canonicalJson({
        actor: {
          name: user ? `${user.name} ${user.surname}` : null,
          email: user?.email ?? null,
          ip: entry.origin?.ip ?? null,
          userAgent: entry.origin?.userAgent ?? null,
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
     * Erases the details of every row in which a person acted, was the subject, or is named by email; the chains stay
     * whole. Gives the number of rows.
     */
    async erasePerson(trx: Kysely<Schema>, person: { userId: string; email: string }): Promise<number> {
      return Number(await eraseDetailsOf(trx, person, new Date(now())));
    },

    /** The same for somebody without an account, at the wish of the operator; it is itself recorded, without the email. */
    async eraseByEmail(
      wish: { email: string; reason: string },
      by: { actor: AuditRecord['actor']; origin: AuditRecord['origin'] },
    ): Promise<number> {
      return kysely.transaction().execute(async (trx) => {
        const erased = await eraseDetailsOf(trx, { email: wish.email }, new Date(now()));
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'audit.person_erased',
          subject: { type: 'audit_log', id: null },
          after: { entries: Number(erased) },
          reason: wish.reason,
        });
        return Number(erased);
      });
    },
  };
  return audit;
}

export type Audit = ReturnType<typeof createAudit>;
