import type { AlertTables } from './schema/alerts.ts';
import type { AuditTables } from './schema/audit.ts';
import type { CaseTables } from './schema/cases.ts';
import type { ComplianceTables } from './schema/compliance.ts';
import type { DirectoryUpdateTables } from './schema/directory-update.ts';
import type { FeedTables } from './schema/feeds.ts';
import type { FlowTables } from './schema/flow-documents.ts';
import type { MailTables } from './schema/mail.ts';
import type { MonitoringTables } from './schema/monitoring.ts';
import type { NoteTables } from './schema/notes.ts';
import type { OrganizationTables } from './schema/organizations.ts';
import type { PeopleTables } from './schema/people.ts';
import type { PriceTables } from './schema/prices.ts';
import type { ReviewStepTables } from './schema/review-steps.ts';
import type { RiskTables } from './schema/risk.ts';
import type { SarTables } from './schema/sars.ts';
import type { SubscriptionTables } from './schema/subscriptions.ts';

/** Tables that modules query through Kysely. The ledger's tables are written in SQL by `ledger/` alone. */
export interface Schema
  extends PeopleTables,
    OrganizationTables,
    AlertTables,
    AuditTables,
    CaseTables,
    ComplianceTables,
    DirectoryUpdateTables,
    FeedTables,
    FlowTables,
    MailTables,
    MonitoringTables,
    NoteTables,
    PriceTables,
    ReviewStepTables,
    RiskTables,
    SarTables,
    SubscriptionTables {}
