import { microsOfNumber, startOfUtcDay, utcDay } from '@hopscope/domain';
import { z } from 'zod';
import { type Asking, askJson } from './ask-json.ts';
import { type DayPrice, PriceError, type PriceProvider, type Quote } from './provider.ts';

/** Symbols by CoinGecko's coin IDs. */
const coins: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tether: 'USDT',
  'usd-coin': 'USDC',
  dai: 'DAI',
  weth: 'WETH',
  'wrapped-bitcoin': 'WBTC',
  'staked-ether': 'stETH',
  chainlink: 'LINK',
  uniswap: 'UNI',
};
const names = new Map(Object.entries(coins).map(([name, symbol]) => [symbol, name]));

const simplePrices = z.record(
  z.string(),
  z.object({
    usd: z.number().nullish(),
    gbp: z.number().nullish(),
    mxn: z.number().nullish(),
    last_updated_at: z.number().nullish(),
  }),
);
const chart = z.object({ prices: z.array(z.tuple([z.number(), z.number().nullable()])).max(20_000) });

/** Returns the header with the key: paid plans have a different host and header. */
export function coingeckoHeaders(base: string, key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  const paid = new URL(base).hostname.startsWith('pro-');
  return { [paid ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key };
}

/**
 * Creates a provider for CoinGecko's API, or a compatible one: `/simple/price` and `/coins/{id}/market_chart/range`. Short
 * ranges have several prices per day; the first of each day is used.
 */
export function createCoingecko(asking: Asking, now: () => number): PriceProvider {
  return {
    source: 'coingecko',
    symbols: [...names.keys()],
    stepDays: 90,
    remote: true,
    async current(signal) {
      const ids = Object.keys(coins).join(',');
      const query = `ids=${ids}&vs_currencies=usd,gbp,mxn&include_last_updated_at=true&precision=full`;
      const reported = await askJson(asking, `/simple/price?${query}`, simplePrices, signal);
      const prices = new Map<string, Quote>();
      for (const [name, symbol] of Object.entries(coins)) {
        const { usd, last_updated_at: updated } = reported[name] ?? {};
        const micros = microsOfNumber(usd ?? Number.NaN);
        if (micros !== undefined) prices.set(symbol, { micros, at: momentOf(updated, now()) });
      }
      if (prices.size === 0) throw new PriceError('CoinGecko returned no usable price');
      return { prices, perDollar: ratesOf(reported['bitcoin'], now()) };
    },
    async history(symbol, { from, to }, signal) {
      const name = names.get(symbol);
      if (name === undefined) return [];
      const seconds = (ms: number): string => String(Math.floor(ms / 1000));
      const query = `vs_currency=usd&from=${seconds(startOfUtcDay(from))}&to=${seconds(startOfUtcDay(to) + 86_399_000)}&precision=full`;
      const reported = await askJson(asking, `/coins/${name}/market_chart/range?${query}`, chart, signal);
      return firstOfDays(reported.prices, from, to);
    },
  };
}

/** Converts seconds since 1970 to milliseconds; now if the time is missing or in the future. */
function momentOf(seconds: number | null | undefined, now: number): number {
  const ms = Math.floor((seconds ?? Number.NaN) * 1000);
  return Number.isFinite(ms) && ms > 0 && ms <= now ? ms : now;
}

/** Returns dollar rates from the price of bitcoin in three currencies. */
function ratesOf(bitcoin: z.output<typeof simplePrices>[string] | undefined, now: number) {
  const { usd, gbp, mxn, last_updated_at: updated } = bitcoin ?? {};
  const at = momentOf(updated, now);
  const rate = (other: number | null | undefined): Quote | undefined => {
    const [mine, theirs] = [microsOfNumber(usd ?? Number.NaN), microsOfNumber(other ?? Number.NaN)];
    if (mine === undefined || theirs === undefined) return undefined;
    const micros = (theirs * 1_000_000n) / mine;
    return micros > 0n ? { micros, at } : undefined;
  };
  const found = [['GBP', rate(gbp)] as const, ['MXN', rate(mxn)] as const];
  return new Map(found.flatMap(([currency, quote]) => (quote ? [[currency, quote] as const] : [])));
}

function firstOfDays(
  rows: readonly (readonly [number, number | null])[],
  from: string,
  to: string,
): DayPrice[] {
  const days = new Map<string, bigint>();
  for (const [ms, dollars] of rows.toSorted(([a], [b]) => a - b)) {
    if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) continue;
    const day = utcDay(ms);
    const micros = microsOfNumber(dollars ?? Number.NaN);
    if (micros !== undefined && day >= from && day <= to && !days.has(day)) days.set(day, micros);
  }
  return [...days].map(([day, micros]) => ({ day, micros }));
}
