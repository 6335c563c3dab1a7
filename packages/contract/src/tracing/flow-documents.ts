import { record, type Step, step } from './flow-document/index.ts';
import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { flowRights, flowRoles } from './flow-rights.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';
import { texts } from '../texts.ts';

const ok = z.literal(true);
const tag = 'flow-documents';
const count = z.int().min(0);

const role = z.enum(flowRoles);

/** Limits of a FlowTrace document. */
export const flowDocumentLimits = {
  /** Steps of one call. */
  steps: 200,
  /** Changes of all steps of one call. */
  changes: 20_000,
  /** Bytes of the body of one call. */
  body: 16 * 1024 * 1024,
  /** Bytes of all steps of a document. */
  bytes: 512 * 1024 * 1024,
  records: 400_000,
  snapshots: 200,
  linkDays: 90,
  links: 20,
} as const;

const changesOf = (steps: readonly { changes: readonly unknown[] }[]): number =>
  steps.reduce((sum, { changes }) => sum + changes.length, 0);

const title = z
  .string()
  .regex(/^\P{Cc}*$/u, texts.controlCharacters)
  .trim()
  .min(1, 'Please enter a title')
  .max(200);
const person = z.object({ userId: z.string(), name: z.string() });

const documentInfo = z.object({
  _id: z.string(),
  title: z.string(),
  createdBy: person,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Number of the last step; 0: none yet. */
  sequence: count,
  /** Records after that step. */
  records: count,
  /** What every member of the organization may do; null: only those it is shared with. */
  everybody: role.nullable(),
  /** What the caller may do. */
  right: z.enum(flowRights),
});
export type FlowDocumentInfo = z.infer<typeof documentInfo>;

const snapshot = z.object({
  _id: z.string(),
  name: z.string(),
  sequence: count,
  by: person,
  at: z.iso.datetime(),
});

