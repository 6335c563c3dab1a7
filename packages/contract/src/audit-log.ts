import { z } from 'zod';
import { endpoint, inOrganization } from './endpoint.ts';

/** Every change of state that the audit log knows, as `noun.verb_past`. */
export const auditActions = [
  'user.signed_up',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'user.became_operator',
  'user.profile_changed',
  'user.preferences_changed',
  'user.notifications_changed',
  'user.removed',
  'email.verified',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'session.ended',
  'session.family_revoked',
  'identity.linked',
  'second_factor.totp_enabled',
  'second_factor.totp_disabled',
  'second_factor.recovery_codes_made',
  'second_factor.recovery_code_used',
  'second_factor.passkey_added',
  'second_factor.passkey_renamed',
  'second_factor.passkey_removed',
  'mail.retried',
  'organization.created',
  'organization.changed',
  'organization.deleted',
  'organization.ownership_transferred',
  'invite_code.renewed',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role_changed',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'invitation.rejected',
  'note.created',
  'note.changed',
  'note.deleted',
  'subscription.created',
  'subscription.changed',
  'subscription.canceled',
  'subscription.status_changed',
  'subscription.renewed',
  'invoice.created',
  'invoice.confirmed',
  'plan.changed',
  'contact_request.created',
  'contact_request.closed',
  'retention.applied',
  'directory.synced',
  'directory.change_proposed',
  'directory.change_made',
  'directory.change_approved',
  'directory.change_rejected',
  'directory.change_withdrawn',
  'directory.editor_added',
  'directory.editor_removed',
  'directory.update_started',
  'directory.update_cancelled',
  'directory.update_ended',
  'directory.feed_changed',
  'directory.feed_removed',
  'feed.added',
  'feed.changed',
  'feed.removed',
  'feed.run',
  'risk_profile.drafted',
  'risk_profile.activated',
  'monitored_address.added',
  'monitored_address.changed',
  'monitored_address.past_asked',
  'monitored_address.removed',
  'compliance_finding.seen',
  'compliance_transaction.assigned',
  'compliance_transaction.decided',
  'compliance_transaction.viewed',
  'alert_rule.created',
  'alert_rule.changed',
  'alert_rule.deleted',
  'alert.acknowledged',
  'alert.assigned',
  'alert_mail.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_made',
  'webhook.tested',
  'webhook.resent',
  'webhook.paused',
  'case.created',
  'case.changed',
  'case.status_changed',
  'case.assigned',
  'case.transactions_added',
  'case.transaction_removed',
  'case.addresses_added',
  'case.address_removed',
  'case.document_added',
  'case.document_removed',
  'case.note_added',
  'case.task_added',
  'case.task_changed',
  'case.task_removed',
  'case.evidence_added',
  'case.evidence_downloaded',
  'case.evidence_removed',
  'case.decided',
  'case.reopened',
  'case.viewed',
  'case.report_downloaded',
  'case.data_downloaded',
  'flow_document.created',
  'flow_document.changed',
  'flow_document.deleted',
  'flow_document.steps_added',
  'flow_document.snapshot_made',
  'flow_document.snapshot_removed',
  'flow_document.shared',
  'flow_document.link_made',
  'flow_document.link_revoked',
  'flow_document.bundle_made',
  'audit.exported',
  'audit.person_erased',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Hash of a row as lower-case hex. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** One row; what was erased is null and `erased` is true. */
export const auditEntry = z.object({
  sequence: z.int().positive(),
  at: z.iso.datetime(),
  action: z.string(),
  actor: z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    role: z.string(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  erased: z.boolean(),
  hash,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const organizationParams = z.object({ id: z.string() });
const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  action: z.enum(auditActions).optional(),
});
const listResponse = z.object({
  success: z.literal(true),
  data: z.object({
    entries: z.array(auditEntry),
    total: z.int().nonnegative(),
    page: z.int(),
    limit: z.int(),
  }),
});
/** `firstBroken` names the first row that does not follow from the one before it. */
const verificationResponse = z.object({
  success: z.literal(true),
  data: z.object({
    intact: z.boolean(),
    entries: z.int().nonnegative(),
    head: hash,
    firstBroken: z.object({ sequence: z.int(), what: z.string() }).nullable(),
  }),
});

const exportDescription =
  'One JSON object a line, oldest first, each with `sequence`, `hash`, `previousHash`, `commitment`, `salt` and `details`; docs/audit-log.md says how to verify it without Hopscope.';

export const listAuditLog = endpoint({
  id: 'listAuditLog',
  method: 'GET',
  path: '/organizations/:id/audit-log',
  access: inOrganization('audit.read'),
  tag: 'audit',
  summary: 'Changes of state in an organisation, newest first',
  params: organizationParams,
  query: listQuery,
  response: listResponse,
});

export const verifyAuditLog = endpoint({
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/organizations/:id/audit-log/verification',
  access: inOrganization('audit.read'),
  tag: 'audit',
  summary: 'Recomputes the chain of hashes of an organisation',
  params: organizationParams,
  response: verificationResponse,
});

export const exportAuditLog = endpoint({
  id: 'exportAuditLog',
  method: 'GET',
  path: '/organizations/:id/audit-log/export',
  access: inOrganization('audit.read'),
  tag: 'audit',
  summary: 'The whole audit log of an organisation as NDJSON',
  description: exportDescription,
  answers: 'application/x-ndjson',
  params: organizationParams,
  response: z.string(),
});

export const listInstallationAuditLog = endpoint({
  id: 'listInstallationAuditLog',
  method: 'GET',
  path: '/operator/audit-log',
  access: 'operator',
  tag: 'operator',
  summary: 'Changes of state outside organisations, newest first',
  query: listQuery,
  response: listResponse,
});

export const verifyInstallationAuditLog = endpoint({
  id: 'verifyInstallationAuditLog',
  method: 'GET',
  path: '/operator/audit-log/verification',
  access: 'operator',
  tag: 'operator',
  summary: 'Recomputes the chain of hashes of the installation',
  response: verificationResponse,
});

export const exportInstallationAuditLog = endpoint({
  id: 'exportInstallationAuditLog',
  method: 'GET',
  path: '/operator/audit-log/export',
  access: 'operator',
  tag: 'operator',
  summary: 'The whole audit log of the installation as NDJSON',
  description: exportDescription,
  answers: 'application/x-ndjson',
  response: z.string(),
});

export const erasePerson = endpoint({
  id: 'erasePerson',
  method: 'POST',
  path: '/operator/audit-log/erasures',
  access: 'operator',
  tag: 'operator',
  summary: 'Erase the personal data of every entry that names an email, in all chains; the chains stay whole',
  description: 'For people without an account. Removing an account erases by itself.',
  body: z.object({ email: z.email().max(254), reason: z.string().trim().min(1).max(500) }),
  response: z.object({ success: z.literal(true), data: z.object({ erased: z.int().nonnegative() }) }),
});

/** Calls of the audit log. */
export const auditEndpoints = {
  listAuditLog,
  verifyAuditLog,
  exportAuditLog,
  listInstallationAuditLog,
  verifyInstallationAuditLog,
  exportInstallationAuditLog,
  erasePerson,
} as const;
