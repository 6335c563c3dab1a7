import { complianceLimits, complianceStatuses } from '@hopscope/contract';
import { blockchains, riskBands } from '@hopscope/domain';
import { z } from 'zod';

/** Tabs of the Screener in order; the first one is the page without `?tab=`. */
export const screenerTabs = ['unassigned', 'active', 'addresses', 'archived'] as const;
export type ScreenerTab = (typeof screenerTabs)[number];
export type TransactionTab = Exclude<ScreenerTab, 'addresses'>;

/** Sort columns of transactions with direction; the default of a tab is omitted from the URL. */
export const screenerSorts = [
  'timestamp.desc',
  'timestamp.asc',
  'amount.desc',
  'amount.asc',
  'riskScores.desc',
  'riskScores.asc',
] as const;
export type ScreenerSort = (typeof screenerSorts)[number];

/** Returns the order of a tab without `?sort=`: what is riskiest and has waited longest first, decided ones by time. */
export function defaultSortOf(tab: TransactionTab): ScreenerSort {
  return tab === 'archived' ? 'timestamp.desc' : 'riskScores.desc';
}

export const addressDialogs = ['add', 'edit', 'history', 'past', 'delete', 'upload'] as const;
export type AddressDialog = (typeof addressDialogs)[number];
export const addressStatuses = ['active', 'inactive'] as const;

/** The router parses values as JSON; IDs that look like numbers are text. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .pipe(z.string().trim().min(1).max(200));
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const amount = z.union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative().transform(String)]);

/** Parts of the active cases; the working list is the default, omitted from the URL. */
export const queueViews = ['approval', 'snoozed', 'all'] as const;
export type QueueView = (typeof queueViews)[number];

const shape = {
  tab: z.enum(screenerTabs).exclude(['unassigned']),
  page: z.coerce.number().int().min(2).max(1_000_000),
  limit: z.coerce.number().pipe(z.literal(complianceLimits.pageSizes)),
  sort: z.enum(screenerSorts),
  blockchain: z.enum(blockchains),
  status: z.enum([...complianceStatuses, ...addressStatuses]),
  risk: z.enum(riskBands),
  client: text,
  /** For monitored addresses: part of a field; for transactions: a full hash or address. */
  search: text,
  /** ID of a monitored wallet: addresses that joined with it. */
  wallet: z.uuid(),
  from: day,
  to: day,
  /** In the smallest unit: satoshis, wei. */
  minAmount: amount,
  maxAmount: amount,
  reviewer: z.uuid(),
  queue: z.enum(queueViews),
  /** Each transaction has a row, also if it belongs to a story. */
  group: z.literal('none'),
  /** Full-screen review of one transaction after the other. */
  triage: z.literal(true),
  /** ID of the transaction whose details are open. */
  transaction: z.uuid(),
  dialog: z.enum(addressDialogs),
  /** ID of the monitored address of the dialog. */
  entry: z.uuid(),
};
export type ScreenerSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** Reads the Screener's view from the search parameters; omits invalid values. */
export function readScreenerSearch(search: Record<string, unknown>): ScreenerSearch {
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ScreenerSearch;
}

export const filterNames = [
  'blockchain',
  'status',
  'risk',
  'client',
  'search',
  'wallet',
  'from',
  'to',
  'minAmount',
  'maxAmount',
  'reviewer',
] as const satisfies readonly (keyof ScreenerSearch)[];
export type ScreenerFilter = Pick<ScreenerSearch, (typeof filterNames)[number]>;

/** Returns whether a filter is set. */
export function isFiltered(view: ScreenerSearch): boolean {
  return filterNames.some((name) => view[name] !== undefined);
}

/** Search parameters that clear all filters. */
export const noFilter: ScreenerFilter = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** Returns `?sort=` of an order; the default of the tab is omitted. */
export function sortInAddressBar(tab: TransactionTab, sort: ScreenerSort): ScreenerSearch['sort'] {
  return sort === defaultSortOf(tab) ? undefined : sort;
}

/** Height of the window in pixels from which a page has more rows without `?limit=`. */
const tall = 800;

/** Returns the number of rows of a page without `?limit=`: more in windows that have room for them. */
export function rowsFor(height: number): NonNullable<ScreenerSearch['limit']> {
  return height >= tall ? 50 : complianceLimits.pageSize;
}
