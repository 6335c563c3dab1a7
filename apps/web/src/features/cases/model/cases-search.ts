import { casePriorities, caseStatuses } from '@hopscope/contract';
import { z } from 'zod';

/** Sort orders of the list with direction; the default, latest changed first, is omitted from the URL. */
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

/** The router parses values as JSON; IDs that look like numbers are text. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .pipe(z.string().trim().min(1).max(200));
const yes = z.literal(true).or(z.literal('true').transform(() => true as const));

const shape = {
  /** Default: open cases. */
  group: z.enum(['closed', 'all']),
  status: z.enum(caseStatuses),
  priority: z.enum(casePriorities),
  assignee: z.uuid(),
  search: text,
  page: z.coerce.number().int().min(2).max(1_000_000),
  sort: z.enum(caseSorts).exclude([defaultCaseSort]),
  /** The dialog that creates a case is open; `transaction` is what the case starts with. */
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

const allFields = z.object(shape).partial();

/** Reads the parameters of /home/cases; omits invalid values. */
export function readCasesSearch(given: Record<string, unknown>): CasesSearch {
  const valid = Object.entries(shape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return allFields.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}

/** Dialogs of the page of a case. */
export const caseDialogs = [
  'edit',
  'status',
  'decide',
  'reopen',
  'hold',
  'address',
  'document',
  'task',
] as const;
export type CaseDialog = (typeof caseDialogs)[number];

const caseShape = {
  dialog: z.enum(caseDialogs),
  /** The status to set, or the task to edit. */
  what: text,
  /** Page of the timeline. */
  page: z.coerce.number().int().min(2).max(1_000_000),
};
export type CaseSearch = { [Key in keyof typeof caseShape]?: z.output<(typeof caseShape)[Key]> | undefined };
const allCaseFields = z.object(caseShape).partial();

/** Reads the parameters of /home/cases/$id: the open dialog, and the page of the timeline. */
export function readCaseSearch(given: Record<string, unknown>): CaseSearch {
  const valid = Object.entries(caseShape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return allCaseFields.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}
