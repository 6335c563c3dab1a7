import type { CaseDetails, CaseEvent, CaseSummary } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';
import type { FlowDocuments } from '../../tracing/documents/flow-documents.service.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { readEventPage } from '../event-log.ts';
import { caseLog, type EventRow } from './case-events.store.ts';
import { readEvidence } from './case-evidence.store.ts';
import { readAddresses, readDocuments, readNotes, readTasks, readTransactions } from './case-parts.store.ts';
import {
  peopleOf,
  peopleOfEvent,
  presentAdded,
  presentAddress,
  presentCase,
  presentEvent,
  presentEvidence,
  presentNote,
  presentTask,
  readFacts,
} from './cases.presenter.ts';
import { type CaseRow, countParts, findCase } from './cases.store.ts';

export const caseMissing = (): AppError => notFound('Case not found');

/** Cases as members see them. */
export function createCaseViews(options: {
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
  documents: Pick<FlowDocuments, 'about'>;
  transactions: TransactionViews;
}) {
  const { kysely, people, documents, transactions } = options;

  async function find({ organizationId }: Member, id: string): Promise<CaseRow> {
    const row = await findCase(kysely, { organizationId, id });
    if (!row) throw caseMissing();
    return row;
  }

  /** Titles of those documents that the member may see. */
  async function titlesOf(member: Member, ids: Iterable<string>): Promise<Map<string, string>> {
    const titles = new Map<string, string>();
    for (const id of new Set(ids)) {
      try {
        titles.set(id, (await documents.about(member, id)).title);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      }
    }
    return titles;
  }

  return {
    find,

    async summaries(rows: readonly CaseRow[]): Promise<CaseSummary[]> {
      const ids = rows.map(({ id }) => id);
      const counts = await countParts(kysely, ids);
      const everybody = await people.findByIds(kysely, rows.flatMap(peopleOf));
      return rows.map((row) => presentCase(row, { everybody, counts: counts.get(row.id) }));
    },

    /** 404 for a case that the organization does not have. */
    async details(member: Member, id: string): Promise<CaseDetails> {
      const row = await find(member, id);
      const [linked, addresses, links, notes, tasks, evidence] = [
        await readTransactions(kysely, row.id),
        await readAddresses(kysely, row.id),
        await readDocuments(kysely, row.id),
        await readNotes(kysely, row.id),
        await readTasks(kysely, row.id),
        await readEvidence(kysely, row.id),
      ];
      const titles = await titlesOf(
        member,
        links.map((link) => link.document_id),
      );
      const everybody = await people.findByIds(kysely, [
        ...peopleOf(row),
        ...[...addresses, ...links, ...evidence].map((each) => each.added_by),
        ...notes.map((note) => note.written_by),
        ...tasks.flatMap((task) => [task.assigned_to, task.done_by].flatMap((each) => each ?? [])),
        ...evidence.flatMap((file) => file.removed_by ?? []),
      ]);
      const counts = (await countParts(kysely, [row.id])).get(row.id);
      return {
        ...presentCase(row, { everybody, counts }),
        transactions: await transactions.many(kysely, row.organization_id, linked),
        addresses: addresses.map((each) => presentAddress(each, everybody)),
        documents: links.flatMap((link) => {
          const title = titles.get(link.document_id);
          const documentId = link.document_id;
          return title === undefined ? [] : [{ documentId, title, ...presentAdded(link, everybody) }];
        }),
        notes: notes.map((each) => presentNote(each, everybody)),
        tasks: tasks.map((each) => presentTask(each, everybody)),
        evidence: evidence.map((each) => presentEvidence(each, everybody)),
      };
    },

    async timeline(
      member: Member,
      id: string,
      page: { page: number; limit: number },
    ): Promise<{ data: CaseEvent[]; total: number }> {
      const row = await find(member, id);
      const { rows, total } = await readEventPage(kysely, caseLog, row.id, page);
      const everybody = await people.findByIds(kysely, rows.flatMap(peopleOfEvent));
      const shown = await titlesOf(member, rows.flatMap(documentsOfEvent));
      return { data: rows.map((each) => presentEvent(each, { everybody, shown })), total };
    },
  };
}

function documentsOfEvent({ kind, data }: EventRow): string[] {
  if (kind !== 'document_added' && kind !== 'document_removed') return [];
  return readFacts(data).items.map(({ id }) => id);
}

export type CaseViews = ReturnType<typeof createCaseViews>;
