import type { PriceSource } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { PriceDayTable } from '../../../db/schema.ts';
import type { DayPrice, DayRange, Quote } from './provider.ts';

export interface LatestPrice extends Quote {
  readonly symbol: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Reads the newest valid prices of a source. */
export async function readLatest(db: Kysely<Schema>, source: PriceSource): Promise<LatestPrice[]> {
  const rows = await db.selectFrom('price_latest').selectAll().where('source', '=', source).execute();
  return rows.map(({ symbol, micros, at, fetched_at }) => ({
    symbol,
    micros,
    at: at.getTime(),
    fetchedAt: fetched_at.getTime(),
  }));
}

export async function writeLatest(
  db: Kysely<Schema>,
  source: PriceSource,
  prices: readonly LatestPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  await db
    .insertInto('price_latest')
    .values(
      prices.map(({ symbol, micros, at, fetchedAt }) => ({
        source,
        symbol,
        micros,
        at: new Date(at),
        fetched_at: new Date(fetchedAt),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['source', 'symbol']).doUpdateSet((row) => ({
        micros: row.ref('excluded.micros'),
        at: row.ref('excluded.at'),
        fetched_at: row.ref('excluded.fetched_at'),
      })),
    )
    .execute();
}

/** Reads daily prices in ascending order, of the demo or of real markets. */
export async function readDays(
  db: Kysely<Schema>,
  { symbol, from, to, demo, limit }: DayRange & { symbol: string; demo: boolean; limit: number },
): Promise<PriceDayTable[]> {
  return db
    .selectFrom('price_day')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('source', demo ? '=' : '<>', 'demo')
    .orderBy('day')
    .limit(limit)
    .execute();
}

/** Reads prices of single days. */
export async function readSomeDays(
  db: Kysely<Schema>,
  { symbol, days, demo }: { symbol: string; days: readonly string[]; demo: boolean },
): Promise<PriceDayTable[]> {
  if (days.length === 0) return [];
  return db
    .selectFrom('price_day')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('day', 'in', days)
    .where('source', demo ? '=' : '<>', 'demo')
    .execute();
}

/** Returns the days already requested from a source; undefined: none yet. */
export async function readRange(
  db: Kysely<Schema>,
  source: PriceSource,
  symbol: string,
): Promise<DayRange | undefined> {
  const row = await db
    .selectFrom('price_range')
    .selectAll()
    .where('source', '=', source)
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return row && { from: row.from_day, to: row.to_day };
}

/** Writes prices of new days, and the range requested so far, in one transaction. Never overwrites a price. */
export async function writeDays(
  db: Kysely<Schema>,
  {
    source,
    symbol,
    days,
    range,
  }: { source: PriceSource; symbol: string; days: readonly DayPrice[]; range: DayRange },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (days.length > 0) {
      await trx
        .insertInto('price_day')
        .values(days.map(({ day, micros }) => ({ symbol, day, micros, source })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const asked = { from_day: range.from, to_day: range.to };
    await trx
      .insertInto('price_range')
      .values({ source, symbol, ...asked })
      .onConflict((conflict) => conflict.columns(['source', 'symbol']).doUpdateSet(asked))
      .execute();
  });
}
