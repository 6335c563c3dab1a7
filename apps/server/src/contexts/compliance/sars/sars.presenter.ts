import { toHex } from '@hopscope/chain';
import {
  type CasePerson,
  checkSar,
  type SarDetails,
  type SarEvent,
  type SarSignature,
  type SarSummary,
} from '@hopscope/contract';
import { z } from 'zod';
import type { Person } from '../../identity/people/people.service.ts';
import { hashOf, readContent } from './sar-content.ts';
import type { CaseName } from './sar-origins.store.ts';
import type { SarEventRow, SarRow, SignatureRow } from './sars.store.ts';

type Everybody = ReadonlyMap<string, Person>;

/** What presenting needs beside the row. */
export interface SarSurroundings {
  readonly everybody: Everybody;
  readonly cases: ReadonlyMap<string, CaseName>;
  readonly numbers: ReadonlyMap<string, number>;
  /** IDs of people in the reports. */
  readonly signatures: readonly SignatureRow[];
}

const facts = z.object({ parts: z.array(z.string()), voided: z.int() });
export type SarFacts = z.infer<typeof facts>;
const names = z.array(z.string());

export function presentPerson(id: string, everybody: Everybody): CasePerson {
  const person = everybody.get(id);
  return {
    _id: id,
    name: person ? `${person.name} ${person.surname}`.trim() : 'Deleted',
    email: person?.email ?? '',
  };
}

export function peopleOf(row: SarRow): string[] {
  return [row.created_by, row.submitted_by, row.withdrawn_by].flatMap((id) => id ?? []);
}

export const peopleOfSignature = ({ signed_by, voided_by }: SignatureRow): string[] =>
  [signed_by, voided_by].flatMap((id) => id ?? []);

function presentSubmission(row: SarRow, everybody: Everybody): SarSummary['submission'] {
  const { authority, reference, submitted_on: on, submitted_by: by, submitted_at: at } = row;
  if (authority === null || reference === null || on === null || by === null || at === null) return null;
  const note = row.submission_note;
  return { authority, reference, on, note, by: presentPerson(by, everybody), at: at.toISOString() };
}

function presentWithdrawal(row: SarRow, everybody: Everybody): SarSummary['withdrawal'] {
  const { withdrawn_because: reason, withdrawn_by: by, withdrawn_at: at } = row;
  if (reason === null || by === null || at === null) return null;
  return { reason, by: presentPerson(by, everybody), at: at.toISOString() };
}

export function presentSar(row: SarRow, around: SarSurroundings): SarSummary {
  const { everybody, cases, numbers, signatures } = around;
  const found = row.case_id === null ? undefined : cases.get(row.case_id);
  const amended = row.amends_id === null ? undefined : numbers.get(row.amends_id);
  return {
    _id: row.id,
    organizationId: row.organization_id,
    number: row.number,
    title: row.title,
    status: row.status,
    case: found ? { _id: found.id, number: found.number, title: found.title } : null,
    amends: row.amends_id === null || amended === undefined ? null : { _id: row.amends_id, number: amended },
    subjects: names.parse(JSON.parse(row.subjects)),
    signatures: signatures.filter((each) => each.report_id === row.id && each.voided_at === null).length,
    submission: presentSubmission(row, everybody),
    withdrawal: presentWithdrawal(row, everybody),
    createdBy: presentPerson(row.created_by, everybody),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

function presentSignature(row: SignatureRow, now: string, everybody: Everybody): SarSignature {
  const { voided_at: at, voided_by: by, voided_because: reason } = row;
  const hash = toHex(row.hash);
  return {
    by: presentPerson(row.signed_by, everybody),
    role: row.role,
    at: row.signed_at.toISOString(),
    hash,
    matches: hash === now,
    voided:
      at === null
        ? null
        : {
            at: at.toISOString(),
            by: by === null ? null : presentPerson(by, everybody),
            reason: reason ?? '',
          },
  };
}

/** `today`: `YYYY-MM-DD`. Recomputes the hash of the stored content, so that each signature shows whether it matches. */
export function presentDetails(row: SarRow, around: SarSurroundings, today: string): SarDetails {
  const content = readContent(row.content);
  const hash = hashOf(row.content, { organizationId: row.organization_id, number: row.number }).toString(
    'hex',
  );
  return {
    ...presentSar(row, around),
    content,
    hash,
    signed: around.signatures
      .filter((each) => each.report_id === row.id)
      .map((each) => presentSignature(each, hash, around.everybody)),
    problems: checkSar(content, today),
  };
}

export function presentSarEvent(row: SarEventRow, everybody: Everybody): SarEvent {
  const { parts, voided } = facts.parse(JSON.parse(row.data));
  return {
    number: row.number,
    kind: row.kind,
    timestamp: row.at.toISOString(),
    by: row.actor_id === null ? null : presentPerson(row.actor_id, everybody),
    hash: toHex(row.hash),
    parts,
    voided,
    note: row.note,
  };
}
