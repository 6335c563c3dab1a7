import { randomUUID } from 'node:crypto';
import {
  type CallInput,
  type ComplianceFilter,
  complianceFilter,
  type complianceFilterEndpoints,
  filterLimits,
  isReviewManager,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit, AuditRecord } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { presentPerson } from './compliance.presenter.ts';
import {
  countFilters,
  deleteFilter,
  type FilterRow,
  insertFilter,
  lockFilter,
  readFilters,
  readOwnFilters,
  updateFilter,
} from './filters.store.ts';

type Calls = typeof complianceFilterEndpoints;
type Saved = CallInput<Calls['saveComplianceFilter']>['body'];
type Change = CallInput<Calls['changeComplianceFilter']>['body'];

const mayEdit = (row: FilterRow, member: Member): boolean =>
  row.owner_id === member.userId || (row.shared && isReviewManager(member));

function checkSharing(shared: boolean | undefined, member: Member): void {
  if (shared === true && !isReviewManager(member)) throw forbidden('Only managers can share filters');
}

/** Saved filters of the Screener, private or shared with the organization. */
export function createFilters(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, now } = options;

  async function present(
    db: Kysely<Schema>,
    rows: readonly FilterRow[],
    member: Member,
  ): Promise<ComplianceFilter[]> {
    const known = await people.findByIds(
      db,
      rows.map((row) => row.owner_id),
    );
    return rows.map((row) => ({
      _id: row.id,
      name: row.name,
      search: complianceFilter.shape.search.parse(JSON.parse(row.search)),
      shared: row.shared,
      owner: { _id: row.owner_id, name: presentPerson(row.owner_id, known).name },
      editable: mayEdit(row, member),
      version: row.version,
    }));
  }

  async function presentOne(db: Kysely<Schema>, row: FilterRow, member: Member): Promise<ComplianceFilter> {
    const [one] = await present(db, [row], member);
    if (!one) throw notFound('Filter not found');
    return one;
  }

  const recordOf = (
    { actor, member, origin }: ByMember,
    action: AuditRecord['action'],
    id: string,
  ): AuditRecord => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    action,
    subject: { type: 'compliance_filter', id },
  });

  /** Throws 404 for private filters of others, and 403 for shared ones of others. */
  async function lockOwn(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<FilterRow> {
    const { organizationId, userId } = member;
    const row = isUuid(id) ? await lockFilter(trx, { organizationId, id }) : undefined;
    if (!row || (row.owner_id !== userId && !row.shared)) throw notFound('Filter not found');
    if (!mayEdit(row, member)) throw forbidden('Only the owner or a manager can do this');
    return row;
  }

  return {
    async list(member: Member): Promise<ComplianceFilter[]> {
      return present(kysely, await readFilters(kysely, member), member);
    },

    async save(by: ByMember, { name, search, shared = false }: Saved): Promise<ComplianceFilter> {
      const { organizationId, userId } = by.member;
      checkSharing(shared, by.member);
      return kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, organizationId);
        if ((await countFilters(trx, by.member)) >= filterLimits.each) {
          throw conflict(`You have ${filterLimits.each} saved filters. Delete one first.`);
        }
        const row = await insertFilter(trx, {
          id: randomUUID(),
          organization_id: organizationId,
          owner_id: userId,
          shared,
          name,
          search: JSON.stringify(search),
          created_at: new Date(now()),
        });
        const view = await presentOne(trx, row, by.member);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_filter.saved', row.id),
          after: { name, shared },
        });
        return view;
      });
    },

    /** Throws 409 `changed_meanwhile` with the current filter. */
    async change(by: ByMember, id: string, { name, shared, version }: Change): Promise<ComplianceFilter> {
      checkSharing(shared, by.member);
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOwn(trx, by, id);
        if (version !== undefined && version !== row.version) {
          throw new AppError('changed_meanwhile', 'Someone else changed this filter', {
            details: { current: await presentOne(trx, row, by.member) },
          });
        }
        const after = await updateFilter(trx, row.id, {
          name: name ?? row.name,
          shared: shared ?? row.shared,
        });
        const view = await presentOne(trx, after, by.member);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_filter.changed', row.id),
          before: { name: row.name, shared: row.shared },
          after: { name: after.name, shared: after.shared },
        });
        return view;
      });
    },

    async remove(by: ByMember, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const row = await lockOwn(trx, by, id);
        await deleteFilter(trx, row.id);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_filter.deleted', row.id),
          before: { name: row.name, shared: row.shared },
        });
      });
    },

    /** A person's own saved filters, for the copy of their data. */
    async personalData(db: Kysely<Schema>, userId: string) {
      const rows = await readOwnFilters(db, userId);
      return { savedFilters: rows.map((row) => ({ ...row, search: JSON.parse(row.search) as unknown })) };
    },
  };
}
