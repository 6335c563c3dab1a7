import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';
import type { Viewing } from '../../directory/attributions/csam.ts';
import type { FlowDocuments } from '../../tracing/documents/flow-documents.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { createCaseChanges, type PublishCaseChange } from './case-changes.ts';
import { createCaseContents } from './case-contents.service.ts';
import type { DocumentFile } from './case-data.ts';
import { createCaseDecisions } from './case-decisions.service.ts';
import type { Storage } from '../../identity/subscriptions/storage.service.ts';
import { createCaseEvidence } from './case-evidence.service.ts';
import { createCaseExports } from './case-exports.service.ts';
import { createCaseMembers } from './case-members.ts';
import { createCaseStates, type TraceResult } from './case-state.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { createCaseTasks } from './case-tasks.service.ts';
import { createCaseViews } from './case-views.ts';
import { createCasesService } from './cases.service.ts';

/** Cases with all that belongs to them. */
export function createCases(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'findByIds' | 'lock'>;
  memberships: Pick<Memberships, 'isMember' | 'require'>;
  documents: Pick<FlowDocuments, 'about'>;
  transactions: TransactionViews;
  /** Of Bitcoin: whose addresses are valid. */
  network: () => Promise<NetworkName>;
  publishCaseChange: PublishCaseChange;
  /** Renders a FlowTrace document as a file, for callers with access to everything in it. */
  drawing: (call: ByMember & Viewing, documentId: string) => Promise<DocumentFile>;
  /** Results of auto-traces that it contains, for callers with access to everything in it. */
  traces: (call: ByMember & Viewing, documentId: string) => Promise<readonly TraceResult[]>;
  isDemo: boolean;
  /** Version of the application. */
  version: string;
  storage: Storage;
  files: EvidenceFiles;
  now: () => number;
}) {
  const { kysely, audit, organizations, documents, network, publishCaseChange, now } = options;
  const members = createCaseMembers(options);
  const views = createCaseViews(options);
  const changes = createCaseChanges({ kysely, audit, members, views, publishCaseChange, now });
  return {
    service: createCasesService({ kysely, audit, organizations, members, views, changes, now }),
    decisions: createCaseDecisions({ members, changes, now }),
    contents: createCaseContents({ changes, documents, network }),
    tasks: createCaseTasks({ changes, members }),
    evidence: createCaseEvidence({ ...options, views, changes }),
    exports: createCaseExports({ ...options, read: createCaseStates({ ...options, views }) }),
  };
}

export type Cases = ReturnType<typeof createCases>;
