import { complianceStatuses } from '@hopscope/contract';
import { blockchains, riskBands } from '@hopscope/domain';
import { z } from 'zod';

/** Tabs of the Screener in their order; the first one is the page without `?tab=`. */
export const screenerTabs = ['unassigned', 'active', 'addresses', 'archived'] as const;
export type ScreenerTab = (typeof screenerTabs)[number];
export type TransactionTab = Exclude<ScreenerTab, 'addresses'>;

/** Columns by which transactions are sorted, and the way; newest first is left out of the address bar. */
export const screenerSorts = [
  'timestamp.desc',
  'timestamp.asc',
  'amount.desc',
  'amount.asc',
  'riskScores.desc',
  'riskScores.asc',
] as const;
export type ScreenerSort = (typeof screenerSorts)[number];
export const defaultSort = 'timestamp.desc' satisfies ScreenerSort;

export const addressDialogs = ['add', 'edit', 'history', 'past', 'delete', 'upload'] as const;
export type AddressDialog = (typeof addressDialogs)[number];
export const addressStatuses = ['active', 'inactive'] as const;

/** The router reads values as JSON where they are; ids that look like numbers mean text. */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .pipe(z.string().trim().min(1).max(200));
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const amount = z.union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative().transform(String)]);

/** Parts of the active cases; those to work on are left out of the address bar. */
export const queueViews = ['approval', 'snoozed', 'all'] as const;
export type QueueView = (typeof queueViews)[number];

const shape = {
  tab: z.enum(screenerTabs).exclude(['unassigned']),
  page: z.coerce.number().int().min(2).max(1_000_000),
  limit: z.coerce.number().pipe(z.literal([20, 50, 100])),
  sort: z.enum(screenerSorts).exclude([defaultSort]),
  blockchain: z.enum(blockchains),
  status: z.enum([...complianceStatuses, ...addressStatuses]),
  risk: z.enum(riskBands),
  client: text,
  /** Of monitored addresses: a part of what is known of them; of transactions: a whole hash or address. */
  search: text,
  from: day,
  to: day,
  /** In the smallest unit: satoshis, wei. */
  minAmount: amount,
  maxAmount: amount,
  reviewer: z.uuid(),
  queue: z.enum(queueViews),
  /** The transaction whose details are open. */
  transaction: z.uuid(),
  dialog: z.enum(addressDialogs),
  /** The monitored address that the dialog is about. */
  entry: z.uuid(),
};
export type ScreenerSearch = {
  [Name in keyof typeof shape]?: z.output<(typeof shape)[Name]> | undefined;
};

/** The Screener's state as the address bar has it; what is none of its values is left out. */
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
  'from',
  'to',
  'minAmount',
  'maxAmount',
  'reviewer',
] as const satisfies readonly (keyof ScreenerSearch)[];
export type ScreenerFilter = Pick<ScreenerSearch, (typeof filterNames)[number]>;

/** Whether any filter narrows the list. */
export function isFiltered(view: ScreenerSearch): boolean {
  return filterNames.some((name) => view[name] !== undefined);
}

/** The search parameters without any filter. */
export const noFilter: ScreenerFilter = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** A sort as `?sort=` has it: newest first is left out. */
export function sortInAddressBar(sort: ScreenerSort): ScreenerSearch['sort'] {
  return sort === defaultSort ? undefined : sort;
}
