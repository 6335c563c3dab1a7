import { z } from 'zod';
import { caseDetails, caseLimits, caseLine, caseMoment, caseText } from './cases-shapes.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint, inOrganization } from '../endpoint.ts';

const tag = 'cases';
const reading = inOrganization('cases.read', 'header');
const writing = inOrganization('cases.write', 'header');
const one = z.object({ id: z.uuid() });
const changed = z.object({ success: z.literal(true), data: caseDetails });

const addCaseTransactions = endpoint({
  id: 'addCaseTransactions',
  method: 'POST',
  path: '/compliance/cases/:id/transactions',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Add compliance transactions to a case, all or none; duplicates are skipped',
  params: one,
  body: z.object({ transactionIds: z.array(z.uuid()).min(1).max(caseLimits.transactions) }),
  response: changed,
});

const removeCaseTransaction = endpoint({
  id: 'removeCaseTransaction',
  method: 'DELETE',
  path: '/compliance/cases/:id/transactions/:transactionId',
  access: writing,
  tag,
  summary: 'Remove a compliance transaction from a case',
  params: one.extend({ transactionId: z.uuid() }),
  response: changed,
});

const addCaseAddresses = endpoint({
  id: 'addCaseAddresses',
  method: 'POST',
  path: '/compliance/cases/:id/addresses',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Add addresses to a case, all or none; duplicates are skipped',
  params: one,
  body: z.object({
    addresses: z
      .array(z.object({ address: z.string().trim().min(1).max(200), blockchain }))
      .min(1)
      .max(caseLimits.addresses),
  }),
  response: changed,
});

const removeCaseAddress = endpoint({
  id: 'removeCaseAddress',
  method: 'DELETE',
  path: '/compliance/cases/:id/addresses/:addressId',
  access: writing,
  tag,
  summary: 'Remove an address from a case',
  params: one.extend({ addressId: z.uuid() }),
  response: changed,
});

const addCaseDocument = endpoint({
  id: 'addCaseDocument',
  method: 'POST',
  path: '/compliance/cases/:id/documents',
  access: writing,
  tag,
  summary: 'Link a FlowTrace document; only people with access to the document see the link',
  params: one,
  body: z.object({ documentId: z.uuid() }),
  response: changed,
});

const removeCaseDocument = endpoint({
  id: 'removeCaseDocument',
  method: 'DELETE',
  path: '/compliance/cases/:id/documents/:documentId',
  access: writing,
  tag,
  summary: 'Unlink a FlowTrace document from a case',
  params: one.extend({ documentId: z.uuid() }),
  response: changed,
});

const addCaseNote = endpoint({
  id: 'addCaseNote',
  method: 'POST',
  path: '/compliance/cases/:id/notes',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Add a note to a case; notes cannot be changed',
  params: one,
  body: z.object({ text: caseText }),
  response: changed,
});

const task = {
  text: caseLine(500).min(1, 'Please describe the task'),
  assigneeId: z.uuid().nullable(),
  dueAt: caseMoment.nullable(),
};

const addCaseTask = endpoint({
  id: 'addCaseTask',
  method: 'POST',
  path: '/compliance/cases/:id/tasks',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Add a task',
  params: one,
  body: z.object({
    text: task.text,
    assigneeId: task.assigneeId.default(null),
    dueAt: task.dueAt.default(null),
  }),
  response: changed,
});

const changeCaseTask = endpoint({
  id: 'changeCaseTask',
  method: 'PATCH',
  path: '/compliance/cases/:id/tasks/:taskId',
  access: writing,
  scope: 'review',
  tag,
  summary: 'Change a task, or mark it as done',
  params: one.extend({ taskId: z.uuid() }),
  body: z.object({
    ...z.object({ ...task, done: z.boolean() }).partial().shape,
    version: z.int().min(1).optional(),
  }),
  response: changed,
});

const removeCaseTask = endpoint({
  id: 'removeCaseTask',
  method: 'DELETE',
  path: '/compliance/cases/:id/tasks/:taskId',
  access: writing,
  tag,
  summary: 'Delete a task; it stays in the timeline',
  params: one.extend({ taskId: z.uuid() }),
  response: changed,
});

const addCaseEvidence = endpoint({
  id: 'addCaseEvidence',
  method: 'POST',
  path: '/compliance/cases/:id/evidence',
  access: writing,
  tag,
  atOnce: 3,
  summary: 'Add an evidence file; the request body is the file',
  description:
    'PDF, PNG, JPEG, plain text (UTF-8), CSV, JSON, and ZIP, at most 20 MB. The type is detected from the content; 400 if it does not match the extension. 409 `conflict` if the case already contains the file.',
  params: one,
  query: z.object({ name: z.string().min(1).max(1_000) }),
  rawBody: true,
  maxBytes: caseLimits.fileBytes,
  response: changed,
});

const getCaseEvidence = endpoint({
  id: 'getCaseEvidence',
  method: 'GET',
  path: '/compliance/cases/:id/evidence/:evidenceId',
  access: reading,
  tag,
  summary: 'Download an evidence file; the download is recorded in the audit log',
  params: one.extend({ evidenceId: z.uuid() }),
  answers: 'application/octet-stream',
  response: z.unknown(),
});

const removeCaseEvidence = endpoint({
  id: 'removeCaseEvidence',
  method: 'DELETE',
  path: '/compliance/cases/:id/evidence/:evidenceId',
  access: writing,
  tag,
  summary: 'Delete the content of an evidence file, with a reason; name, size, and hash stay',
  description: 'Allowed for the person who added it, the owner, admins, and managers.',
  params: one.extend({ evidenceId: z.uuid() }),
  body: z.object({ reason: caseText }),
  response: changed,
});

const getCaseReport = endpoint({
  id: 'getCaseReport',
  method: 'GET',
  path: '/compliance/cases/:id/report',
  access: reading,
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'A case as a PDF; the same state returns the same bytes',
  description: 'The audit log records the download. See docs/guide/cases.md for the contents.',
  params: one,
  answers: 'application/pdf',
  response: z.unknown(),
});

const getCaseData = endpoint({
  id: 'getCaseData',
  method: 'GET',
  path: '/compliance/cases/:id/data',
  access: reading,
  scope: 'read',
  tag,
  atOnce: 3,
  summary:
    'A case with its evidence files and FlowTrace documents as a ZIP archive; the same state returns the same bytes',
  description: 'The audit log records the download. See docs/guide/cases.md for the contents.',
  params: one,
  answers: 'application/zip',
  response: z.unknown(),
});

/** Calls for the contents of cases. */
export const caseContentEndpoints = {
  addCaseTransactions,
  removeCaseTransaction,
  addCaseAddresses,
  removeCaseAddress,
  addCaseDocument,
  removeCaseDocument,
  addCaseNote,
  addCaseTask,
  changeCaseTask,
  removeCaseTask,
  addCaseEvidence,
  getCaseEvidence,
  removeCaseEvidence,
  getCaseReport,
  getCaseData,
} as const;
