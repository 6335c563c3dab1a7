import { findingLimits } from '@hopscope/contract';
import { z } from 'zod';

export const findingViews = ['new', 'seen', 'all'] as const;
export type FindingView = (typeof findingViews)[number];

const shape = {
  /** Unseen findings are the default, which is omitted from the URL. */
  show: z.enum(findingViews).exclude(['new']),
  page: z.coerce.number().int().min(2).max(1_000_000),
};
export type FindingsSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** Reads the view of the page of label changes from the search parameters. */
export function readFindingsSearch(search: Record<string, unknown>): FindingsSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FindingsSearch;
}

/** Converts the search parameters to a query of the server. */
export function findingsQuery({
  show = 'new',
  page = 1,
}: {
  show?: FindingView | undefined;
  page?: number | undefined;
}) {
  return { status: show, page, limit: findingLimits.pageSize };
}
