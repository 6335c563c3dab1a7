import type { ComplianceTransaction } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { peopleOf, presentTransaction, reportsOf, type Surroundings } from './compliance.presenter.ts';
import type { TransactionRow } from './transaction-order.ts';
import { reportNames } from './reports.store.ts';

/** Rows of one organization as its members see them. */
export function createTransactionViews(options: {
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
}) {
  const { people, organizations } = options;

  /** People and reports by id, and what the organization may see. `db` may be a transaction. */
  async function around(
    db: Kysely<Schema>,
    organizationId: string,
    named: { people: readonly string[]; reports: readonly string[] },
  ): Promise<Surroundings> {
    const found = await organizations.findByIds(db, [organizationId]);
    return {
      people: await people.findByIds(db, named.people),
      reports: await reportNames(db, organizationId, named.reports),
      seesHidden: found.get(organizationId)?.allowCsam ?? false,
    };
  }

  return {
    around,

    async many(
      db: Kysely<Schema>,
      organizationId: string,
      rows: readonly TransactionRow[],
    ): Promise<ComplianceTransaction[]> {
      const surroundings = await around(db, organizationId, {
        people: rows.flatMap(peopleOf),
        reports: rows.flatMap(reportsOf),
      });
      return rows.map((row) => presentTransaction(row, surroundings));
    },

    async one(db: Kysely<Schema>, row: TransactionRow): Promise<ComplianceTransaction> {
      const named = { people: peopleOf(row), reports: reportsOf(row) };
      return presentTransaction(row, await around(db, row.organization_id, named));
    },
  };
}

export type TransactionViews = ReturnType<typeof createTransactionViews>;
