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

/** Requests to a remote provider per run. */
const requestsAtOnce = 3;

/** A price of the past with its day. */
export interface DatedPrice {
  /** Millionths of a dollar. */
  readonly micros: bigint;
  /** Calendar day (UTC). */
  readonly day: string;
  readonly source: PriceSource;
}

/** Serves daily prices, stored in the database and filled from the provider in bounded steps, newest days first. */
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

  /**
   * Returns the days to request next; undefined: all were requested. Today is excluded because it isn't over, but counts
   * toward the number of days.
   */
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

  /** Requests one step of a coin's past. Returns false if nothing is left to request. */
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
    /** Runs a few steps; call it periodically. Never throws for failures of a provider. */
    async fill(signal: AbortSignal): Promise<void> {
      if (!provider || !backOff.mayTry()) return;
      let left = provider.remote ? requestsAtOnce : Number.POSITIVE_INFINITY;
      let failed = false;
      for (const symbol of provider.symbols) {
        try {
          while (left > 0 && !signal.aborted && (await fillOne(provider, symbol, signal))) left -= 1;
        } catch (error) {
          if (signal.aborted) return;
          // Others may have a price.
          failed = true;
          left -= 1;
          logger.warn({ err: error, symbol }, 'failed to fetch past prices');
        }
      }
      if (failed) backOff.failed();
      else backOff.succeeded();
    },

    /** Returns daily prices and the days requested so far. Throws 400 if `from` is after `to` or the range is too long. */
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

    /** Returns prices of days (UTC) by day, without days that have no price. */
    async onDays(symbol: string, days: readonly string[]): Promise<Map<string, DatedPrice>> {
      const rows = await readSomeDays(kysely, { symbol, days: [...new Set(days)], demo });
      return new Map(rows.map(({ day, micros, source }) => [day, { day, micros, source }]));
    },
  };
}
