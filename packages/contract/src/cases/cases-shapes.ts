import { z } from 'zod';
import { caseOutcomes, casePriorities, caseStatuses } from './cases-status.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { complianceTransaction } from '../compliance/compliance.ts';
import { multilineText } from '../account/organizations.ts';
import { texts } from '../texts.ts';

export const caseLimits = {
  pageSizes: [10, 20, 50, 100],
  pageSize: 10,
  title: 200,
  /** Characters of a description, a note, a reason. */
  text: 10_000,
  tags: 20,
  /** Of one case. */
  transactions: 200,
  addresses: 200,
  documents: 20,
  notes: 500,
  tasks: 200,
  files: 50,
  /** Bytes of one evidence file. */
  fileBytes: 20 * 1024 * 1024,
} as const;

/** Kinds of evidence files, by what their bytes are. */
export const evidenceTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/plain',
  'text/csv',
  'application/json',
  'application/zip',
] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

export const caseLine = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);
export const caseText = multilineText.trim().min(1).max(caseLimits.text);
export const caseMoment = z.iso.datetime({ offset: true });

/** Editable fields of a case. */
export const caseFields = {
  title: caseLine(caseLimits.title).min(1, 'Please enter a title'),
  description: multilineText.trim().max(caseLimits.text),
  priority: z.enum(casePriorities),
  /** The organization's own ID of the client. */
  clientId: caseLine(200).min(1).nullable(),
  tags: z
    .array(caseLine(60).min(1))
    .max(caseLimits.tags)
    .transform((tags) => [...new Set(tags)]),
  dueAt: caseMoment.nullable(),
};
export type CaseField = keyof typeof caseFields;
export const caseFieldNames = Object.keys(caseFields) as readonly CaseField[];

export const casePerson = z.object({ _id: z.string(), name: z.string(), email: z.string() });
export type CasePerson = z.infer<typeof casePerson>;
const count = z.int().nonnegative();
const moment = z.iso.datetime();

/** A case as lists show it. */
export const caseSummary = z.object({
  _id: z.string(),
  organizationId: z.string(),
  /** Counts the cases of the organization, from 1. */
  number: z.int().min(1),
  title: z.string(),
  description: z.string(),
  priority: z.enum(casePriorities),
  status: z.enum(caseStatuses),
  /** ID of the user who set this status; null: unchanged since it was opened. */
  statusBy: z.string().nullable(),
  assignedTo: casePerson.nullable(),
  clientId: z.string().nullable(),
  tags: z.array(z.string()),
  dueAt: moment.nullable(),
  /** Latest decision; null if there is none, or the case was reopened. */
  decision: z
    .object({ outcome: z.enum(caseOutcomes), reason: z.string(), by: casePerson, at: moment })
    .nullable(),
  /** Legal hold: nothing can be removed from the case, and retention keeps it; null: none. */
  hold: z.object({ reason: z.string(), by: casePerson, at: moment }).nullable(),
  counts: z.object({
    transactions: count,
    addresses: count,
    notes: count,
    tasks: count,
    openTasks: count,
    evidence: count,
  }),
  createdBy: casePerson,
  createdAt: moment,
  updatedAt: moment,
  /** Number of its last change: of the last entry of its timeline. */
  version: z.int().min(1),
});
export type CaseSummary = z.infer<typeof caseSummary>;

const caseAddress = z.object({
  _id: z.string(),
  address: z.string(),
  blockchain,
  addedBy: casePerson,
  addedAt: moment,
});
/** A FlowTrace document that the reader may see; others are left out. */
const caseDocument = z.object({
  documentId: z.string(),
  title: z.string(),
  addedBy: casePerson,
  addedAt: moment,
});
const caseNote = z.object({ _id: z.string(), text: z.string(), by: casePerson, at: moment });
const caseTask = z.object({
  _id: z.string(),
  text: z.string(),
  assignee: casePerson.nullable(),
  dueAt: moment.nullable(),
  done: z.boolean(),
  doneBy: casePerson.nullable(),
  doneAt: moment.nullable(),
});
const caseEvidence = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(evidenceTypes),
  size: count,
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  addedBy: casePerson,
  addedAt: moment,
  /** The bytes are gone; that they were there, and what they were, stays. */
  removed: z.object({ by: casePerson, at: moment, reason: z.string() }).nullable(),
});
export type CaseEvidence = z.infer<typeof caseEvidence>;

/** A case with everything in it. */
export const caseDetails = caseSummary.extend({
  transactions: z.array(complianceTransaction),
  addresses: z.array(caseAddress),
  documents: z.array(caseDocument),
  notes: z.array(caseNote),
  tasks: z.array(caseTask),
  evidence: z.array(caseEvidence),
});
export type CaseDetails = z.infer<typeof caseDetails>;

export const caseEventKinds = [
  'created',
  'changed',
  'status_changed',
  'assigned',
  'transactions_added',
  'transaction_removed',
  'addresses_added',
  'address_removed',
  'document_added',
  'document_removed',
  'note_added',
  'task_added',
  'task_changed',
  'task_removed',
  'evidence_added',
  'evidence_removed',
  'decided',
  'reopened',
  'hold_placed',
  'hold_released',
] as const;
export type CaseEventKind = (typeof caseEventKinds)[number];

const changedValue = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();

/** One entry of a timeline. */
export const caseEvent = z.object({
  /** From 1 without gaps; the version that the case had from then on. */
  number: z.int().min(1),
  kind: z.enum(caseEventKinds),
  timestamp: moment,
  /** Null: automatic, such as when a member left the organization. */
  by: casePerson.nullable(),
  /** What changed of the case or of a task; people by name. */
  changes: z.array(z.object({ field: z.string(), from: changedValue, to: changedValue })),
  /** Items added, changed, or removed. Documents that the caller has no access to are omitted. */
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Why; of a note its text. */
  note: z.string().nullable(),
});
export type CaseEvent = z.infer<typeof caseEvent>;
