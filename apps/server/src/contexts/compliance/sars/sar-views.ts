import type { SarDetails, SarEvent, SarSummary } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { type AppError, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { caseNames } from './sar-origins.store.ts';
import {
  peopleOf,
  peopleOfSignature,
  presentDetails,
  presentSar,
  presentSarEvent,
  type SarSurroundings,
} from './sars.presenter.ts';
import { readEventPage } from '../event-log.ts';
import { findSar, numbersOf, sarLog, readSignatures, type SarRow } from './sars.store.ts';

export const sarMissing = (): AppError => notFound('Report not found');

/** Reports as members see them. */
export function createSarViews(options: {
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
  now: () => number;
}) {
  const { kysely, people, now } = options;
  const today = (): string => utcDay(now());

  async function around({ organizationId }: Member, rows: readonly SarRow[]): Promise<SarSurroundings> {
    const signatures = await readSignatures(
      kysely,
      rows.map(({ id }) => id),
    );
    return {
      signatures,
      cases: await caseNames(
        kysely,
        organizationId,
        rows.flatMap((row) => row.case_id ?? []),
      ),
      numbers: await numbersOf(
        kysely,
        rows.flatMap((row) => row.amends_id ?? []),
      ),
      everybody: await people.findByIds(kysely, [
        ...rows.flatMap(peopleOf),
        ...signatures.flatMap(peopleOfSignature),
      ]),
    };
  }

  async function find({ organizationId }: Member, id: string): Promise<SarRow> {
    const row = await findSar(kysely, { organizationId, id });
    if (!row) throw sarMissing();
    return row;
  }

  return {
    find,
    today,

    async summaries(member: Member, rows: readonly SarRow[]): Promise<SarSummary[]> {
      const surroundings = await around(member, rows);
      return rows.map((row) => presentSar(row, surroundings));
    },

    /** 404 for a report that the organization does not have. */
    async details(member: Member, id: string): Promise<SarDetails> {
      const row = await find(member, id);
      return presentDetails(row, await around(member, [row]), today());
    },

    async history(
      member: Member,
      id: string,
      page: { page: number; limit: number },
    ): Promise<{ data: SarEvent[]; total: number }> {
      const row = await find(member, id);
      const { rows, total } = await readEventPage(kysely, sarLog, row.id, page);
      const everybody = await people.findByIds(
        kysely,
        rows.flatMap(({ actor_id: by }) => by ?? []),
      );
      return { data: rows.map((each) => presentSarEvent(each, everybody)), total };
    },
  };
}

export type SarViews = ReturnType<typeof createSarViews>;
