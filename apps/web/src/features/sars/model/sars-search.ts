import { sarStatuses } from '@hopscope/contract';
import { z } from 'zod';

/** The router parses values as JSON; texts that look like numbers are text. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .pipe(z.string().trim().min(1).max(200));
const page = z.coerce.number().int().min(2).max(1_000_000);

const shape = {
  status: z.enum(sarStatuses),
  case: z.uuid(),
  search: text,
  page,
  /** Shows the institution or the FinCEN file instead of the list. */
  show: z.enum(['institution', 'batch']),
};
export type SarsSearch = { [Key in keyof typeof shape]?: z.output<(typeof shape)[Key]> | undefined };
const allFields = z.object(shape).partial();

/** Reads the parameters of /home/sars; omits invalid values. */
export function readSarsSearch(given: Record<string, unknown>): SarsSearch {
  const valid = Object.entries(shape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return allFields.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}

export const isSarFiltered = ({ status, search }: SarsSearch): boolean =>
  status !== undefined || search !== undefined;

export const sarDialogs = ['sign', 'return', 'submit', 'withdraw'] as const;
export type SarDialog = (typeof sarDialogs)[number];
const oneShape = { dialog: z.enum(sarDialogs), page };
export type SarSearch = { [Key in keyof typeof oneShape]?: z.output<(typeof oneShape)[Key]> | undefined };
const allSarFields = z.object(oneShape).partial();

/** Reads the parameters of /home/sars/$id: the open dialog, and the page of the history. */
export function readSarSearch(given: Record<string, unknown>): SarSearch {
  const valid = Object.entries(oneShape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return allSarFields.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}
