import { addressEndpoints } from './address.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit-log.ts';
import { authEndpoints } from './auth.ts';
import {
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressAssets,
  listAddressTransactions,
  listAddressUnconfirmed,
  listBlockTransactions,
  listUnconfirmed,
} from './blockchain.ts';
import { caseEndpoints } from './cases.ts';
import { clusterEndpoints } from './clusters.ts';
import { contactSalesEndpoints } from './contact-sales.ts';
import { demoEndpoints } from './demo.ts';
import { directoryChangeEndpoints } from './directory-changes.ts';
import { directoryUpdateEndpoints } from './directory-update.ts';
import { directoryEndpoints } from './directory.ts';
import { flowDocumentEndpoints } from './flow-documents.ts';
import { flowEvidenceEndpoints } from './flow-evidence.ts';
import { flowTraceEndpoints } from './flow-trace.ts';
import { healthEndpoints } from './health.ts';
import { invitationEndpoints } from './invitations.ts';
import { logoEndpoints } from './logos.ts';
import { complianceFindingEndpoints } from './compliance-findings.ts';
import { complianceTeamEndpoints } from './compliance-team.ts';
import { complianceFilterEndpoints } from './compliance-filters.ts';
import { complianceIntakeEndpoints } from './compliance-intake.ts';
import { complianceQueueEndpoints } from './compliance-queue.ts';
import { complianceEndpoints } from './compliance.ts';
import { monitoringEndpoints } from './monitoring.ts';
import { noteEndpoints } from './notes.ts';
import { operatorEndpoints } from './operator.ts';
import { organizationEndpoints } from './organizations.ts';
import { outboxEndpoints } from './outbox.ts';
import { peopleEndpoints } from './people.ts';
import { priceEndpoints } from './prices.ts';
import { search } from './search.ts';
import { relationEndpoints } from './relations.ts';
import { reportEndpoints } from './report.ts';
import { riskHistoryEndpoints } from './risk-history.ts';
import { riskEndpoints } from './risk.ts';
import { riskEvaluationEndpoints } from './risk-evaluation.ts';
import { sarEndpoints } from './sars.ts';
import { securityEndpoints } from './security.ts';
import { socialEndpoints } from './social.ts';
import { openStream } from './stream.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { transactionPartEndpoints } from './transaction-parts.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Every call of the API. The server refuses to start if one of them has no handler. */
export const endpoints = {
  ...authEndpoints,
  ...securityEndpoints,
  ...peopleEndpoints,
  ...outboxEndpoints,
  getBlock,
  listBlockTransactions,
  getTransaction,
  getAddress,
  getAddressSummary,
  listAddressTransactions,
  ...addressEndpoints,
  listAddressUnconfirmed,
  listUnconfirmed,
  listAddressAssets,
  getBlockStats,
  getLedgerStatus,
  ...transactionPartEndpoints,
  search,
  ...clusterEndpoints,
  ...relationEndpoints,
  ...flowDocumentEndpoints,
  ...flowEvidenceEndpoints,
  ...flowTraceEndpoints,
  ...riskEndpoints,
  ...riskEvaluationEndpoints,
  ...riskHistoryEndpoints,
  ...reportEndpoints,
  ...healthEndpoints,
  openStream,
  ...auditEndpoints,
  ...organizationEndpoints,
  ...invitationEndpoints,
  ...monitoringEndpoints,
  ...complianceEndpoints,
  ...complianceFindingEndpoints,
  ...complianceQueueEndpoints,
  ...complianceIntakeEndpoints,
  ...complianceFilterEndpoints,
  ...complianceTeamEndpoints,
  ...caseEndpoints,
  ...sarEndpoints,
  ...alertEndpoints,
  ...webhookEndpoints,
  ...noteEndpoints,
  ...subscriptionEndpoints,
  ...contactSalesEndpoints,
  ...operatorEndpoints,
  ...demoEndpoints,
  ...directoryEndpoints,
  ...directoryChangeEndpoints,
  ...directoryUpdateEndpoints,
  ...logoEndpoints,
  ...priceEndpoints,
  ...socialEndpoints,
} as const;
