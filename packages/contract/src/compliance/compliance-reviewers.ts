import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { effectiveRoles } from '../policies.ts';

const ok = z.literal(true);
const tag = 'compliance';

/** A member, and whether new transactions are assigned to them automatically. */
export const complianceReviewer = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(effectiveRoles),
  autoAssign: z.boolean(),
  /** Number of unreviewed transactions, in review, or on hold. */
  open: z.int(),
});
export type ComplianceReviewer = z.infer<typeof complianceReviewer>;

const listComplianceReviewers = endpoint({
  id: 'listComplianceReviewers',
  method: 'GET',
  path: '/compliance/reviewers',
  access: inOrganization('compliance.read', 'header'),
  tag,
  summary: 'Active members, their open transactions, and whether new ones are assigned to them',
  description: 'At most 500: members who are assigned new transactions first, then by account name.',
  response: z.object({ success: ok, data: z.array(complianceReviewer) }),
});

const setComplianceReviewer = endpoint({
  id: 'setComplianceReviewer',
  method: 'PUT',
  path: '/compliance/reviewers/:userId',
  access: inOrganization('compliance.approve', 'header'),
  tag,
  summary: 'Set whether new transactions are assigned to a member',
  description: '404 if the user is not an active member.',
  params: z.object({ userId: z.uuid() }),
  body: z.object({ autoAssign: z.boolean() }),
  response: z.object({ success: ok, data: complianceReviewer }),
});

export const complianceReviewerEndpoints = { listComplianceReviewers, setComplianceReviewer } as const;
