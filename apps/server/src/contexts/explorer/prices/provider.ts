import type { Currency, PriceSource } from '@hopscope/contract';

/** What a price provider said that cannot be used; the message names what and where, never a key. */
export class PriceError extends Error {
  override name = 'PriceError';
}

/** A price at a moment, in millionths of a dollar. */
export interface Quote {
  readonly micros: bigint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Quotes {
  /** By symbol; what is not known is left out. */
  readonly prices: ReadonlyMap<string, Quote>;
  /** Millionths of a currency that a dollar buys. */
  readonly perDollar: ReadonlyMap<Currency, Quote>;
}

/** The first price of a day (UTC). */
export interface DayPrice {
  readonly day: string;
  readonly micros: bigint;
}

/** Somebody who knows prices. Calls throw PriceError or OutboundError. */
export interface PriceProvider {
  readonly source: PriceSource;
  /** In the order in which their past is asked for. */
  readonly symbols: readonly string[];
  /** Days of the past that one request asks for; it is not spared where nobody outside is asked. */
  readonly stepDays: number;
  readonly remote: boolean;
  current(signal: AbortSignal): Promise<Quotes>;
  /** Prices of the days from `from` to `to`, both included, at most `stepDays`; days without a price are left out. */
  history(symbol: string, range: DayRange, signal: AbortSignal): Promise<DayPrice[]>;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}
