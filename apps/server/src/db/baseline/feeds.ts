/** Feeds of news and posts and their items, as plain text with search words (`docs/operate/feeds.md`). */
export const feeds = `
create table news_feed (
  id uuid primary key,
  name text not null,
  url text not null unique,
  -- \`demo\`: made up here, never fetched.
  format text not null,
  contents text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  last_run_at timestamptz,
  -- JSON as text when written.
  last_report jsonb,
  last_error text
);

create table news_item (
  id int8 generated always as identity primary key,
  feed_id uuid not null references news_feed (id) on delete cascade,
  digest bytea not null,
  kind text not null check (kind in ('news', 'post')),
  title text not null,
  description text not null,
  -- Other searchable text.
  body text not null,
  link text,
  username text,
  display_name text,
  published_at timestamptz,
  -- When it was published, or else fetched: the order of lists.
  shown_at timestamptz not null,
  fetched_at timestamptz not null,
  words text[] not null,
  unique (feed_id, digest)
);
create index news_item_words on news_item using gin (words);
create index news_item_shown on news_item (shown_at desc, id desc);
`;
