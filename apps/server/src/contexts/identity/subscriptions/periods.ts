import type { BillingPeriod } from '@hopscope/contract';

/** `months` calendar months later in UTC; a day that the month does not have becomes its last day. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  const day = result.getUTCDate();
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  return result;
}

/**
 * Returns the billing period that contains `at`: it starts whole months (or years) after `anchor`, so that a period from the
 * 31st returns to the 31st after a short month. `at` must not be before `anchor`.
 */
export function periodAt(anchor: Date, billingPeriod: BillingPeriod, at: Date): { start: Date; end: Date } {
  const step = billingPeriod === 'yearly' ? 12 : 1;
  const months =
    (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  let count = Math.max(0, Math.floor(months / step) - 1);
  while (addMonths(anchor, (count + 1) * step) <= at) count += 1;
  return { start: addMonths(anchor, count * step), end: addMonths(anchor, (count + 1) * step) };
}

/** The month of a time in UTC, as `2026-03`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}
