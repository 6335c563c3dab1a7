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
/** Prices are asked for again shortly before they are no longer fresh. */
const renewMs = freshMs - 60_000;
/** A price that the provider itself has not touched for so long is an old one. */
const oldMs = 3_600_000;
const firstWaitMs = 10_000;
const dollar = 1_000_000n;
const rateName = (currency: Currency): string => `USD:${currency}`;

/** What coins and currencies are worth now and were worth then, with source and age of every figure. */
export function createPrices(options: {
  kysely: Kysely<Schema>;
  /** Undefined: nobody is asked. */
  provider: PriceProvider | undefined;
  /** What the operator fixed. */
  rates: { GBP?: bigint; MXN?: bigint };
  historyDays: number;
  isDemo: boolean;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, provider, rates, logger, now } = options;
  const history = createPriceHistory(options);
  const backOff = createBackOff(now);
  let known: Map<string, LatestPrice> | undefined;
  let underWay: Promise<void> | undefined;

  async function latest(): Promise<Map<string, LatestPrice>> {
    const rows = known || !provider ? [] : await readLatest(kysely, provider.source);
    known ??= new Map(rows.map((row) => [row.symbol, row]));
    return known;
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
      logger.warn({ err: error }, 'prices could not be fetched; the last good ones stay');
    }
  }

  /** Asks the provider where it is time; whoever comes meanwhile waits for the same answer. */
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

    /** All that is known; asks first where nothing is known yet, else lets the provider be asked meanwhile. */
    async current(): Promise<Prices> {
      const asked = refresh(new AbortController().signal).catch((error: unknown) =>
        logger.error({ err: error }, 'prices could not be kept'),
      );
      if ((await latest()).size === 0)
        await Promise.race([asked, setTimeout(firstWaitMs, undefined, { ref: false })]);
      return present(await latest());
    },

    /**
     * What a whole coin was worth at a moment (milliseconds since 1970): the first price of its day (UTC), and for today
     * the newest that is known. Null: not known; the fixed figure for bitcoin never stands in.
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

    /** The same for many days (UTC) of the past at once, by day. */
    pricesOnDays: history.onDays,

    /** The newest price with its time (ISO 8601); null: not known, whatever is shown in its place. */
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
