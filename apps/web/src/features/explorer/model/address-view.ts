import type { ActivitySort } from '../../../lib/activity.ts';

/** Which transactions of an address are listed; a row has to meet all that is there. Amounts in base units. */
export interface HistoryFilter {
  direction?: 'in' | 'out' | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  /** Days of the calendar (UTC), both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Id of an entity of the directory. */
  counterparty?: string | undefined;
}

export const addressTabs = ['transactions', 'counterparties', 'coins'] as const;
export type AddressTab = (typeof addressTabs)[number];

/** How an address page is shown, as the address bar has it. */
export interface AddressView {
  page: number;
  tab: AddressTab;
  filter: HistoryFilter;
  /** Ethereum: `ether` or a token contract; undefined for all. */
  asset: string | undefined;
  /** Ethereum: those marked as spam too. */
  hidden: boolean;
  activity: {
    /** undefined: the year with the most transactions. */
    year: number | undefined;
    list: boolean;
    sort: ActivitySort;
  };
}

/** How many conditions narrow the list. */
export function conditionsOf({
  direction,
  minAmount,
  maxAmount,
  from,
  to,
  counterparty,
}: HistoryFilter): number {
  return [direction, minAmount, maxAmount, from, to, counterparty].filter((value) => value !== undefined)
    .length;
}

/** The filter without what is not given, as calls take it. */
export function givenOf(filter: HistoryFilter): HistoryFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
