/**
 * Prices in millionths of a dollar: the last valid ones, those of days, and the requested days (`docs/operate/prices.md`).
 */
export const prices = `
create table price_latest (
  source text not null,
  -- Of a coin, or \`USD:\` and a display currency.
  symbol text not null,
  micros int8 not null check (micros > 0),
  at timestamptz not null,
  fetched_at timestamptz not null,
  primary key (source, symbol)
);

create table price_day (
  symbol text not null,
  -- Calendar day (UTC) such as 2026-01-31.
  day text not null,
  micros int8 not null check (micros > 0),
  source text not null,
  primary key (symbol, day)
);

create table price_range (
  source text not null,
  symbol text not null,
  from_day text not null,
  to_day text not null,
  primary key (source, symbol)
);
`;
