export * from './explorer/address.ts';
export * from './compliance/alerts-rule.ts';
export * from './compliance/alerts.ts';
export * from './account/api-keys.ts';
export * from './account/audit-log.ts';
export * from './account/key-scopes.ts';
export * from './account/networks.ts';
export * from './account/auth.ts';
export * from './explorer/blockchain.ts';
export * from './cases/cases-shapes.ts';
export * from './cases/cases-status.ts';
export * from './cases/cases.ts';
export * from './explorer/chain-shapes.ts';
export * from './explorer/clusters.ts';
export * from './compliance/compliance-approval.ts';
export * from './compliance/compliance-findings.ts';
export * from './compliance/compliance-filters.ts';
export * from './compliance/compliance-reviewers.ts';
export * from './compliance/compliance-queue.ts';
export * from './compliance/compliance-status.ts';
export * from './compliance/compliance-team.ts';
export * from './compliance/compliance.ts';
export * from './constants.ts';
export * from './account/contact-sales.ts';
export * from './account/demo.ts';
export * from './directory/directory-changes.ts';
export * from './directory/directory-fields.ts';
export * from './directory/directory-shapes.ts';
export * from './directory/directory-update.ts';
export * from './directory/directory.ts';
export * from './directory/entity-activity.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export type { EthereumContract } from './explorer/ethereum-contract-shapes.ts';
export * from './explorer/ethereum-shapes.ts';
export * from './explorer/mixer-shapes.ts';
export * from './tracing/flow-documents.ts';
export * from './tracing/flow-evidence.ts';
export * from './tracing/flow-rights.ts';
export * from './tracing/auto-trace.ts';
export * from './tracing/find-path.ts';
export {
  type FlowTraceBasis,
  type FlowTransfer,
  type FlowParty,
  flowStopReasons,
  flowStopText,
  type FlowStopReason,
  type FlowStop,
  flowTraceLimits,
} from './tracing/flow-trace-shapes.ts';
export * from './tracing/flow-trace.ts';
export * from './explorer/health.ts';
export * from './account/invitations.ts';
export * from './explorer/logos.ts';
export * from './compliance/monitoring.ts';
export * from './account/notes.ts';
export * from './account/operator.ts';
export * from './account/organizations.ts';
export * from './account/outbox.ts';
export * from './account/people.ts';
export * from './account/provisioning.ts';
export * from './account/scim.ts';
export * from './plain-name.ts';
export * from './policies.ts';
export * from './explorer/prices.ts';
export * from './problem.ts';
export * from './explorer/search.ts';
export * from './search-text.ts';
export * from './explorer/relations.ts';
export * from './risk/report.ts';
export * from './risk/risk.ts';
export * from './risk/risk-profiles.ts';
export * from './risk/risk-history.ts';
export * from './risk/risk-evaluation.ts';
export * from './cases/sars-check.ts';
export * from './cases/sars-codes.ts';
export * from './cases/sars-content.ts';
export * from './cases/sars-shapes.ts';
export * from './cases/sars-status.ts';
export * from './cases/sars.ts';
export * from './account/security.ts';
export * from './explorer/social.ts';
export * from './explorer/stream.ts';
export * from './account/subscriptions.ts';
export * from './texts.ts';
export * from './explorer/transaction-parts.ts';
export * from './compliance/screening-batches.ts';
export * from './compliance/monitored-wallets.ts';
export * from './compliance/screening-checks.ts';
export * from './compliance/screening-rules.ts';
export { travelRuleEndpoints } from './compliance/travel-rule/calls.ts';
export * from './compliance/travel-rule/ivms101.ts';
export * from './compliance/travel-rule/shapes.ts';
export * from './compliance/travel-rule/thresholds.ts';
export * from './compliance/webhooks.ts';
