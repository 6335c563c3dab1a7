import type { FeedReport } from '@hopscope/contract';
import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { NewsFeedTable, NewsItemTable } from '../../../db/schema.ts';
import type { FeedItem } from './feed-item.ts';
import { words } from './search-terms.ts';

export type NewsFeedRow = Selectable<NewsFeedTable>;
export type NewsItemRow = Selectable<NewsItemTable> & {
  feed_name: string;
  feed_format: NewsFeedTable['format'];
};

const rowsAtOnce = 100;

export async function readFeeds(db: Kysely<Schema>): Promise<(NewsFeedRow & { items: number })[]> {
  const rows = await db
    .selectFrom('news_feed as f')
    .selectAll('f')
    .select((e) =>
      e
        .selectFrom('news_item as i')
        .whereRef('i.feed_id', '=', 'f.id')
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .as('items'),
    )
    .orderBy('f.name')
    .orderBy('f.id')
    .execute();
  return rows.map((row) => ({ ...row, items: Number(row.items ?? 0) }));
}

export async function findFeed(db: Kysely<Schema>, id: string): Promise<NewsFeedRow | undefined> {
  return db.selectFrom('news_feed').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findFeedByUrl(db: Kysely<Schema>, url: string): Promise<NewsFeedRow | undefined> {
  return db.selectFrom('news_feed').selectAll().where('url', '=', url).executeTakeFirst();
}

export async function countFeeds(db: Kysely<Schema>): Promise<number> {
  const { n } = await db
    .selectFrom('news_feed')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export type FeedValues = Pick<
  NewsFeedRow,
  'id' | 'name' | 'url' | 'format' | 'contents' | 'enabled' | 'created_at'
>;

/** Adds a feed. Returns false if its URL exists already. */
export async function insertFeed(db: Kysely<Schema>, feed: FeedValues): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('news_feed')
    .values(feed)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateFeed(
  db: Kysely<Schema>,
  id: string,
  values: Pick<NewsFeedRow, 'name' | 'url' | 'format' | 'contents' | 'enabled'>,
): Promise<void> {
  await db.updateTable('news_feed').set(values).where('id', '=', id).execute();
}

export async function deleteFeed(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('news_feed').where('id', '=', id).execute();
}

/** Records the result of a run; a failed one keeps the last report. */
export async function noteRun(
  db: Kysely<Schema>,
  id: string,
  run: { at: Date; report: FeedReport | null; error: string | null },
): Promise<void> {
  await db
    .updateTable('news_feed')
    .set({
      last_run_at: run.at,
      last_error: run.error,
      ...(run.report && { last_report: JSON.stringify(run.report) }),
    })
    .where('id', '=', id)
    .execute();
}

function digestOf(identity: string): Uint8Array {
  return createHash('sha256').update(identity).digest();
}

/** Adds new entries of the feed and returns their number. */
export async function insertItems(
  db: Kysely<Schema>,
  feedId: string,
  items: readonly FeedItem[],
  at: Date,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    const rows = items.slice(from, from + rowsAtOnce).map((item) => ({
      feed_id: feedId,
      digest: digestOf(item.identity),
      kind: item.kind,
      title: item.title,
      description: item.description,
      body: item.body,
      link: item.link,
      username: item.username,
      display_name: item.displayName,
      published_at: item.published === null ? null : new Date(item.published),
      shown_at: new Date(item.published ?? at.getTime()),
      fetched_at: at,
      words: words(textOf(item)),
    }));
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('news_item')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += Number(numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** Returns the whole text of an entry. */
export function textOf(item: Pick<NewsItemRow, 'title' | 'description' | 'body'>): string {
  return `${item.title}\n${item.description}\n${item.body}`;
}

/**
 * Returns the newest entries of a kind that contain all words of one of several lists, without those of turned-off feeds.
 */
export async function findItems(
  db: Kysely<Schema>,
  {
    kind,
    anyOf,
    limit,
  }: { kind: NewsItemTable['kind']; anyOf: readonly (readonly string[])[]; limit: number },
): Promise<NewsItemRow[]> {
  if (anyOf.length === 0) return [];
  return db
    .selectFrom('news_item as i')
    .innerJoin('news_feed as f', 'f.id', 'i.feed_id')
    .selectAll('i')
    .select(['f.name as feed_name', 'f.format as feed_format'])
    .where('i.kind', '=', kind)
    .where('f.enabled', '=', true)
    .where((e) => e.or(anyOf.map((list) => sql<boolean>`i.words @> ${[...list]}::text[]`)))
    .orderBy('i.shown_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes entries shown before a time, and the oldest above a number. Returns how many were deleted. */
export async function forgetItems(
  db: Kysely<Schema>,
  { before, keep }: { before: Date; keep: number },
): Promise<number> {
  const old = await db.deleteFrom('news_item').where('shown_at', '<', before).executeTakeFirst();
  const last = await db
    .selectFrom('news_item')
    .select(['shown_at', 'id'])
    .orderBy('shown_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst();
  if (!last) return Number(old.numDeletedRows);
  const many = await db
    .deleteFrom('news_item')
    .where((e) =>
      e.or([
        e('shown_at', '<', last.shown_at),
        e.and([e('shown_at', '=', last.shown_at), e('id', '<=', last.id)]),
      ]),
    )
    .executeTakeFirst();
  return Number(old.numDeletedRows + many.numDeletedRows);
}
