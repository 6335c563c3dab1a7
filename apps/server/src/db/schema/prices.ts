import type { PriceSource } from '@hopscope/contract';

/** Prices that were fetched, in millionths of a dollar. */
export interface PriceTables {
  price_latest: PriceLatestTable;
  price_day: PriceDayTable;
  price_range: PriceRangeTable;
}

export interface PriceLatestTable {
  source: PriceSource;
  /** Of a coin, or `USD:` and a display currency. */
  symbol: string;
  micros: bigint;
  at: Date;
  fetched_at: Date;
}

export interface PriceDayTable {
  symbol: string;
  /** Calendar day (UTC) such as 2026-01-31. */
  day: string;
  micros: bigint;
  source: PriceSource;
}

/** Days that a source was asked for, whether it knew a price or not. */
export interface PriceRangeTable {
  source: PriceSource;
  symbol: string;
  from_day: string;
  to_day: string;
}
