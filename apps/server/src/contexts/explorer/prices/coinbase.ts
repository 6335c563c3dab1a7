import { microsOfText, utcDaysBetween } from '@hopscope/domain';
import { z } from 'zod';
import { OutboundError } from '../../../outbound/outbound.ts';
import { type Asking, askJson } from './ask-json.ts';
import { type DayPrice, PriceError, type PriceProvider, type Quote } from './provider.ts';

/** Coins with dollar prices at Coinbase. */
const symbols = ['BTC', 'ETH', 'USDT', 'USDC', 'DAI', 'WBTC', 'LINK', 'UNI'] as const;

const spot = z.object({
  data: z.object({ amount: z.string(), base: z.string(), currency: z.literal('USD') }),
});
const rates = z.object({
  data: z.object({ currency: z.literal('USD'), rates: z.record(z.string(), z.string()) }),
});

/**
 * Creates a provider for Coinbase's public price API, or a compatible one: `/v2/prices/{pair}/spot` (one day per request)
 * and `/v2/exchange-rates`.
 */
export function createCoinbase(asking: Asking, now: () => number): PriceProvider {
  /** Returns the price of a coin; undefined without a usable one. */
  async function priceOf(
    symbol: string,
    date: string | undefined,
    signal: AbortSignal,
  ): Promise<bigint | undefined> {
    const query = date === undefined ? '' : `?date=${date}`;
    try {
      const { data } = await askJson(asking, `/v2/prices/${symbol}-USD/spot${query}`, spot, signal);
      if (data.base !== symbol) throw new PriceError(`Coinbase returned ${data.base} instead of ${symbol}`);
      return microsOfText(data.amount);
    } catch (error) {
      const unknown = error instanceof OutboundError && (error.status === 404 || error.status === 400);
      if (unknown) return undefined;
      throw error;
    }
  }

  return {
    source: 'coinbase',
    symbols,
    stepDays: 10,
    remote: true,
    async current(signal) {
      const reported = await askJson(asking, '/v2/exchange-rates?currency=USD', rates, signal);
      const perDollar = new Map<'GBP' | 'MXN', Quote>();
      for (const currency of ['GBP', 'MXN'] as const) {
        const micros = microsOfText(reported.data.rates[currency] ?? '');
        if (micros !== undefined) perDollar.set(currency, { micros, at: now() });
      }
      const prices = new Map<string, Quote>();
      for (const symbol of symbols) {
        const micros = await priceOf(symbol, undefined, signal);
        if (micros !== undefined) prices.set(symbol, { micros, at: now() });
      }
      if (prices.size === 0) throw new PriceError('Coinbase returned no usable price');
      return { prices, perDollar };
    },
    async history(symbol, { from, to }, signal) {
      const days: DayPrice[] = [];
      for (const day of utcDaysBetween(from, to)) {
        const micros = await priceOf(symbol, day, signal);
        if (micros !== undefined) days.push({ day, micros });
      }
      return days;
    },
  };
}
