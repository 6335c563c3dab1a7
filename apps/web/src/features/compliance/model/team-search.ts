import { z } from 'zod';

const shape = { from: z.iso.date(), to: z.iso.date() };
export type TeamSearch = { [Name in keyof typeof shape]?: string | undefined };

/** Reads the days of the team's statistics from the search parameters; default: the last twelve weeks. */
export function readTeamSearch(search: Record<string, unknown>): TeamSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as TeamSearch;
}
