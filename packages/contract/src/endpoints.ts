import { addressEndpoints } from './explorer/address.ts';
import { alertEndpoints } from './compliance/alerts.ts';
import { apiKeyEndpoints } from './account/api-keys.ts';
import { auditEndpoints } from './account/audit-log.ts';
import { authEndpoints } from './account/auth.ts';
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
} from './explorer/blockchain.ts';
import { caseEndpoints } from './cases/cases.ts';
import { clusterEndpoints } from './explorer/clusters.ts';
import { contactSalesEndpoints } from './account/contact-sales.ts';
import { demoEndpoints } from './account/demo.ts';
import { directoryChangeEndpoints } from './directory/directory-changes.ts';
import { directoryUpdateEndpoints } from './directory/directory-update.ts';
import { directoryEndpoints } from './directory/directory.ts';
import { entityActivityEndpoints } from './directory/entity-activity.ts';
import { flowDocumentEndpoints } from './tracing/flow-documents.ts';
import { flowEvidenceEndpoints } from './tracing/flow-evidence.ts';
import { flowTraceEndpoints } from './tracing/flow-trace.ts';
import { healthEndpoints } from './explorer/health.ts';
import { invitationEndpoints } from './account/invitations.ts';
import { logoEndpoints } from './explorer/logos.ts';
import { complianceFindingEndpoints } from './compliance/compliance-findings.ts';
import { complianceTeamEndpoints } from './compliance/compliance-team.ts';
import { complianceFilterEndpoints } from './compliance/compliance-filters.ts';
import { complianceReviewerEndpoints } from './compliance/compliance-reviewers.ts';
import { complianceQueueEndpoints } from './compliance/compliance-queue.ts';
import { complianceEndpoints } from './compliance/compliance.ts';
import { monitoringEndpoints } from './compliance/monitoring.ts';
import { noteEndpoints } from './account/notes.ts';
import { operatorEndpoints } from './account/operator.ts';
import { organizationEndpoints } from './account/organizations.ts';
import { outboxEndpoints } from './account/outbox.ts';
import { peopleEndpoints } from './account/people.ts';
import { priceEndpoints } from './explorer/prices.ts';
import { search } from './explorer/search.ts';
import { monitoredWalletEndpoints } from './compliance/monitored-wallets.ts';
import { provisioningEndpoints } from './account/provisioning.ts';
import { relationEndpoints } from './explorer/relations.ts';
import { reportEndpoints } from './risk/report.ts';
import { riskHistoryEndpoints } from './risk/risk-history.ts';
import { riskEndpoints } from './risk/risk.ts';
import { riskProfileEndpoints } from './risk/risk-profiles.ts';
import { riskEvaluationEndpoints } from './risk/risk-evaluation.ts';
import { sarEndpoints } from './cases/sars.ts';
import { scimEndpoints } from './account/scim.ts';
import { securityEndpoints } from './account/security.ts';
import { socialEndpoints } from './explorer/social.ts';
import { openStream } from './explorer/stream.ts';
import { screeningBatchEndpoints } from './compliance/screening-batches.ts';
import { screeningEndpoints } from './compliance/screening-checks.ts';
import { subscriptionEndpoints } from './account/subscriptions.ts';
import { transactionPartEndpoints } from './explorer/transaction-parts.ts';
import { travelRuleEndpoints } from './compliance/travel-rule/calls.ts';
import { webhookEndpoints } from './compliance/webhooks.ts';

/** Every call of the API. The server refuses to start if one of them has no handler. */
export const endpoints = {
  ...authEndpoints,
  ...securityEndpoints,
  ...peopleEndpoints,
  ...outboxEndpoints,
  ...provisioningEndpoints,
  ...scimEndpoints,
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
  ...riskProfileEndpoints,
  ...riskEvaluationEndpoints,
  ...riskHistoryEndpoints,
  ...reportEndpoints,
  ...healthEndpoints,
  openStream,
  ...auditEndpoints,
  ...apiKeyEndpoints,
  ...organizationEndpoints,
  ...invitationEndpoints,
  ...monitoringEndpoints,
  ...complianceEndpoints,
  ...complianceFindingEndpoints,
  ...complianceQueueEndpoints,
  ...complianceReviewerEndpoints,
  ...complianceFilterEndpoints,
  ...complianceTeamEndpoints,
  ...caseEndpoints,
  ...sarEndpoints,
  ...screeningEndpoints,
  ...screeningBatchEndpoints,
  ...monitoredWalletEndpoints,
  ...alertEndpoints,
  ...travelRuleEndpoints,
  ...webhookEndpoints,
  ...noteEndpoints,
  ...subscriptionEndpoints,
  ...contactSalesEndpoints,
  ...operatorEndpoints,
  ...demoEndpoints,
  ...directoryEndpoints,
  ...entityActivityEndpoints,
  ...directoryChangeEndpoints,
  ...directoryUpdateEndpoints,
  ...logoEndpoints,
  ...priceEndpoints,
  ...socialEndpoints,
} as const;
