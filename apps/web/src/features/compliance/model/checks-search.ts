import { screeningDecisions } from '@hopscope/contract';
import { z } from 'zod';

const shape = {
  decision: z.enum(screeningDecisions),
  /** The router parses values as JSON; IDs that look like numbers are text. */
  client: z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(200)),
  /** ID of the check whose details are open. */
  check: z.uuid(),
};
export type ChecksSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** Reads the filters and the open check of the checks of transfers from the search parameters; omits invalid values. */
export function readChecksSearch(search: Record<string, unknown>): ChecksSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ChecksSearch;
}
