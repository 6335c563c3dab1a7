import { blockchains } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { screenedAddress } from './screening-checks.ts';
import { transferDirections } from './screening-rules.ts';

/** Limits of batches of addresses. */
export const screeningBatchLimits = {
  lines: 1_000_000,
  bytes: 128 << 20,
  /** Bytes of a line. */
  line: 2_000,
  reference: 200,
  /** Unfinished batches of an organization. */
  unfinished: 10,
  /** Days from its end until a batch is deleted. */
  days: 30,
} as const;

/** How lines of a batch are sent and returned. */
export const screeningBatchFormats = ['ndjson', 'csv'] as const;
export type ScreeningBatchFormat = (typeof screeningBatchFormats)[number];

/** What a decided line can be. */
export const screeningBatchKinds = ['block', 'review', 'allow', 'problem'] as const;
export type ScreeningBatchKind = (typeof screeningBatchKinds)[number];

/** A line of a batch, as JSON. */
export const screeningBatchLine = z.strictObject({
  address: z.string().trim().min(1).max(200),
  blockchain: z.enum(blockchains).optional(),
  /** Your own name for the line; returned with its decision. */
  reference: z.string().max(screeningBatchLimits.reference).optional(),
});
export type ScreeningBatchLine = z.output<typeof screeningBatchLine>;

/** A decided line. The line number is that in the file, from 1. */
export const screeningBatchResult = screenedAddress.extend({
  line: z.int().min(1),
  reference: z.string().nullable(),
});
export type ScreeningBatchResult = z.output<typeof screeningBatchResult>;

/** Names of the columns of results as CSV. */
export const screeningBatchColumns = [
  'line',
  'address',
  'reference',
  'decision',
  'score',
  'level',
  'rules',
  'problem',
] as const satisfies (keyof ScreeningBatchResult | 'level')[];

const count = z.int().min(0);
const batch = z.object({
  _id: z.string(),
  name: z.string(),
  direction: z.enum(transferDirections),
  state: z.enum(['running', 'finished']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** When the batch and its results are deleted; null until it is finished. */
  deletedAt: z.iso.datetime().nullable(),
  /** Number of the version of the rules that decides on all lines; 0: the default. */
  rulesVersion: z.int(),
  lines: count,
  /** Lines that are decided, or that have a problem. */
  done: count,
  decisions: z.object({ allow: count, review: count, block: count }),
  /** Lines whose address can't be screened. */
  problems: count,
});
export type ScreeningBatch = z.infer<typeof batch>;

const tag = 'screening';
const access = inOrganization('compliance.review', 'header');
const reading = inOrganization('compliance.read', 'header');
const byId = z.object({ id: z.string() });
const one = z.object({ success: z.literal(true), data: batch });

const createScreeningBatch = endpoint({
  id: 'createScreeningBatch',
  method: 'POST',
  path: '/screening/batches',
  access,
  scope: 'screen',
  tag,
  status: 201,
  atOnce: 2,
  streamedBody: ['application/x-ndjson', 'text/csv'],
  maxBytes: screeningBatchLimits.bytes,
  summary: 'Screen up to 1,000,000 addresses by the rules of the organization',
  description: `The body is JSON Lines (\`{"address": "…", "blockchain": "bitcoin", "reference": "…"}\`; only \`address\` is required) or CSV with these column names. A wrong line refuses the whole file, with the number of the line and the field; nothing is stored. An invalid address is no wrong line: it has a \`problem\` in the results. With the header \`Idempotency-Key\`, a repeated request within 24 hours returns the same batch; 409 for a different body.`,
  query: z.object({
    name: z.string().trim().min(1).max(200).default('Batch'),
    direction: z.enum(transferDirections).default('out'),
  }),
  response: one,
});

const listScreeningBatches = endpoint({
  id: 'listScreeningBatches',
  method: 'GET',
  path: '/screening/batches',
  access: reading,
  scope: 'screen',
  tag,
  summary: 'Batches of the organization, the newest first',
  description: '`before` is `next` of the previous page.',
  query: z.object({
    before: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(batch),
    next: z.string().nullable(),
  }),
});

const getScreeningBatch = endpoint({
  id: 'getScreeningBatch',
  method: 'GET',
  path: '/screening/batches/:id',
  access: reading,
  scope: 'screen',
  tag,
  summary: 'A batch and its progress',
  params: byId,
  response: one,
});

const readScreeningBatch = endpoint({
  id: 'readScreeningBatch',
  method: 'GET',
  path: '/screening/batches/:id/results',
  access: reading,
  scope: 'screen',
  tag,
  atOnce: 4,
  answers: ['application/x-ndjson', 'text/csv'],
  summary: 'Decided lines of a batch, in the order of the file, as they are decided',
  description:
    'The stream ends with the batch, or, with `wait=false`, with the last decided line. To go on after an interruption, pass the number of the last received line as `after`. While JSON Lines wait, empty lines keep the connection open.',
  params: byId,
  query: z.object({
    format: z.enum(screeningBatchFormats).default('ndjson'),
    after: z.coerce.number().int().min(0).default(0),
    wait: z.enum(['true', 'false']).default('true'),
    /** Returns only lines with a problem, or with this decision. */
    only: z.enum(screeningBatchKinds).optional(),
    limit: z.coerce.number().int().min(1).max(screeningBatchLimits.lines).default(screeningBatchLimits.lines),
  }),
  response: z.string(),
});

const deleteScreeningBatch = endpoint({
  id: 'deleteScreeningBatch',
  method: 'DELETE',
  path: '/screening/batches/:id',
  access,
  scope: 'screen',
  tag,
  summary: 'Delete a batch and its results; one that runs ends',
  params: byId,
  response: z.object({ success: z.literal(true) }),
});

/** Screening of many addresses. */
export const screeningBatchEndpoints = {
  createScreeningBatch,
  listScreeningBatches,
  getScreeningBatch,
  readScreeningBatch,
  deleteScreeningBatch,
} as const;
