import { toHex } from '@hopscope/chain';
import type { CaseEvent, CaseEvidence, CasePerson, CaseSummary } from '@hopscope/contract';
import { z } from 'zod';
import type { Person } from '../../identity/people/people.service.ts';
import type { EventRow } from './case-events.store.ts';
import type { EvidenceRow } from './case-evidence.store.ts';
import type { AddressRow, NoteRow, TaskRow } from './case-parts.store.ts';
import { type CaseCounts, type CaseRow, priorityOf } from './cases.store.ts';

export type Everybody = ReadonlyMap<string, Person>;

const texts = z.array(z.string());
const value = z.union([z.string(), z.boolean(), texts]).nullable();

/** Stored content of an event: people by ID, so that names are erased with their account. */
const facts = z.object({
  changes: z.array(z.object({ field: z.string(), from: value, to: value, person: z.boolean().optional() })),
  items: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Facts = z.infer<typeof facts>;

export const readFacts = (text: string): Facts => facts.parse(JSON.parse(text));
export const tagsOf = ({ tags }: Pick<CaseRow, 'tags'>): string[] => texts.parse(JSON.parse(tags));

export function presentPerson(id: string, everybody: Everybody): CasePerson {
  const person = everybody.get(id);
  return {
    _id: id,
    name: person ? `${person.name} ${person.surname}`.trim() : 'Deleted',
    email: person?.email ?? '',
  };
}

export const presentPersonOrNull = (id: string | null, everybody: Everybody): CasePerson | null =>
  id === null ? null : presentPerson(id, everybody);

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

export function peopleOf({ assigned_to, decided_by, created_by, hold_by }: CaseRow): string[] {
  return [assigned_to, decided_by, created_by, hold_by].flatMap((id) => id ?? []);
}

const nothing: CaseCounts = {
  transactions: 0,
  addresses: 0,
  notes: 0,
  tasks: 0,
  openTasks: 0,
  evidence: 0,
};

function presentDecision(row: CaseRow, everybody: Everybody): CaseSummary['decision'] {
  const { outcome, decision_reason: reason, decided_by: by, decided_at: at } = row;
  if (outcome === null || reason === null || by === null || at === null) return null;
  return { outcome, reason, by: presentPerson(by, everybody), at: at.toISOString() };
}

function presentHold({ hold_by: by, hold_at: at, hold_reason: reason }: CaseRow, everybody: Everybody) {
  if (by === null || at === null || reason === null) return null;
  return { reason, by: presentPerson(by, everybody), at: at.toISOString() };
}

export function presentCase(
  row: CaseRow,
  { everybody, counts = nothing }: { everybody: Everybody; counts?: CaseCounts | undefined },
): CaseSummary {
  return {
    _id: row.id,
    organizationId: row.organization_id,
    number: row.number,
    title: row.title,
    description: row.description,
    priority: priorityOf(row.priority),
    status: row.status,
    statusBy: row.status_by,
    assignedTo: presentPersonOrNull(row.assigned_to, everybody),
    clientId: row.client_id,
    tags: tagsOf(row),
    dueAt: moment(row.due_at),
    decision: presentDecision(row, everybody),
    hold: presentHold(row, everybody),
    counts,
    createdBy: presentPerson(row.created_by, everybody),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

interface Added {
  readonly added_by: string;
  readonly added_at: Date;
}

export const presentAdded = ({ added_by, added_at }: Added, everybody: Everybody) => ({
  addedBy: presentPerson(added_by, everybody),
  addedAt: added_at.toISOString(),
});

export const presentAddress = (row: AddressRow, everybody: Everybody) => ({
  _id: row.id,
  address: row.address,
  blockchain: row.chain,
  ...presentAdded(row, everybody),
});

export const presentNote = (row: NoteRow, everybody: Everybody) => ({
  _id: row.id,
  text: row.content,
  by: presentPerson(row.written_by, everybody),
  at: row.written_at.toISOString(),
});

export const presentTask = (row: TaskRow, everybody: Everybody) => ({
  _id: row.id,
  text: row.content,
  assignee: presentPersonOrNull(row.assigned_to, everybody),
  dueAt: moment(row.due_at),
  done: row.done_at !== null,
  doneBy: presentPersonOrNull(row.done_by, everybody),
  doneAt: moment(row.done_at),
});

export function presentEvidence(row: EvidenceRow, everybody: Everybody): CaseEvidence {
  const { removed_by: by, removed_at: at, removed_because: reason } = row;
  const isRemoved = by !== null && at !== null;
  return {
    _id: row.id,
    name: row.name,
    type: row.type,
    size: row.size,
    sha256: toHex(row.sha256),
    ...presentAdded(row, everybody),
    removed: isRemoved
      ? { by: presentPerson(by, everybody), at: at.toISOString(), reason: reason ?? '' }
      : null,
  };
}

/** People that an event names. */
export function peopleOfEvent({ actor_id, data: stored }: EventRow): string[] {
  const named = readFacts(stored).changes.flatMap(({ person, from, to }) => (person ? [from, to] : []));
  return [actor_id, ...named].flatMap((id) => (typeof id === 'string' ? id : []));
}

/** `shown`: titles of the FlowTrace documents that the reader may see, by id. */
export function presentEvent(
  row: EventRow,
  { everybody, shown }: { everybody: Everybody; shown: ReadonlyMap<string, string> },
): CaseEvent {
  const { changes, items } = readFacts(row.data);
  const isDocument = row.kind === 'document_added' || row.kind === 'document_removed';
  const nameOf = (id: Facts['changes'][number]['from']) =>
    typeof id === 'string' ? presentPerson(id, everybody).name : id;
  return {
    number: row.number,
    kind: row.kind,
    timestamp: row.at.toISOString(),
    by: presentPersonOrNull(row.actor_id, everybody),
    changes: changes.map(({ field, from, to, person }) =>
      person ? { field, from: nameOf(from), to: nameOf(to) } : { field, from, to },
    ),
    items: isDocument
      ? items.flatMap(({ id }) => {
          const title = shown.get(id);
          return title === undefined ? [] : [{ id, name: title }];
        })
      : items,
    note: row.note,
  };
}
