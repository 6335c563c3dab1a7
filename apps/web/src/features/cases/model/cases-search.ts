import { casePriorities, caseStatuses } from '@hopscope/contract';
import { z } from 'zod';

/** Orders of the list, the way included; the latest changed first is left out of the address bar. */
export const caseSorts = [
  'updatedAt.desc',
  'updatedAt.asc',
  'createdAt.desc',
  'createdAt.asc',
  'dueAt.asc',
  'dueAt.desc',
  'priority.desc',
  'priority.asc',
] as const;
export type CaseSort = (typeof caseSorts)[number];
export const defaultCaseSort = 'updatedAt.desc' satisfies CaseSort;

/** The router reads values as JSON where they are; ids that look like numbers mean text. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .pipe(z.string().trim().min(1).max(200));
const yes = z.literal(true).or(z.literal('true').transform(() => true as const));

const shape = {
  /** Open ones are shown unless it is asked for others. */
  group: z.enum(['closed', 'all']),
  status: z.enum(caseStatuses),
  priority: z.enum(casePriorities),
  assignee: z.uuid(),
  search: text,
  page: z.coerce.number().int().min(2).max(1_000_000),
  sort: z.enum(caseSorts).exclude([defaultCaseSort]),
  /** The dialog that opens a case is shown; `transaction` is what the case begins with. */
  new: yes,
  transaction: z.uuid(),
};
export type CasesSearch = { [Key in keyof typeof shape]?: z.output<(typeof shape)[Key]> | undefined };

/** A list without filters. */
export const noCaseFilter = {
  group: undefined,
  status: undefined,
  priority: undefined,
  assignee: undefined,
  search: undefined,
} as const satisfies CasesSearch;

export const isCaseFiltered = (view: CasesSearch): boolean =>
  (Object.keys(noCaseFilter) as (keyof typeof noCaseFilter)[]).some((name) => view[name] !== undefined);

const whole = z.object(shape).partial();

/** /home/cases: what is none of its values is left out. */
export function readCasesSearch(given: Record<string, unknown>): CasesSearch {
  const valid = Object.entries(shape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return whole.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}

/** Dialogs of the page of a case. */
export const caseDialogs = ['edit', 'status', 'decide', 'reopen', 'address', 'document', 'task'] as const;
export type CaseDialog = (typeof caseDialogs)[number];

const caseShape = {
  dialog: z.enum(caseDialogs),
  /** The status that is given, the task that is changed. */
  what: text,
  /** Of the timeline. */
  page: z.coerce.number().int().min(2).max(1_000_000),
};
export type CaseSearch = { [Key in keyof typeof caseShape]?: z.output<(typeof caseShape)[Key]> | undefined };
const wholeCase = z.object(caseShape).partial();

/** /home/cases/$id: what is open over the page, and the page of the timeline. */
export function readCaseSearch(given: Record<string, unknown>): CaseSearch {
  const valid = Object.entries(caseShape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return wholeCase.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}
