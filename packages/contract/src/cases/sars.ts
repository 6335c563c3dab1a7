import { z } from 'zod';
import { passwordMaxLength } from '../constants.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';
import { sarContent, sarForms, sarInstitution, sarLimits } from './sars-content.ts';
import {
  sarDetails,
  sarEvent,
  sarHash,
  sarInstitutionStored,
  sarLine,
  sarReason,
  sarSummary,
} from './sars-shapes.ts';
import { sarStatuses } from './sars-status.ts';

const ok = z.literal(true);
const tag = 'reports';
const reading = inOrganization('sars.read', 'header');
const writing = inOrganization('sars.write', 'header');
const deciding = inOrganization('sars.decide', 'header');
const one = z.object({ id: z.uuid() });
const changed = z.object({ success: ok, data: sarDetails });
/** Version that the caller has seen; 409 `changed_meanwhile` if the report has changed since. */
const version = z.int().min(1);

const listSars = endpoint({
  id: 'listSars',
  method: 'GET',
  path: '/compliance/sars',
  access: reading,
  tag,
  summary: 'Suspicious activity reports of the organization',
  query: z.object({
    status: z.enum(sarStatuses).optional(),
    caseId: z.uuid().optional(),
    /** Reports that include a compliance transaction. */
    transactionId: z.uuid().optional(),
    /** Part of the title, of a subject’s name or of the reference; `#12`: the report of that number. */
    search: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(sarLimits.pageSize),
  }),
  response: z.object({ success: ok, data: z.array(sarSummary), ...pageInfo }),
});

const createSar = endpoint({
  id: 'createSar',
  method: 'POST',
  path: '/compliance/sars',
  access: writing,
  tag,
  summary: 'Create a report from a case, from compliance transactions, or from a filed report',
  description:
    'Starts with the saved institution and the current data of the given transactions, or of all transactions of the case. With `amends`, starts with the content of a filed report, as its correction or continuation.',
  status: 201,
  body: z
    .object({
      title: sarLine(200).min(1, 'Please enter a title').optional(),
      caseId: z.uuid().optional(),
      transactionIds: z.array(z.uuid()).min(1).max(sarLimits.transactions).optional(),
      amends: z.object({ id: z.uuid(), kind: z.enum(['correct', 'continuing']) }).optional(),
    })
    .refine(({ caseId, transactionIds, amends }) => caseId ?? transactionIds ?? amends, {
      message: 'A report belongs to a case, to transactions, or to an earlier report',
    }),
  response: changed,
});

const getSar = endpoint({
  id: 'getSar',
  method: 'GET',
  path: '/compliance/sars/:id',
  access: reading,
  tag,
  summary: 'A report with its content, signatures, and missing fields',
  params: one,
  response: changed,
});

const getSarHistory = endpoint({
  id: 'getSarHistory',
  method: 'GET',
  path: '/compliance/sars/:id/history',
  access: reading,
  tag,
  summary: 'Changes to a report, newest first',
  params: one,
  query: pageQuery,
  response: z.object({ success: ok, data: z.array(sarEvent), ...pageInfo }),
});

const saveSar = endpoint({
  id: 'saveSar',
  method: 'PUT',
  path: '/compliance/sars/:id/content',
  access: writing,
  tag,
  summary: 'Save the content; it may be incomplete',
  description: 'Returns a signed report, or one that awaits signatures, to draft and voids its signatures.',
  params: one,
  body: z.object({ title: sarLine(200).min(1, 'Please enter a title'), content: sarContent, version }),
  response: changed,
});

const askForSarSignatures = endpoint({
  id: 'askForSarSignatures',
  method: 'POST',
  path: '/compliance/sars/:id/request',
  access: writing,
  tag,
  summary: 'Request signatures; 400 with the missing fields if the report is incomplete',
  params: one,
  body: z.object({ version }),
  response: changed,
});

