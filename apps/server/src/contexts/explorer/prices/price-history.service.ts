import { type CallOutput, type priceEndpoints, priceHistoryDays, type PriceSource } from '@hopscope/contract';
import { addUtcDays, utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { createBackOff } from './back-off.ts';
import { readDays, readRange, readSomeDays, writeDays } from './prices.store.ts';
import type { DayRange, PriceProvider } from './provider.ts';

type History = Omit<CallOutput<typeof priceEndpoints.getPriceHistory>, 'success'>;

/** Requests to somebody outside in one run. */
const requestsAtOnce = 3;

/** A price of the past with the day that it is of. */
export interface DatedPrice {
  /** Millionths of a dollar. */
  readonly micros: bigint;
  /** Calendar day (UTC). */
  readonly day: string;
  readonly source: PriceSource;
}

/** Prices of days: kept in the database, filled from the provider in bounded steps, newest days first. */
export function createPriceHistory(options: {
  kysely: Kysely<Schema>;
  provider: PriceProvider | undefined;
  historyDays: number;
  isDemo: boolean;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, provider, historyDays, isDemo, logger, now } = options;
  const backOff = createBackOff(now);
  const demo = provider ? provider.source === 'demo' : isDemo;

  /** The days to ask for next; undefined: all are asked for. Today is not over and stays out, but counts among the days. */
  function nextStep(asked: DayRange | undefined, stepDays: number): DayRange | undefined {
    const newest = addUtcDays(utcDay(now()), -1);
    const oldest = addUtcDays(utcDay(now()), 1 - historyDays);
    if (oldest > newest) return undefined;
    const bounded = (from: string, to: string): DayRange => ({ from: from < oldest ? oldest : from, to });
    if (!asked) return bounded(addUtcDays(newest, 1 - stepDays), newest);
    if (asked.to < newest) {
      const last = addUtcDays(asked.to, stepDays);
      return { from: addUtcDays(asked.to, 1), to: last < newest ? last : newest };
    }
    return asked.from > oldest
      ? bounded(addUtcDays(asked.from, -stepDays), addUtcDays(asked.from, -1))
      : undefined;
  }

  /** Asks for one step of a coin's past; false: nothing is left to ask. */
  async function fillOne(from: PriceProvider, symbol: string, signal: AbortSignal): Promise<boolean> {
    const asked = await readRange(kysely, from.source, symbol);
    const step = nextStep(asked, from.stepDays);
    if (!step) return false;
    const days = await from.history(symbol, step, signal);
    const range = {
      from: asked && asked.from < step.from ? asked.from : step.from,
      to: asked && asked.to > step.to ? asked.to : step.to,
    };
    await writeDays(kysely, { source: from.source, symbol, days, range });
    return true;
  }

  return {
    /** A few steps; to be called now and then. Never throws for what a provider does. */
    async fill(signal: AbortSignal): Promise<void> {
      if (!provider || !backOff.mayTry()) return;
      let left = provider.remote ? requestsAtOnce : Number.POSITIVE_INFINITY;
      let failed = false;
      for (const symbol of provider.symbols) {
        try {
          while (left > 0 && !signal.aborted && (await fillOne(provider, symbol, signal))) left -= 1;
        } catch (error) {
          if (signal.aborted) return;
          // Others may be known.
          failed = true;
          left -= 1;
          logger.warn({ err: error, symbol }, 'failed to fetch past prices');
        }
      }
      if (failed) backOff.failed();
      else backOff.succeeded();
    },

    /** Prices of days, with the days that were asked for so far; 400 where `from` is after `to` or they are too many. */
    async list({ symbol, from, to }: DayRange & { symbol: string }): Promise<History> {
      if (from > to) throw badRequest('validation_failed', '“from” must not be after “to”.');
      if (addUtcDays(from, priceHistoryDays) <= to) {
        throw badRequest('validation_failed', `Request at most ${String(priceHistoryDays)} days.`);
      }
      const rows = await readDays(kysely, { symbol, from, to, demo, limit: priceHistoryDays });
      const filled = provider && (await readRange(kysely, provider.source, symbol));
      return {
        data: rows.map(({ day, micros, source }) => ({
          day,
          price: Number(micros) / 1e6,
          priceMicros: micros.toString(),
          source,
        })),
        filled: filled ?? null,
      };
    },

    /** Prices of some days (UTC) by day; a day whose price is not known is not in it. */
    async onDays(symbol: string, days: readonly string[]): Promise<Map<string, DatedPrice>> {
      const rows = await readSomeDays(kysely, { symbol, days: [...new Set(days)], demo });
      return new Map(rows.map(({ day, micros, source }) => [day, { day, micros, source }]));
    },
  };
}
