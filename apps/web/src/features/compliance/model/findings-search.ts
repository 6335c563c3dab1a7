import { findingLimits } from '@hopscope/contract';
import { z } from 'zod';

export const findingViews = ['new', 'seen', 'all'] as const;
export type FindingView = (typeof findingViews)[number];

const shape = {
  /** Those that nobody has looked at are left out of the address bar. */
  show: z.enum(findingViews).exclude(['new']),
  page: z.coerce.number().int().min(2).max(1_000_000),
};
export type FindingsSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** The state of the page of label changes as the address bar has it. */
export function readFindingsSearch(search: Record<string, unknown>): FindingsSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FindingsSearch;
}

/** What is asked of the server for what the address bar says. */
export function findingsQuery({
  show = 'new',
  page = 1,
}: {
  show?: FindingView | undefined;
  page?: number | undefined;
}) {
  return { status: show, page, limit: findingLimits.pageSize };
}