const signSar = endpoint({
  id: 'signSar',
  method: 'POST',
  path: '/compliance/sars/:id/signatures',
  access: writing,
  tag,
  summary: 'Sign a report: two different people, the second a manager or above',
  description:
    'Requires recent proof of identity: a sign-in within the last ten minutes, the password, or a code; otherwise 403 `proof_required`. `hash` identifies the signed content.',
  params: one,
  body: z.object({
    hash: sarHash,
    password: z.string().max(passwordMaxLength).optional(),
    code: z.string().max(20).optional(),
  }),
  response: changed,
});

const returnSar = endpoint({
  id: 'returnSar',
  method: 'POST',
  path: '/compliance/sars/:id/return',
  access: writing,
  tag,
  summary: 'Return a report that is not filed to draft; voids its signatures',
  params: one,
  body: z.object({ reason: sarReason, version }),
  response: changed,
});

const submitSar = endpoint({
  id: 'submitSar',
  method: 'POST',
  path: '/compliance/sars/:id/submission',
  access: deciding,
  tag,
  summary: 'Record the filing of a signed report: where, when, and its reference',
  description: 'Sets `sarSubmitted` and `sarReport` of its compliance transactions.',
  params: one,
  body: z.object({
    authority: sarLine(150).min(1, 'Please enter where it was filed'),
    reference: sarLine(100).min(1, 'Please enter the reference'),
    on: z.iso.date(),
    note: sarReason.optional(),
    version,
  }),
  response: changed,
});

const withdrawSar = endpoint({
  id: 'withdrawSar',
  method: 'POST',
  path: '/compliance/sars/:id/withdrawal',
  access: writing,
  tag,
  summary: 'Withdraw a report that is not filed, with a reason',
  params: one,
  body: z.object({ reason: sarReason, version }),
  response: changed,
});

const exportSar = endpoint({
  id: 'exportSar',
  method: 'GET',
  path: '/compliance/sars/:id/export',
  access: reading,
  tag,
  summary: 'A signed report as FinCEN SAR batch XML, as goAML XML, or its transactions as CSV',
  description: 'XML is validated against its schema first: 409 `conflict` with the error and its position.',
  params: one,
  query: z.object({ format: z.enum([...sarForms, 'csv']) }),
  answers: 'application/octet-stream',
  response: z.unknown(),
});

const exportSarBatch = endpoint({
  id: 'exportSarBatch',
  method: 'POST',
  path: '/compliance/sars/fincen-batch',
  access: reading,
  tag,
  summary: 'Signed reports as one FinCEN SAR batch XML, each with its own filing institution',
  description:
    'The transmitter is the saved institution, regardless of the filing institutions. 409 `conflict` if it lacks transmitter data, if a report is unsigned or not a FinCEN report, or if the XML violates its schema. Activities are in the order of the IDs.',
  body: z.object({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(sarLimits.batch)
      .refine((ids) => new Set(ids).size === ids.length, 'Duplicate report'),
  }),
  answers: 'application/octet-stream',
  response: z.unknown(),
});

const getSarInstitution = endpoint({
  id: 'getSarInstitution',
  method: 'GET',
  path: '/compliance/sar-institution',
  access: reading,
  tag,
  summary: 'The institution that files reports of the organization',
  response: z.object({ success: ok, data: sarInstitutionStored }),
});

const putSarInstitution = endpoint({
  id: 'putSarInstitution',
  method: 'PUT',
  path: '/compliance/sar-institution',
  access: inOrganization('sars.institution', 'header'),
  tag,
  summary: 'Change the institution that files reports; existing reports do not change',
  body: z.object({ institution: sarInstitution, version: z.int().min(0) }),
  response: z.object({ success: ok, data: sarInstitutionStored }),
});

export const sarEndpoints = {
  listSars,
  createSar,
  getSar,
  getSarHistory,
  saveSar,
  askForSarSignatures,
  signSar,
  returnSar,
  submitSar,
  withdrawSar,
  exportSar,
  exportSarBatch,
  getSarInstitution,
  putSarInstitution,
} as const;
