import type { Selectable } from 'kysely';
import type { ReviewWeekTable } from '../../../db/schema.ts';
import { unpackSeconds } from './seconds.ts';

/** Stored figures of a person in a week, or a part of them. `week` is its Monday, such as 2026-01-05. */
export type WeekRow = Omit<Selectable<ReviewWeekTable>, 'organization_id' | 'week' | 'fresh'> & {
  readonly week: string;
};

/** Each step is counted by one of them. */
const stepCounts = ['first_reviews', 'approved', 'closed_with_note', 'closed_with_sar', 'reopened'] as const;
const allCounts = [...stepCounts, 'reviewed', 'false_positives'] as const;

/** Seconds in ascending parts, as `percentileOf` reads them. */
interface Seconds {
  readonly added: Int32Array[];
  readonly removed: Int32Array[];
}

/** Figures of some weeks of some people. */
export interface Figures extends Record<(typeof allCounts)[number], number> {
  readonly firstReviewSeconds: Seconds;
  readonly decisionSeconds: Seconds;
}

/** Figures of a person in a week. */
export interface Cell {
  readonly week: string;
  readonly personId: string;
  readonly figures: Figures;
}

export interface SummedFigures {
  readonly total: Figures;
  readonly weeks: ReadonlyMap<string, Figures>;
  readonly people: ReadonlyMap<string, Figures>;
  /** The newest week first, then by person. */
  readonly cells: readonly Cell[];
}

const nothing = (): Figures => ({
  first_reviews: 0,
  approved: 0,
  closed_with_note: 0,
  closed_with_sar: 0,
  reopened: 0,
  reviewed: 0,
  false_positives: 0,
  firstReviewSeconds: { added: [], removed: [] },
  decisionSeconds: { added: [], removed: [] },
});

const partsOf = (bytes: Uint8Array): Int32Array[] => (bytes.length === 0 ? [] : [unpackSeconds(bytes)]);

function figuresOf(row: WeekRow): Figures {
  const figures: Figures = {
    ...nothing(),
    firstReviewSeconds: {
      added: partsOf(row.first_review_seconds),
      removed: partsOf(row.first_review_seconds_removed),
    },
    decisionSeconds: {
      added: partsOf(row.decision_seconds),
      removed: partsOf(row.decision_seconds_removed),
    },
  };
  for (const name of allCounts) figures[name] = Number(row[name]);
  return figures;
}

function add(sum: Figures, more: Figures): void {
  for (const name of allCounts) sum[name] += more[name];
  for (const name of ['firstReviewSeconds', 'decisionSeconds'] as const) {
    for (const part of more[name].added) sum[name].added.push(part);
    for (const part of more[name].removed) sum[name].removed.push(part);
  }
}

/** Adds up the rows of each person's week. */
export function sumCells(rows: readonly WeekRow[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const { week, actor_id: personId } = row;
    const key = `${week} ${personId}`;
    const cell = cells.get(key) ?? { week, personId, figures: nothing() };
    cells.set(key, cell);
    add(cell.figures, figuresOf(row));
  }
  return [...cells.values()];
}

/** Adds up rows by week, by person, by both, and all. Weeks and people without steps are omitted. */
export function sumFigures(rows: readonly WeekRow[]): SummedFigures {
  const cells = sumCells(rows).filter(({ figures }) => stepCounts.some((name) => figures[name] !== 0));
  const total = nothing();
  const weeks = new Map<string, Figures>();
  const people = new Map<string, Figures>();
  for (const { week, personId, figures } of cells) {
    const ofWeek = weeks.get(week) ?? nothing();
    const ofPerson = people.get(personId) ?? nothing();
    weeks.set(week, ofWeek);
    people.set(personId, ofPerson);
    for (const sum of [total, ofWeek, ofPerson]) add(sum, figures);
  }
  return {
    total,
    weeks,
    people: new Map([...people].sort(([a], [b]) => (a < b ? -1 : 1))),
    cells: cells.sort((a, b) =>
      a.week === b.week ? (a.personId < b.personId ? -1 : 1) : a.week < b.week ? 1 : -1,
    ),
  };
}