/** The token of a link is returned only once, on creation. */
const link = z.object({
  _id: z.string(),
  by: person,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const openDocument = documentInfo.extend({
  /** At `sequence`, ascending by id. */
  content: z.array(record),
  /** SHA-256 of the canonical JSON of `content`. */
  digest: z.string(),
  snapshots: z.array(snapshot),
  shares: z.array(person.extend({ role })),
  /** For those who own it; links that are still good. */
  links: z.array(link),
});

const description = openDocument.omit({ content: true, digest: true }).extend({
  /** Version to start with. */
  base: count,
});
export type FlowDocumentDescription = z.infer<typeof description>;

const storedStep: z.ZodType<Step> = step;
/** A step with its place; `author` is a user's id and `time` the server's. */
const orderedStep = z.object({ sequence: z.int().min(1), step: storedStep });
export type OrderedFlowStep = z.infer<typeof orderedStep>;

const ofOrganization = z.object({ id: z.string() });
const one = z.object({ id: z.string(), documentId: z.string() });
/**
 * Header with the token of a link, which opens a document that isn't shared with the caller. Not a query parameter: servers
 * and proxies log URLs.
 */
export const flowLinkHeader = 'x-flow-link';
const byLink = `Also accepts the token of a link in the header \`${flowLinkHeader}\`.`;

const listFlowDocuments = endpoint({
  id: 'listFlowDocuments',
  method: 'GET',
  path: '/organizations/:id/flow-documents',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  summary: 'FlowTrace documents that the caller can open, most recently changed first',
  params: ofOrganization,
  query: pageQuery.extend({ search: z.string().max(200).optional() }),
  response: z.object({ success: ok, data: z.array(documentInfo), ...pageInfo }),
});

const createFlowDocument = endpoint({
  id: 'createFlowDocument',
  method: 'POST',
  path: '/organizations/:id/flow-documents',
  access: inOrganization('traces.write'),
  tag,
  summary: 'Create an empty FlowTrace document, visible only to its creator',
  status: 201,
  params: ofOrganization,
  body: z.object({ title }),
  response: z.object({ success: ok, data: documentInfo }),
});

const getFlowDocument = endpoint({
  id: 'getFlowDocument',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  largeAnswer: true,
  atOnce: 4,
  summary: 'A document with all its records',
  params: one,
  description: byLink,
  response: z.object({ success: ok, data: openDocument }),
});

const describeFlowDocument = endpoint({
  id: 'describeFlowDocument',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId/description',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  summary: 'A document without its records: access, named versions, and where to start loading it',
  description: `Load the records of version \`base\` (0: none), then the steps after it. ${byLink}`,
  params: one,
  response: z.object({
    success: ok,
    data: description,
  }),
});

const changeFlowDocument = endpoint({
  id: 'changeFlowDocument',
  method: 'PATCH',
  path: '/organizations/:id/flow-documents/:documentId',
  access: inOrganization('traces.write'),
  tag,
  summary: 'Change the title of a document or the access of all members',
  params: one,
  body: z.object({ title: title.optional(), everybody: role.nullable().optional() }),
  response: z.object({ success: ok, data: documentInfo }),
});

const deleteFlowDocument = endpoint({
  id: 'deleteFlowDocument',
  method: 'DELETE',
  path: '/organizations/:id/flow-documents/:documentId',
  access: inOrganization('traces.write'),
  tag,
  summary: 'Delete a document',
  params: one,
  response: z.object({ success: ok }),
});

const appendFlowSteps = endpoint({
  id: 'appendFlowSteps',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/steps',
  access: inOrganization('traces.read'),
  tag,
  summary: 'Append steps to a document; returns all steps since the last one known to the caller',
  description:
    'Each step is one action. Steps with a known ID are skipped, so a call can be repeated. The server sets the order, time, and author of steps. 409 `conflict` beyond the limits; 403 if an action is not allowed, and then the whole call is rejected.',
  params: one,
  maxBytes: flowDocumentLimits.body,
  // A connection with its asset has some 20.
  maxValues: flowDocumentLimits.changes * 30,
  inThread: true,
  atOnce: 2,
  body: z.object({
    base: count,
    steps: z
      .array(step)
      .max(flowDocumentLimits.steps)
      .refine(
        (steps) => changesOf(steps) <= flowDocumentLimits.changes,
        `One call takes at most ${flowDocumentLimits.changes} changes`,
      ),
  }),
  response: z.object({ success: ok, sequence: count, steps: z.array(orderedStep) }),
});

const listFlowSteps = endpoint({
  id: 'listFlowSteps',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId/steps',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  largeAnswer: true,
  atOnce: 4,
  summary: 'Steps of a document in order (log)',
  params: one,
  description: byLink,
  query: z.object({
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(flowDocumentLimits.steps).default(50),
  }),
  response: z.object({ success: ok, sequence: count, steps: z.array(orderedStep) }),
});

const getFlowVersion = endpoint({
  id: 'getFlowVersion',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId/versions/:sequence',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  largeAnswer: true,
  atOnce: 4,
  summary: 'Version of a document after one of its steps',
  params: one.extend({ sequence: z.coerce.number().int().min(0) }),
  description: byLink,
  response: z.object({
    success: ok,
    data: z.object({ sequence: count, content: z.array(record), digest: z.string() }),
  }),
});

const getFlowRecords = endpoint({
  id: 'getFlowRecords',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId/versions/:sequence/records',
  access: inOrganization('traces.read'),
  scope: 'read',
  tag,
  answers: 'application/json',
  atOnce: 4,
  summary: 'The records of a version as canonical JSON (RFC 8785), always compressed (gzip)',
  description: `The SHA-256 of the text is the digest of the version. Faster than \`getFlowVersion\` for large documents. ${byLink}`,
  params: one.extend({ sequence: z.coerce.number().int().min(0) }),
  response: z.string(),
});

const createFlowSnapshot = endpoint({
  id: 'createFlowSnapshot',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/snapshots',
  access: inOrganization('traces.read'),
  tag,
  summary: 'Name a version of a document',
  status: 201,
  params: one,
  body: z.object({ name: title, sequence: count }),
  response: z.object({ success: ok, data: snapshot }),
});

const deleteFlowSnapshot = endpoint({
  id: 'deleteFlowSnapshot',
  method: 'DELETE',
  path: '/organizations/:id/flow-documents/:documentId/snapshots/:snapshotId',
  access: inOrganization('traces.read'),
  tag,
  summary: 'Remove the name of a version; the version is kept',
  params: one.extend({ snapshotId: z.string() }),
  response: z.object({ success: ok }),
});

const shareFlowDocument = endpoint({
  id: 'shareFlowDocument',
  method: 'PUT',
  path: '/organizations/:id/flow-documents/:documentId/shares/:userId',
  access: inOrganization('traces.write'),
  tag,
  summary: 'Set the access of one member to a document; null restores the access that everyone has',
  params: one.extend({ userId: z.string() }),
  body: z.object({ role: role.nullable() }),
  response: z.object({ success: ok, data: openDocument.shape.shares }),
});

const createFlowLink = endpoint({
  id: 'createFlowLink',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/links',
  access: inOrganization('traces.write'),
  tag,
  summary:
    'Create a link that gives members of the organization view access to a document for a number of days',
  status: 201,
  params: one,
  body: z.object({ days: z.int().min(1).max(flowDocumentLimits.linkDays) }),
  response: z.object({ success: ok, data: link.extend({ token: z.string() }) }),
});

const revokeFlowLink = endpoint({
  id: 'revokeFlowLink',
  method: 'DELETE',
  path: '/organizations/:id/flow-documents/:documentId/links/:linkId',
  access: inOrganization('traces.write'),
  tag,
  summary: 'Revoke a link',
  params: one.extend({ linkId: z.string() }),
  response: z.object({ success: ok }),
});

/** Cursor position of a user on a document. */
const cursor = z.object({
  /** ID of the browser tab: a person can have several. */
  client: z.string().min(1).max(64),
  x: z.int().nullable(),
  y: z.int().nullable(),
  /** Ids of the records that are chosen, a few of them. */
  selected: z.array(z.string().max(600)).max(20),
});

/** Events of `openFlowDocument`: `steps` (with the number of the last as event id), `cursor`, `left`, `ended`. */
export const flowEvents = {
  steps: z.object({ steps: z.array(orderedStep) }),
  cursor: cursor.extend({ userId: z.string(), name: z.string() }),
  left: z.object({ client: z.string() }),
  /** The document was deleted, or the caller lost access. */
  ended: z.object({ reason: z.string() }),
} as const;
export type FlowCursor = z.infer<typeof flowEvents.cursor>;

const openFlowDocument = endpoint({
  id: 'openFlowDocument',
  method: 'GET',
  path: '/organizations/:id/flow-documents/:documentId/live',
  access: inOrganization('traces.read'),
  tag,
  summary: 'Live steps of a document since `after`, and cursors of others',
  params: one,
  description: byLink,
  query: z.object({
    after: z.coerce.number().int().min(0),
    client: z.string().min(1).max(64),
  }),
  answers: 'text/event-stream',
  response: z.string(),
});

const sendFlowCursor = endpoint({
  id: 'sendFlowCursor',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/cursor',
  access: inOrganization('traces.read'),
  tag,
  summary: 'Send your cursor position to other users of a document',
  params: one,
  description: byLink,
  body: cursor,
  response: z.object({ success: ok }),
});

export const flowDocumentEndpoints = {
  listFlowDocuments,
  createFlowDocument,
  getFlowDocument,
  changeFlowDocument,
  deleteFlowDocument,
  appendFlowSteps,
  listFlowSteps,
  getFlowVersion,
  describeFlowDocument,
  getFlowRecords,
  createFlowSnapshot,
  deleteFlowSnapshot,
  shareFlowDocument,
  createFlowLink,
  revokeFlowLink,
  openFlowDocument,
  sendFlowCursor,
} as const;
