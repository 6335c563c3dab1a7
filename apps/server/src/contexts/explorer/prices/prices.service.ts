import { setTimeout } from 'node:timers/promises';
import {
  bitcoinPriceFallback,
  type CallOutput,
  type Currency,
  type DisplayRate,
  displayRates,
  type Price,
  type priceEndpoints,
  priceFreshSeconds,
  type PriceSource,
} from '@hopscope/contract';
import { microsOfText, utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { createBackOff } from './back-off.ts';
import { createPriceHistory, type DatedPrice } from './price-history.service.ts';
import { type LatestPrice, readLatest, writeLatest } from './prices.store.ts';
import type { PriceProvider, Quotes } from './provider.ts';

type Prices = Omit<CallOutput<typeof priceEndpoints.getCryptoPrices>, 'success'>;

const freshMs = priceFreshSeconds * 1000;
/** Prices are refreshed shortly before they expire. */
const renewMs = freshMs - 60_000;
/** Milliseconds after which prices are read again. */
const rereadMs = 30_000;
/** Age from which a price of the provider is stale. */
const oldMs = 3_600_000;
const firstWaitMs = 10_000;
const dollar = 1_000_000n;
const rateName = (currency: Currency): string => `USD:${currency}`;

/** Serves current and past prices of coins and currencies, with source and age of each. */
export function createPrices(options: {
  kysely: Kysely<Schema>;
  /** Undefined: no provider. */
  provider: PriceProvider | undefined;
  /** Rates fixed by the operator. */
  rates: { GBP?: bigint; MXN?: bigint };
  historyDays: number;
  isDemo: boolean;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, provider, rates, logger, now } = options;
  const history = createPriceHistory(options);
  const backOff = createBackOff(now);
  let known: { prices: Promise<Map<string, LatestPrice>>; readAt: number } | undefined;
  let underWay: Promise<void> | undefined;

  async function readPrices(): Promise<Map<string, LatestPrice>> {
    const rows = provider ? await readLatest(kysely, provider.source) : [];
    return new Map(rows.map((row) => [row.symbol, row]));
  }

  /** Returns the newest prices. Another process may have fetched them, so they are read again after a while. */
  function latest(): Promise<Map<string, LatestPrice>> {
    if (known && now() - known.readAt < rereadMs) return known.prices;
    const own = { prices: readPrices(), readAt: now() };
    known = own;
    own.prices.catch(() => {
      if (known === own) known = undefined;
    });
    return own.prices;
  }

  async function keep(quotes: Quotes, source: PriceSource): Promise<void> {
    const fetchedAt = now();
    const rows: LatestPrice[] = [
      ...[...quotes.prices].map(([symbol, quote]) => ({ symbol, ...quote, fetchedAt })),
      ...[...quotes.perDollar].map(([currency, quote]) => ({
        symbol: rateName(currency),
        ...quote,
        fetchedAt,
      })),
    ];
    const before = await latest();
    for (const row of rows) before.set(row.symbol, row);
    await writeLatest(kysely, source, rows);
  }

  async function ask(from: PriceProvider, signal: AbortSignal): Promise<void> {
    try {
      await keep(await from.current(signal), from.source);
      backOff.succeeded();
    } catch (error) {
      if (signal.aborted) return;
      backOff.failed();
      logger.warn({ err: error }, 'failed to fetch prices; keeping the last ones');
    }
  }

  /** Queries the provider if prices are due; concurrent calls share the request. */
  async function refresh(signal: AbortSignal): Promise<void> {
    if (underWay) return underWay;
    if (!provider) return;
    const newest = Math.max(0, ...[...(await latest()).values()].map(({ fetchedAt }) => fetchedAt));
    if (underWay) return underWay;
    if (now() - newest < renewMs || !backOff.mayTry()) return;
    underWay = ask(provider, signal).finally(() => (underWay = undefined));
    return underWay;
  }

  const isStale = ({ at, fetchedAt }: LatestPrice): boolean =>
    now() - fetchedAt > freshMs || now() - at > oldMs;

  function rateOf(currency: Currency, all: ReadonlyMap<string, LatestPrice>): DisplayRate {
    const fixed = currency === 'USD' ? dollar : rates[currency];
    const reported = all.get(rateName(currency));
    const show = (micros: bigint, rest: Omit<DisplayRate, 'perDollar' | 'perDollarMicros'>): DisplayRate => ({
      perDollar: Number(micros) / 1e6,
      perDollarMicros: micros.toString(),
      ...rest,
    });
    if (fixed !== undefined)
      return show(fixed, { at: null, source: 'setting', stale: false, fallback: false });
    if (reported && provider) {
      const at = new Date(reported.at).toISOString();
      return show(reported.micros, {
        at,
        source: provider.source,
        stale: isStale(reported),
        fallback: false,
      });
    }
    const usual = microsOfText(displayRates[currency]) ?? dollar;
    return show(usual, { at: null, source: 'fallback', stale: false, fallback: true });
  }

  function present(all: ReadonlyMap<string, LatestPrice>): Prices {
    const data: Record<string, Price> = {};
    const put = (
      symbol: string,
      micros: bigint,
      rest: Omit<Price, 'price' | 'priceMicros' | 'currency'>,
    ): void => {
      data[symbol] = {
        price: Number(micros) / 1e6,
        priceMicros: micros.toString(),
        currency: 'USD',
        ...rest,
      };
    };
    for (const row of provider ? all.values() : []) {
      if (row.symbol.includes(':') || !provider) continue;
      const at = new Date(row.at).toISOString();
      put(row.symbol, row.micros, { at, source: provider.source, stale: isStale(row), fallback: false });
    }
    if (!data['BTC']) {
      const micros = microsOfText(bitcoinPriceFallback) ?? dollar;
      put('BTC', micros, { at: null, source: 'fallback', stale: true, fallback: true });
    }
    const shown = { USD: rateOf('USD', all), GBP: rateOf('GBP', all), MXN: rateOf('MXN', all) };
    for (const [currency, { perDollarMicros, at, source, stale, fallback }] of Object.entries(shown)) {
      put(currency, (dollar * dollar) / BigInt(perDollarMicros), { at, source, stale, fallback });
    }
    return { data, rates: shown };
  }

  return {
    refresh,
    fillHistory: history.fill,
    history: history.list,

    /** Returns all known prices. Waits for the provider if none is known yet, or else refreshes in the background. */
    async current(): Promise<Prices> {
      const asked = refresh(new AbortController().signal).catch((error: unknown) =>
        logger.error({ err: error }, 'failed to save prices'),
      );
      if ((await latest()).size === 0)
        await Promise.race([asked, setTimeout(firstWaitMs, undefined, { ref: false })]);
      return present(await latest());
    },

    /**
     * Returns the price of a coin at a time (milliseconds since 1970): the first price of its day (UTC), and for today the
     * newest known one. Null: unknown; the fixed figure for bitcoin is never used instead.
     */
    async priceAt(symbol: string, time: number): Promise<DatedPrice | null> {
      const day = utcDay(time);
      const found = (await history.onDays(symbol, [day])).get(day);
      if (found) return found;
      const newest = (await latest()).get(symbol);
      return newest && provider && utcDay(newest.at) === day
        ? { day, micros: newest.micros, source: provider.source }
        : null;
    },

    /** Returns prices of many past days (UTC) at once, by day. */
    pricesOnDays: history.onDays,

    /** Returns the newest price with its time (ISO 8601); null: unknown, regardless of any fallback that is shown. */
    async priceNow(symbol: string): Promise<(DatedPrice & { at: string; stale: boolean }) | null> {
      const newest = (await latest()).get(symbol);
      if (!newest || !provider) return null;
      return {
        day: utcDay(newest.at),
        at: new Date(newest.at).toISOString(),
        micros: newest.micros,
        source: provider.source,
        stale: isStale(newest),
      };
    },
  };
}
