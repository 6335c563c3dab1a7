import type { CallInput, listAddressTransactions } from '@hopscope/contract';
import { type Blockchain, chains, secondsOfDay, startOfUtcDay } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import type { HistoryRow } from './history.ts';
import type { Page } from '../blocks/pagination.ts';

type Query = NonNullable<CallInput<typeof listAddressTransactions>['query']>;
/** A filter as requested. */
export type FilterQuery = {
  readonly [K in Exclude<keyof Query, keyof Page>]?: Query[K] | undefined;
};

/** Conditions for rows, all of which have to match. */
export interface AddressFilter {
  readonly direction: 'in' | 'out' | 'self' | undefined;
  /** Base units, inclusive. */
  readonly min: bigint | undefined;
  readonly max: bigint | undefined;
  /** Seconds since 1970, inclusive; undefined: any time. */
  readonly times: { readonly from: number; readonly to: number } | undefined;
  /** ID of an entity of the directory. */
  readonly counterparty: string | undefined;
  readonly asset: string | undefined;
  /** Includes rows marked as spam. */
  readonly hidden: boolean;
}

const endOfTime = Number.MAX_SAFE_INTEGER;

/** Returns the first second of the period in `from`, or the last second of the period in `to`. */
function secondOf(text: string, end: 'from' | 'to'): number {
  if (/^\d+$/.test(text)) return Number(text);
  const first = startOfUtcDay(text) / 1000;
  return end === 'from' ? first : first + secondsOfDay - 1;
}

/** Throws 400 if no row could match, or if amounts of different assets would be compared. */
export function readFilter(query: FilterQuery, chain: Blockchain): AddressFilter {
  const { direction, minAmount, maxAmount, from, to, counterparty } = query;
  const min = minAmount === undefined ? undefined : BigInt(minAmount);
  const max = maxAmount === undefined ? undefined : BigInt(maxAmount);
  const { hasTokens } = chains[chain];
  const asset = hasTokens ? query.asset : undefined;
  if (min !== undefined && max !== undefined && min > max) {
    throw badRequest('bad_request', 'The minimum amount must not be above the maximum');
  }
  if (hasTokens && asset === undefined && (min !== undefined || max !== undefined)) {
    throw badRequest(
      'bad_request',
      'To filter by amount, set the asset to `ether` or the address of a token contract',
    );
  }
  const times =
    from === undefined && to === undefined
      ? undefined
      : {
          from: from === undefined ? 0 : secondOf(from, 'from'),
          to: to === undefined ? endOfTime : secondOf(to, 'to'),
        };
  if (times && times.from > times.to) throw badRequest('bad_request', 'The start must not be after the end');
  return { direction, min, max, times, counterparty, asset, hidden: query.hidden === 'true' };
}

/** Tests whether the filter has conditions that packed rows can decide. */
export function readsPacked({ direction, min, max, times }: AddressFilter): boolean {
  return [direction, min, max, times].some((each) => each !== undefined);
}

/** Tests whether the filter has conditions other than asset and spam, so that rows have to be read. */
export function readsRows(filter: AddressFilter): boolean {
  return readsPacked(filter) || filter.counterparty !== undefined;
}

/**
 * Tests a row against all conditions except counterparty and spam. Throws RangeError if its time is needed but was not
 * read.
 */
export function meets(row: HistoryRow, { direction, min, max, times }: AddressFilter): boolean {
  if (direction !== undefined && row.direction !== direction) return false;
  if (min !== undefined && row.amount < min) return false;
  if (max !== undefined && row.amount > max) return false;
  if (!times) return true;
  if (row.time === undefined) throw new RangeError('A row without its time');
  return row.time >= times.from && row.time <= times.to;
}

/** Returns the filter as requested, for the head of an export. */
export function filterInWords(query: FilterQuery): Record<string, string> {
  const asked = Object.entries(query).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !(entry[0] === 'hidden' && entry[1] === 'false'),
  );
  return Object.fromEntries(asked.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a text that is equal for filters with the same matches. */
export function filterKey({
  direction,
  min,
  max,
  times,
  counterparty,
  asset,
  hidden,
}: AddressFilter): string {
  const parts = [direction, min, max, times?.from, times?.to, counterparty, asset?.toLowerCase(), hidden];
  return parts.map((part) => encodeURIComponent(String(part ?? ''))).join('/');
}
