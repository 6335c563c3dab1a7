import type { ComplianceTransaction } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import type { People } from '../people/people.service.ts';
import { peopleOf, presentTransaction, type Surroundings } from './compliance.presenter.ts';
import type { TransactionRow } from './compliance-transactions.store.ts';

/** Rows of one organisation as its members see them. */
export function createTransactionViews(options: {
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
}) {
  const { people, organizations } = options;

  /** People by id, and what the organisation may see. `db` may be a transaction. */
  async function around(
    db: Kysely<Schema>,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Surroundings> {
    const found = await organizations.findByIds(db, [organizationId]);
    return {
      people: await people.findByIds(db, ids),
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
      const surroundings = await around(db, organizationId, rows.flatMap(peopleOf));
      return rows.map((row) => presentTransaction(row, surroundings));
    },

    async one(db: Kysely<Schema>, row: TransactionRow): Promise<ComplianceTransaction> {
      return presentTransaction(row, await around(db, row.organization_id, peopleOf(row)));
    },
  };
}

export type TransactionViews = ReturnType<typeof createTransactionViews>;
