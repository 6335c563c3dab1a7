import { z } from 'zod';
import { caseContentEndpoints } from './cases-contents.ts';
import {
  caseDetails,
  caseEvent,
  caseFields,
  caseLimits,
  caseMoment,
  caseSummary,
  caseText,
} from './cases-shapes.ts';
import { caseOutcomes, casePriorities, caseStatuses } from './cases-status.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';

const ok = z.literal(true);
const tag = 'cases';
const reading = inOrganization('cases.read', 'header');
const writing = inOrganization('cases.write', 'header');
const one = z.object({ id: z.uuid() });
const changed = z.object({ success: ok, data: caseDetails });
/** Version that the caller has seen; 409 `changed_meanwhile` if the case has changed since. */
const version = z.int().min(1).optional();
const reason = caseText;

const listCases = endpoint({
  id: 'listCases',
  method: 'GET',
  path: '/compliance/cases',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Cases of the organization that match all filters, with their exact total',
  query: z.object({
    group: z.enum(['open', 'closed']).optional(),
    status: z.enum(caseStatuses).optional(),
    priority: z.enum(casePriorities).optional(),
    assignedTo: z.uuid().optional(),
    clientId: z.string().max(200).optional(),
    tag: z.string().max(60).optional(),
    /** Open ones that should have been closed by then. */
    dueBefore: caseMoment.optional(),
    /** Cases that a compliance transaction belongs to. */
    transactionId: z.uuid().optional(),
    /** Part of title, description or client id; `#12`: the case of that number; a whole address of a case. */
    search: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(caseLimits.pageSize),
    sortBy: z.enum(['updatedAt', 'createdAt', 'dueAt', 'priority']).default('updatedAt'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: z.object({ success: ok, data: z.array(caseSummary), ...pageInfo }),
});

const createCase = endpoint({
  id: 'createCase',
  method: 'POST',
  path: '/compliance/cases',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Open a case',
  description:
    'Team members can assign it only to themselves. Transactions are compliance transactions of the organization.',
  status: 201,
  body: z.object({
    title: caseFields.title,
    description: caseFields.description.default(''),
    priority: caseFields.priority.default('MEDIUM'),
    clientId: caseFields.clientId.default(null),
    tags: caseFields.tags.default([]),
    dueAt: caseFields.dueAt.default(null),
    assignedTo: z.uuid().nullable().default(null),
    transactionIds: z.array(z.uuid()).max(caseLimits.transactions).default([]),
  }),
  response: changed,
});

const getCase = endpoint({
  id: 'getCase',
  method: 'GET',
  path: '/compliance/cases/:id',
  access: reading,
  scope: 'read',
  tag,
  summary: 'A case with its contents',
  description: 'Omits FlowTrace documents that the caller has no access to.',
  params: one,
  response: changed,
});

const getCaseTimeline = endpoint({
  id: 'getCaseTimeline',
  method: 'GET',
  path: '/compliance/cases/:id/timeline',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Changes to a case, newest first',
  params: one,
  query: pageQuery,
  response: z.object({ success: ok, data: z.array(caseEvent), ...pageInfo }),
});

const updateCase = endpoint({
  id: 'updateCase',
  method: 'PATCH',
  path: '/compliance/cases/:id',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Change fields of a case',
  params: one,
  body: z.object({ ...z.object(caseFields).partial().shape, version }),
  response: changed,
});

const changeCaseStatus = endpoint({
  id: 'changeCaseStatus',
  method: 'PUT',
  path: '/compliance/cases/:id/status',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Change the status of an open case',
  description:
    'A state machine defines which changes are allowed (otherwise 409 `conflict`) and who can make them (otherwise 403 `forbidden`). Closing and reopening are separate calls.',
  params: one,
  body: z.object({ status: z.enum(caseStatuses), note: caseText.optional(), version }),
  response: changed,
});

const assignCase = endpoint({
  id: 'assignCase',
  method: 'PUT',
  path: '/compliance/cases/:id/assignee',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Assign an open case to a member, or unassign it',
  params: one,
  body: z.object({ assigneeId: z.uuid().nullable(), version }),
  response: changed,
});

const decideCase = endpoint({
  id: 'decideCase',
  method: 'POST',
  path: '/compliance/cases/:id/decision',
  access: writing,
  tag,
  summary: 'Decide on a case and close it',
  description:
    'Allowed for the owner, admins, managers, and the assignee. 409 `conflict` while tasks are open.',
  params: one,
  body: z.object({ outcome: z.enum(caseOutcomes), reason, version }),
  response: changed,
});

const reopenCase = endpoint({
  id: 'reopenCase',
  method: 'POST',
  path: '/compliance/cases/:id/reopening',
  access: writing,
  tag,
  summary: 'Reopen a closed case, with a reason; allowed for the owner, admins, and managers',
  params: one,
  body: z.object({ reason, version }),
  response: changed,
});

const changeCaseHold = endpoint({
  id: 'changeCaseHold',
  method: 'PUT',
  path: '/compliance/cases/:id/hold',
  access: writing,
  tag,
  summary: 'Place a case on legal hold, or release it, with a reason',
  description:
    'Allowed for the owner, admins, and managers, for open and closed cases. While a case is on hold, nothing can be removed from it (409 `conflict`), and it is kept beyond its retention time, with the reports that were begun from it. Idempotent.',
  params: one,
  body: z.object({ hold: z.boolean(), reason, version }),
  response: changed,
});

export const caseEndpoints = {
  listCases,
  createCase,
  getCase,
  getCaseTimeline,
  updateCase,
  changeCaseStatus,
  assignCase,
  decideCase,
  reopenCase,
  changeCaseHold,
  ...caseContentEndpoints,
} as const;
