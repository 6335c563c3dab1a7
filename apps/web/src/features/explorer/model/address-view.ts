import type { ActivitySort } from '../../../lib/activity.ts';

/** Filter of an address history: rows match all conditions. Amounts in base units. */
export interface HistoryFilter {
  direction?: 'in' | 'out' | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  /** UTC days, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Entity ID of the directory. */
  counterparty?: string | undefined;
}

export const addressTabs = ['transactions', 'counterparties', 'coins'] as const;
export type AddressTab = (typeof addressTabs)[number];

/** Display options of an address page, from the URL. */
export interface AddressView {
  page: number;
  tab: AddressTab;
  filter: HistoryFilter;
  /** Ethereum: `ether` or a token contract; undefined for all. */
  asset: string | undefined;
  /** Ethereum: include movements marked as spam. */
  hidden: boolean;
  activity: {
    /** undefined: the year with the most transactions. */
    year: number | undefined;
    list: boolean;
    sort: ActivitySort;
  };
}

/** Returns the number of active conditions. */
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

/** Returns the filter without undefined conditions, for API calls. */
export function givenOf(filter: HistoryFilter): HistoryFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
