import { z } from 'zod';
import { casePerson } from './cases-shapes.ts';
import { sarContent, sarInstitution, sarLimits } from './sars-content.ts';
import { sarStatuses } from './sars-status.ts';
import { multilineText } from '../account/organizations.ts';
import { texts } from '../texts.ts';

const moment = z.iso.datetime();
/** SHA-256 as lower-case hex. */
export const sarHash = z.string().regex(/^[0-9a-f]{64}$/);
export const sarReason = multilineText.trim().min(1, 'Please enter a reason').max(sarLimits.reason);
export const sarLine = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);

const sarSignature = z.object({
  by: casePerson,
  /** The role that they signed in. */
  role: z.string(),
  at: moment,
  /** Hash of the signed content. */
  hash: sarHash,
  /** Whether the content is, to the byte, what they signed. */
  matches: z.boolean(),
  /** Time at which a change or withdrawal voided the signature; null: valid. */
  voided: z.object({ by: casePerson.nullable(), at: moment, reason: z.string() }).nullable(),
});
export type SarSignature = z.infer<typeof sarSignature>;

/** A report as lists show it. */
export const sarSummary = z.object({
  _id: z.string(),
  organizationId: z.string(),
  /** Counts the reports of the organization, from 1. */
  number: z.int().min(1),
  title: z.string(),
  status: z.enum(sarStatuses),
  case: z.object({ _id: z.string(), number: z.int(), title: z.string() }).nullable(),
  /** Report that this one corrects or continues. */
  amends: z.object({ _id: z.string(), number: z.int() }).nullable(),
  subjects: z.array(z.string()),
  signatures: z.int().min(0).max(2),
  submission: z
    .object({
      authority: z.string(),
      reference: z.string(),
      /** `YYYY-MM-DD`. */
      on: z.string(),
      note: z.string().nullable(),
      by: casePerson,
      at: moment,
    })
    .nullable(),
  withdrawal: z.object({ reason: z.string(), by: casePerson, at: moment }).nullable(),
  createdBy: casePerson,
  createdAt: moment,
  updatedAt: moment,
  /** Number of its last change: of the last entry of its history. */
  version: z.int().min(1),
});
export type SarSummary = z.infer<typeof sarSummary>;

/** A report with its content, its signatures and what it lacks. */
export const sarDetails = sarSummary.extend({
  content: sarContent,
  /** Hash of the current content, which is signed. */
  hash: sarHash,
  signed: z.array(sarSignature),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type SarDetails = z.infer<typeof sarDetails>;

export const sarEventKinds = [
  'created',
  'changed',
  'asked',
  'signed',
  'returned',
  'submitted',
  'withdrawn',
] as const;
export type SarEventKind = (typeof sarEventKinds)[number];

export const sarEvent = z.object({
  /** From 1 without gaps; the version that the report had from then on. */
  number: z.int().min(1),
  kind: z.enum(sarEventKinds),
  timestamp: moment,
  by: casePerson.nullable(),
  /** Hash of the content after the change. */
  hash: sarHash,
  /** Parts of the content that changed. */
  parts: z.array(z.string()),
  /** Number of signatures that the change voided. */
  voided: z.int(),
  note: z.string().nullable(),
});
export type SarEvent = z.infer<typeof sarEvent>;

/** The saved institution of the organization; version 0: not entered yet. */
export const sarInstitutionStored = z.object({
  institution: sarInstitution,
  version: z.int().min(0),
  updatedBy: casePerson.nullable(),
  updatedAt: moment.nullable(),
});
export type SarInstitutionStored = z.infer<typeof sarInstitutionStored>;
