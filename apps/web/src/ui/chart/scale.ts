import { dayName, monthName } from '@hopscope/domain';

/** Resolution of places on an axis: integer until the final division, and finer than any screen. */
const parts = 1_000_000n;

/** Returns the smallest step of 1, 2, or 5 times a power of ten that divides `most` into at most `count` parts; 1 for 0. */
export function niceStep(most: bigint, count: number): bigint {
  let power = 1n;
  for (;;) {
    for (const digit of [1n, 2n, 5n]) if (digit * power * BigInt(count) >= most) return digit * power;
    power *= 10n;
  }
}

/** Returns the amounts that an axis from 0 names: multiples of a nice step up to the first one at or above `most`. */
export function amountTicks(most: bigint, count = 3): bigint[] {
  const step = niceStep(most, count);
  const ticks = [0n];
  while ((ticks.at(-1) ?? 0n) < most) ticks.push((ticks.at(-1) ?? 0n) + step);
  return ticks.length > 1 ? ticks : [0n, step];
}

/** Returns `amount` as a fraction of `most`, which is not 0. */
export function fractionOf(amount: bigint, most: bigint): number {
  return Number((amount * parts) / most) / Number(parts);
}

/** A named moment of a time axis. */
export interface TimeTick {
  /** Seconds since 1970. */
  at: number;
  unit: 'minute' | 'day' | 'month' | 'year';
}

const daySeconds = 86_400;
/** Steps of an axis below a day: minutes. */
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];

function minutesFrom(from: number, to: number, step: number): TimeTick[] {
  const seconds = step * 60;
  const first = Math.ceil(from / seconds);
  const count = Math.max(0, Math.floor(to / seconds) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * seconds).map((at) => ({
    at,
    unit: at % daySeconds === 0 ? 'day' : 'minute',
  }));
}

function monthsFrom(from: number, to: number, step: number): number[] {
  const first = new Date(from * 1000);
  const found: number[] = [];
  for (let month = 0; ; month++) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1) / 1000;
    if (at > to) return found;
    if (at >= from && month % step === 0) found.push(at);
  }
}

function yearsFrom(from: number, to: number, step: number): number[] {
  return monthsFrom(from, to, 12).filter((at) => new Date(at * 1000).getUTCFullYear() % step === 0);
}

function daysFrom(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / daySeconds);
  const count = Math.floor(to / daySeconds) - first + 1;
  const days = Array.from({ length: Math.max(0, count) }, (_, i) => first + i);
  return days.filter((day) => day % step === 0).map((day) => day * daySeconds);
}

/** Returns at most `most` whole minutes, days, months, or years from `from` to `to` (UTC, seconds since 1970). */
export function timeTicks(from: number, to: number, most: number): TimeTick[] {
  const days = (to - from) / daySeconds;
  for (const step of minuteSteps) {
    const ticks = (to - from) / 60 / step < most ? minutesFrom(from, to, step) : [];
    if (ticks.length > 0 && ticks.length <= most) return ticks;
  }
  for (const step of [1, 2, 5, 10]) {
    if (days / step <= most) return daysFrom(from, to, step).map((at) => ({ at, unit: 'day' }));
  }
  for (const step of [1, 2, 3, 6]) {
    if (days / 30 / step <= most) return monthsFrom(from, to, step).map((at) => ({ at, unit: 'month' }));
  }
  for (const step of [1, 2, 5, 10]) {
    if (days / 365 / step <= most) return yearsFrom(from, to, step).map((at) => ({ at, unit: 'year' }));
  }
  return [];
}

/** Returns the index of the last of ascending places at or before `x`, otherwise 0. */
export function indexAt(places: readonly number[], x: number): number {
  let [low, high] = [0, Math.max(0, places.length - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the text of a tick: a time of day (UTC), a day, a month, or a year. */
export function tickText({ at, unit }: TimeTick): string {
  const text = new Date(at * 1000).toISOString();
  const day = text.slice(0, 10);
  if (unit === 'minute') return text.slice(11, 16);
  if (unit === 'year') return day.slice(0, 4);
  return unit === 'month' ? monthName(day) : dayName(day, 'short');
}
