import type { ApprovalRule } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import {
  countMembers,
  findMemberIds,
  findOrganizations,
  lockOrganization,
  type OrganizationRow,
  searchOrganizations,
} from './directory.store.ts';

/** An organization as other modules see it. */
export interface KnownOrganization {
  id: string;
  name: string;
  email: string;
  ownerId: string;
  /** Whether its members see entities that hides. */
  allowCsam: boolean;
  /** From where on a second person confirms decisions. */
  approval: ApprovalRule;
  deleted: boolean;
}

function known(row: OrganizationRow): KnownOrganization {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    ownerId: row.owner_id,
    allowCsam: row.allow_csam,
    approval: {
      overThreshold: row.approval_over_threshold,
      fromScore: row.approval_score,
      fromCents: row.approval_cents,
    },
    deleted: row.deleted_at !== null,
  };
}

/** What other modules may know of organizations; `db` may be a transaction. */
export function createOrganizationDirectory() {
  return {
    /**
     * Locks an organization until the transaction ends. Whoever counts or changes its members or its subscription does
     * this first, so that all lock in the same order. Undefined if it is unknown or deleted.
     */
    async lock(trx: Kysely<Schema>, id: string): Promise<KnownOrganization | undefined> {
      const row = isUuid(id) ? await lockOrganization(trx, id) : undefined;
      return row && known(row);
    },
    /** Active members. */
    async countMembers(db: Kysely<Schema>, id: string): Promise<number> {
      return (await countMembers(db, [id])).get(id) ?? 0;
    },
    countMembersOf: countMembers,
    /** Who of these is an active member. */
    membersAmong: findMemberIds,
    /** By id, deleted ones too. */
    async findByIds(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, KnownOrganization>> {
      const rows = await findOrganizations(db, [...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, known(row)]));
    },
    /** Organizations of the installation, newest first. */
    async search(db: Kysely<Schema>, query: { search?: string | undefined; page: number; limit: number }) {
      const { rows, total } = await searchOrganizations(db, { ...query, search: query.search?.trim() ?? '' });
      return { organizations: rows.map(known), total };
    },
  };
}

export type OrganizationDirectory = ReturnType<typeof createOrganizationDirectory>;
