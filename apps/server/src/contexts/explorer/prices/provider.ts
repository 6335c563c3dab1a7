import type { Currency, PriceSource } from '@hopscope/contract';

/** An unusable response of a price provider. The message has the field and the reason, never a key. */
export class PriceError extends Error {
  override name = 'PriceError';
}

/** A price at a time, in millionths of a dollar. */
export interface Quote {
  readonly micros: bigint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Quotes {
  /** By symbol; unknown prices are omitted. */
  readonly prices: ReadonlyMap<string, Quote>;
  /** Millionths of a currency per dollar. */
  readonly perDollar: ReadonlyMap<Currency, Quote>;
}

/** The first price of a day (UTC). */
export interface DayPrice {
  readonly day: string;
  readonly micros: bigint;
}

/** A source of prices. Calls throw PriceError or OutboundError. */
export interface PriceProvider {
  readonly source: PriceSource;
  /** In the order in which their past is requested. */
  readonly symbols: readonly string[];
  /** Days of the past per request; without a remote provider there is no reason to limit it. */
  readonly stepDays: number;
  readonly remote: boolean;
  current(signal: AbortSignal): Promise<Quotes>;
  /** Reads prices of the days from `from` to `to`, inclusive, at most `stepDays`; days without a price are omitted. */
  history(symbol: string, range: DayRange, signal: AbortSignal): Promise<DayPrice[]>;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}
