import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { Proofs } from '../../identity/auth/factors/proof.ts';
import type { ReportedTransactions } from '../transactions/reported.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { createSarChanges } from './sar-changes.ts';
import { createSarExports } from './sar-export.service.ts';
import { createSarInstitutions } from './sar-institution.service.ts';
import { createSarSigning } from './sar-signing.service.ts';
import { createSarViews } from './sar-views.ts';
import { createSarsService } from './sars.service.ts';

/** Suspicious activity reports with all that belongs to them. */
export function createSars(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  transactions: TransactionViews;
  proofs: Proofs;
  reported: ReportedTransactions;
  now: () => number;
}) {
  const { kysely, audit, organizations, transactions, proofs, reported, now } = options;
  const views = createSarViews(options);
  const institutions = createSarInstitutions(options);
  const changes = createSarChanges({ kysely, audit, views, now });
  return {
    institutions,
    service: createSarsService({
      kysely,
      audit,
      organizations,
      transactions,
      reported,
      institutions,
      views,
      changes,
      now,
    }),
    signing: createSarSigning({ kysely, proofs, reported, views, changes }),
    exports: createSarExports({ kysely, audit, views, institutions }),
  };
}

export type Sars = ReturnType<typeof createSars>;
