import {
  type CallOutput,
  clientCategoryLimits as limits,
  type complianceTeamEndpoints,
} from '@hopscope/contract';
import { categories, type CategoryId, type RiskProfile, severityOf } from '@hopscope/risk';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { stateAt } from '../../directory/records/entities-at.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import { createEntityFacts } from '../../risk/scores/entity-facts.ts';
import { readClientCounts } from './client-categories.store.ts';
import { endOfDays } from './days.ts';

type Answer = CallOutput<(typeof complianceTeamEndpoints)['listComplianceClients']>['data'];

const unknown = 'unknown';

/** Counts transactions by client and category of their counterparties, as the directory has them now. */
export function createClientCategories(options: {
  kysely: Kysely<Schema>;
  db: SqlDatabase;
  profileOf: (organizationId: string) => Promise<RiskProfile>;
  now: () => number;
}) {
  const { kysely, db, profileOf, now } = options;
  const facts = createEntityFacts();

  async function categoriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly CategoryId[]>> {
    if (ids.length === 0) return new Map();
    const found = await inTransaction(db, 'read only', async (session) =>
      facts.read(session, ids, await stateAt(session, undefined, now())),
    );
    return new Map([...found].map(([id, entity]) => [id, entity.categories]));
  }

  return {
    /** Returns the clients with most transactions. Throws 400 for an invalid range of days. */
    async list({ organizationId }: Member, range: { from: string; to: string }): Promise<Answer> {
      const asked = { organizationId, from: range.from, before: endOfDays(range), most: limits.transactions };
      const counts = await readClientCounts(kysely, asked);
      const profile = await profileOf(organizationId);
      const known = await categoriesOf([...new Set(counts.flatMap(({ entities }) => entities))]);
      const mostSevere = (entities: readonly string[]): CategoryId | typeof unknown =>
        entities
          .flatMap((id) => known.get(id) ?? [])
          .toSorted((a, b) => severityOf(b, profile) - severityOf(a, profile) || (a < b ? -1 : 1))[0] ??
        unknown;
      const clients = [...Map.groupBy(counts, ({ client }) => client)].map(([clientId, ofClient]) => {
        const sums = new Map<CategoryId | typeof unknown, number>();
        for (const { entities, count } of ofClient) {
          const category = mostSevere(entities);
          sums.set(category, (sums.get(category) ?? 0) + count);
        }
        return {
          clientId,
          transactions: ofClient.reduce((sum, { count }) => sum + count, 0),
          categories: [...sums]
            .map(([category, transactions]) =>
              category === unknown
                ? { category: null, categoryName: 'Unknown', severity: null, transactions }
                : {
                    category,
                    categoryName: categories[category].name,
                    severity: severityOf(category, profile),
                    transactions,
                  },
            )
            .toSorted((a, b) => (b.severity ?? -1) - (a.severity ?? -1) || b.transactions - a.transactions),
        };
      });
      const read = counts.reduce((sum, { count }) => sum + count, 0);
      return {
        clients: clients
          .toSorted(
            (a, b) => b.transactions - a.transactions || ((a.clientId ?? '') < (b.clientId ?? '') ? -1 : 1),
          )
          .slice(0, limits.clients),
        clientsInAll: clients.length,
        read,
        complete: read < limits.transactions,
      };
    },
  };
}
