import { z } from 'zod';
import { complianceLimits, complianceTransaction } from './compliance.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { multilineText } from '../account/organizations.ts';

const ok = z.literal(true);
const tag = 'compliance';
const idParams = z.object({ id: z.uuid() });
const version = z.int().min(1);
const note = multilineText.trim().min(1).max(complianceLimits.note);
const changed = z.object({ success: ok, data: complianceTransaction });

export const queueLimits = { snoozeDays: 90 } as const;

const answerComplianceProposal = endpoint({
  id: 'answerComplianceProposal',
  method: 'PUT',
  path: '/compliance/transactions/:id/proposal',
  access: inOrganization('compliance.approve', 'header'),
  tag,
  summary: 'Confirm or reject a proposed decision',
  description:
    'Allowed for a manager or above who did not propose it; otherwise 403 `forbidden`. Confirming sets the proposed status. Rejecting requires `note` and returns the transaction to its reviewer. 409 `conflict` if no decision is proposed, 409 `changed_meanwhile` if the transaction has changed since.',
  params: idParams,
  body: z.object({ confirm: z.boolean(), note: note.optional(), version: version.optional() }),
  response: changed,
});

const snoozeComplianceTransaction = endpoint({
  id: 'snoozeComplianceTransaction',
  method: 'PUT',
  path: '/compliance/transactions/:id/snooze',
  access: inOrganization('compliance.review', 'header'),
  scope: 'review',
  tag,
  summary: 'Snooze an active transaction until a time, with a reason',
  description:
    'Allowed for its reviewer, managers, and above. Removes the transaction from the queue until then, or until it is withdrawn or its block, score, counterparties, status, or reviewer changes. At most 90 days.',
  params: idParams,
  body: z.object({ until: z.iso.datetime({ offset: true }), reason: note, version: version.optional() }),
  response: changed,
});

const wakeComplianceTransaction = endpoint({
  id: 'wakeComplianceTransaction',
  method: 'DELETE',
  path: '/compliance/transactions/:id/snooze',
  access: inOrganization('compliance.review', 'header'),
  scope: 'review',
  tag,
  summary: 'Return a snoozed transaction to the queue',
  params: idParams,
  response: changed,
});

export const complianceQueueEndpoints = {
  answerComplianceProposal,
  snoozeComplianceTransaction,
  wakeComplianceTransaction,
} as const;
