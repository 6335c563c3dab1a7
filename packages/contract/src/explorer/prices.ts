import { z } from 'zod';
import { currencies } from '../constants.ts';
import { directoryDate } from '../directory/directory-shapes.ts';
import { endpoint } from '../endpoint.ts';

/** prices are fresh for five minutes. */
export const priceFreshSeconds = 300;
/** what a bitcoin counts as, in dollars, where no price is known. It is always marked. */
export const bitcoinPriceFallback = '35000';
/** fallback exchange rates of the dollar. */
export const displayRates = { USD: '1', GBP: '0.75', MXN: '20' } as const satisfies Record<
  (typeof currencies)[number],
  string
>;
/** Maximum number of days per response. */
export const priceHistoryDays = 4_000;

/** Source of a price. `fallback`: the fixed price of, not a market price. */
export const priceSources = ['demo', 'coingecko', 'coinbase', 'file', 'setting', 'fallback'] as const;
export type PriceSource = (typeof priceSources)[number];

/**
 * Contracts on Ethereum mainnet whose tokens have a price under their symbol. A token is one of them by its contract, never
 * by what it calls itself.
 */
export const pricedTokens: Readonly<Record<string, string>> = {
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
  '0x6b175474e89094c44da98b954eedeac495271d0f': 'DAI',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
  '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'WBTC',
  '0xae7ab96520de3a18e5e111b5eaab095312d7fe84': 'stETH',
  '0x514910771af9ca656af840dff83e8364ecf986ca': 'LINK',
  '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984': 'UNI',
};

const micros = z.string().regex(/^[1-9]\d{0,18}$/);
const symbol = z.string().regex(/^[A-Za-z0-9]{1,12}$/, 'Please enter a symbol such as BTC');

/** What one unit is worth now. */
export const price = z.object({
  /** US dollars, for showing. */
  price: z.number().positive(),
  /** The same in millionths of a dollar, for calculating (`valueInCents`). */
  priceMicros: micros,
  currency: z.literal('USD'),
  /** The moment it is of; null: of none. */
  at: z.iso.datetime().nullable(),
  source: z.enum(priceSources),
  /** It could not be renewed in time. */
  stale: z.boolean(),
  fallback: z.boolean(),
});
export type Price = z.infer<typeof price>;

/** How much of a currency a dollar buys. */
export const displayRate = price
  .omit({ price: true, priceMicros: true, currency: true })
  .extend({ perDollar: z.number().positive(), perDollarMicros: micros });
export type DisplayRate = z.infer<typeof displayRate>;

const getCryptoPrices = endpoint({
  id: 'getCryptoPrices',
  method: 'GET',
  path: '/crypto/prices',
  access: 'user',
  scope: 'read',
  tag: 'prices',
  summary: 'Prices of coins, tokens, and currencies in US dollars',
  description:
    'Symbols without a known price are omitted, except BTC, which has the fixed fallback price 35000, marked with `fallback`. `rates` has the value of a dollar in the display currencies.',
  response: z.object({
    success: z.literal(true),
    data: z.record(z.string(), price),
    rates: z.object({ USD: displayRate, GBP: displayRate, MXN: displayRate }),
  }),
});

const getPriceHistory = endpoint({
  id: 'getPriceHistory',
  method: 'GET',
  path: '/crypto/prices/history',
  access: 'user',
  scope: 'read',
  tag: 'prices',
  summary: 'Daily prices',
  description: `The first price of each day (UTC), at most ${String(priceHistoryDays)} days; days without a known price are omitted. \`filled\` is the range of days fetched so far.`,
  query: z.object({ symbol, from: directoryDate, to: directoryDate }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        day: z.string(),
        price: z.number().positive(),
        priceMicros: micros,
        source: z.enum(priceSources),
      }),
    ),
    filled: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
});

/** Calls about prices. */
export const priceEndpoints = { getCryptoPrices, getPriceHistory } as const;
