import { addUtcDays, millisecondsOfDay, startOfUtcDay, utcDay, utcDaysBetween } from '@hopscope/domain';
import type { DayPrice, PriceProvider, Quote } from './provider.ts';

const dollar = 1_000_000n;
/** First day of the fictional market. */
const firstDay = '2016-01-01';

/** Market model of a demo coin: start, lower and upper bound, largest daily change. */
interface Market {
  readonly start: bigint;
  readonly low: bigint;
  readonly high: bigint;
  /** Largest change of a day in ten-thousandths. */
  readonly swing: number;
  /** Ten-thousandths of Bitcoin's change that it follows. */
  readonly follows: number;
}

const markets: Readonly<Record<string, Market>> = {
  BTC: { start: 9_000n * dollar, low: 6_000n * dollar, high: 110_000n * dollar, swing: 330, follows: 0 },
  ETH: { start: 240n * dollar, low: 150n * dollar, high: 5_200n * dollar, swing: 220, follows: 8_000 },
  HRBR: { start: 2n * dollar, low: dollar / 20n, high: 40n * dollar, swing: 450, follows: 5_000 },
};
const wrapped: Readonly<Record<string, string>> = { WDEMO: 'ETH' };
const pegged = ['DEMUSD'];

/**
 * Returns a generator of pseudorandom integers, the same on all machines for a seed and a label (FNV-1a, then xorshift32).
 */
function createNumbers(seed: number, label: string): (limit: number) => number {
  let state = (0x811c9dc5 ^ seed) >>> 0;
  for (const sign of label) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193) >>> 0;
  state = state === 0 ? 1 : state;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

/** Returns a coin's daily change in ten-thousandths: random, pulled back from the bounds of its market. */
function changeOf(market: Market, level: bigint, random: (limit: number) => number, bitcoin: number): number {
  const own = random(2 * market.swing + 1) - market.swing;
  const change = own + Math.trunc((bitcoin * market.follows) / 10_000) + 3;
  if (level > (market.high * 4n) / 5n) return change - Math.trunc(market.swing / 4);
  return level < 2n * market.low ? change + Math.trunc(market.swing / 4) : change;
}

/** Returns the first prices of all days from the market's opening to `last`, by symbol. */
function simulatePrices(seed: number, last: string): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const names = Object.keys(markets);
  const random = new Map(names.map((name) => [name, createNumbers(seed, name)]));
  const levels = new Map(names.map((name) => [name, markets[name]?.start ?? dollar]));
  const days = new Map(names.map((name) => [name, new Map<string, bigint>()]));
  for (const day of utcDaysBetween(firstDay, last)) {
    let bitcoin = 0;
    for (const [name, market] of Object.entries(markets)) {
      const level = levels.get(name) ?? market.start;
      days.get(name)?.set(day, level);
      const numbers = random.get(name);
      const change = numbers ? changeOf(market, level, numbers, bitcoin) : 0;
      if (name === 'BTC') bitcoin = change;
      const moved = (level * BigInt(10_000 + change)) / 10_000n;
      levels.set(name, moved < market.low ? market.low : moved > market.high ? market.high : moved);
    }
  }
  return days;
}

/**
 * Prices of the demo's fictional market, determined by the seed, computed with integers only, and unrelated to any real
 * market.
 */
export function createDemoPrices(seed: number, now: () => number): PriceProvider {
  let reported: { last: string; days: ReturnType<typeof simulatePrices> } | undefined;
  const daysUpTo = (last: string): ReturnType<typeof simulatePrices> => {
    if (!reported || reported.last < last) reported = { last, days: simulatePrices(seed, last) };
    return reported.days;
  };

  function opening(symbol: string, day: string): bigint | undefined {
    if (pegged.includes(symbol)) return day >= firstDay ? dollar : undefined;
    return daysUpTo(addUtcDays(utcDay(now()), 2))
      .get(wrapped[symbol] ?? symbol)
      ?.get(day);
  }

  /** Interpolates linearly between the first prices of two days. */
  function priceNow(symbol: string): bigint | undefined {
    const day = utcDay(now());
    const [first, next] = [opening(symbol, day), opening(symbol, addUtcDays(day, 1))];
    if (first === undefined || next === undefined) return undefined;
    return (
      first + ((next - first) * BigInt(Math.floor(now()) - startOfUtcDay(day))) / BigInt(millisecondsOfDay)
    );
  }

  const symbols = [...Object.keys(markets), ...Object.keys(wrapped), ...pegged];
  return {
    source: 'demo',
    symbols,
    stepDays: 4_000,
    remote: false,
    async current() {
      const at = now();
      const prices = symbols.flatMap((symbol): [string, Quote][] => {
        const micros = priceNow(symbol);
        return micros === undefined ? [] : [[symbol, { micros, at }]];
      });
      return { prices: new Map(prices), perDollar: new Map() };
    },
    async history(symbol, { from, to }) {
      return [...utcDaysBetween(from, to)].flatMap((day): DayPrice[] => {
        const micros = opening(symbol, day);
        return micros === undefined ? [] : [{ day, micros }];
      });
    },
  };
}
