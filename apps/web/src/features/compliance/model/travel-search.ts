import { travelDirections, travelStates } from '@hopscope/contract';
import { z } from 'zod';

export const travelTabs = ['transfers', 'addresses', 'proofs', 'settings'] as const;
export type TravelTab = (typeof travelTabs)[number];

const shape = {
  tab: z.enum(travelTabs),
  direction: z.enum(travelDirections),
  state: z.enum(travelStates),
  /** ID of the transfer whose details are open. */
  transfer: z.uuid(),
};
export type TravelSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** Reads tab, filters, and the open transfer of the Travel Rule from the search parameters; omits invalid values. */
export function readTravelSearch(search: Record<string, unknown>): TravelSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as TravelSearch;
}
