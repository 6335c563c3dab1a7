import type { FeedSettings } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { DirectoryFeedTable } from '../../../db/schema.ts';

export type FeedRow = Selectable<DirectoryFeedTable>;

/** Reads all lists, the most trusted first. */
export async function readFeeds(db: Kysely<Schema>): Promise<FeedRow[]> {
  return db.selectFrom('directory_feed').selectAll().orderBy('rank').orderBy('id').execute();
}

export async function findFeed(db: Kysely<Schema>, id: string): Promise<FeedRow | undefined> {
  return db.selectFrom('directory_feed').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds missing lists. */
export async function addMissingFeeds(
  db: Kysely<Schema>,
  feeds: Readonly<Record<string, FeedSettings>>,
  at: Date,
): Promise<void> {
  const rows = Object.entries(feeds).map(([id, feed]) => ({ id, ...feed, updated_at: at }));
  await db
    .insertInto('directory_feed')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function writeFeed(db: Kysely<Schema>, row: FeedRow): Promise<void> {
  const { id: _, ...values } = row;
  await db
    .insertInto('directory_feed')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteFeed(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('directory_feed').where('id', '=', id).execute();
}
