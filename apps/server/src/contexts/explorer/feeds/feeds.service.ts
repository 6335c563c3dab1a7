import { randomUUID } from 'node:crypto';
import {
  type CallOutput,
  type FeedReport,
  feedsLimit,
  type NewsFeed,
  type NewsFeedSettings,
  type socialEndpoints,
} from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { type Outbound, OutboundError } from '../../../outbound/outbound.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { By } from '../../identity/people/people.service.ts';
import { FeedError, type FeedItem, type ReadFeed } from './feed-item.ts';
import {
  countFeeds,
  type FeedValues,
  deleteFeed,
  findFeed,
  findFeedByUrl,
  forgetItems,
  insertFeed,
  insertItems,
  type NewsFeedRow,
  noteRun,
  readFeeds,
  updateFeed,
} from './feeds.store.ts';
import { fetchFeed } from './fetch-feed.ts';

type TestOutcome = CallOutput<typeof socialEndpoints.testNewsFeed>['data'];

/** Interval of fetching feeds. */
const everyMs = 900_000;
/** Entries are kept for two years, up to this number. */
const storedMs = 730 * millisecondsOfDay;
const storedItems = 20_000;
const sampleSize = 5;
const longestError = 500;

const missing = () => notFound('Feed not found.');
const taken = () => conflict('A feed with this address already exists.');

/** Stores the operator's feeds of news and posts, fetches them in the background one by one, and deletes old entries. */
export function createFeeds(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  outbound: Outbound;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, audit, outbound, logger, now } = options;

  /** Returns the reason of a failure for the operator; rethrows errors that the feed didn't cause. */
  function reasonOf(error: unknown): string {
    if (error instanceof FeedError || error instanceof OutboundError)
      return error.message.slice(0, longestError);
    throw error;
  }

  async function fetchAndKeep(feed: NewsFeedRow, signal: AbortSignal): Promise<void> {
    if (feed.format === 'demo') return;
    const at = new Date(now());
    try {
      const read = await fetchFeed(outbound, { ...feed, format: feed.format }, { signal, now: now() });
      await kysely.transaction().execute(async (trx) => {
        // It may have been deleted meanwhile.
        if (!(await findFeed(trx, feed.id))) return;
        const added = await insertItems(trx, feed.id, read.items, at);
        await noteRun(trx, feed.id, { at, report: { ...reportOf(read), added }, error: null });
      });
    } catch (error) {
      if (signal.aborted) return;
      await noteRun(kysely, feed.id, { at, report: null, error: reasonOf(error) });
    }
  }

  async function present(id: string): Promise<NewsFeed> {
    const found = (await readFeeds(kysely)).find((row) => row.id === id);
    const shown = found && presentFeed(found);
    if (!shown) throw missing();
    return shown;
  }

  /** Feeds of the demo don't belong to the operator. */
  async function require(db: Kysely<Schema>, id: string): Promise<NewsFeedRow> {
    const row = await findFeed(db, id);
    if (!row || row.format === 'demo') throw missing();
    return row;
  }

  return {
    async list(): Promise<NewsFeed[]> {
      return (await readFeeds(kysely)).flatMap((row) => presentFeed(row) ?? []);
    },

    async add(by: By, settings: NewsFeedSettings): Promise<NewsFeed> {
      const id = randomUUID();
      await kysely.transaction().execute(async (trx) => {
        if ((await countFeeds(trx)) >= feedsLimit) {
          throw conflict(`The limit is ${String(feedsLimit)} feeds.`);
        }
        if (!(await insertFeed(trx, { id, ...settings, created_at: new Date(now()) }))) throw taken();
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'feed.added',
          subject: { type: 'news_feed', id },
          after: settings,
        });
      });
      return present(id);
    },

    async change(by: By, id: string, settings: NewsFeedSettings): Promise<NewsFeed> {
      await kysely.transaction().execute(async (trx) => {
        const before = await require(trx, id);
        const same = await findFeedByUrl(trx, settings.url);
        if (same && same.id !== id) throw taken();
        await updateFeed(trx, id, settings);
        const { name, url, format, contents, enabled } = before;
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'feed.changed',
          subject: { type: 'news_feed', id },
          before: { name, url, format, contents, enabled },
          after: settings,
        });
      });
      return present(id);
    },

    async remove(by: By, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const { name, url } = await require(trx, id);
        await deleteFeed(trx, id);
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'feed.removed',
          subject: { type: 'news_feed', id },
          before: { name, url },
        });
      });
    },

    /** Fetches and returns entries without storing them. */
    async test(settings: NewsFeedSettings, signal: AbortSignal): Promise<TestOutcome> {
      try {
        const read = await fetchFeed(outbound, settings, { signal, now: now() });
        const { added: _none, ...report } = reportOf(read);
        const sample = read.items.slice(0, sampleSize).map(({ title, description, link, published }) => ({
          title: title === '' ? description : title,
          link,
          published: published === null ? null : new Date(published).toISOString(),
        }));
        return { report, error: null, sample };
      } catch (error) {
        return { report: null, error: reasonOf(error), sample: [] };
      }
    },

    /** Fetches one feed now, even if it is turned off. */
    async run(by: By, id: string, signal: AbortSignal): Promise<NewsFeed> {
      const feed = await require(kysely, id);
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'feed.run',
          subject: { type: 'news_feed', id },
        }),
      );
      await fetchAndKeep(feed, signal);
      return present(id);
    },

    /** Fetches due feeds one by one; call it periodically. */
    async fetchDue(signal: AbortSignal): Promise<void> {
      for (const feed of await readFeeds(kysely)) {
        if (signal.aborted) return;
        const due = feed.last_run_at === null || now() - feed.last_run_at.getTime() >= everyMs;
        if (!feed.enabled || feed.format === 'demo' || !due) continue;
        try {
          await fetchAndKeep(feed, signal);
        } catch (error) {
          logger.error({ err: error, feed: feed.id }, 'failed to save a feed');
        }
      }
    },

    /** Stores a feed that is filled by the application instead of fetched, and its entries. */
    async keepFilled(feed: Omit<FeedValues, 'created_at'>, items: readonly FeedItem[]): Promise<void> {
      const at = new Date(now());
      await kysely.transaction().execute(async (trx) => {
        await insertFeed(trx, { ...feed, created_at: at });
        await insertItems(trx, feed.id, items, at);
      });
    },

    /** Deletes old entries and returns their number. */
    forgetOld: () => forgetItems(kysely, { before: new Date(now() - storedMs), keep: storedItems }),
  };
}

function reportOf({ items, refused, notes }: ReadFeed): FeedReport {
  return { items: items.length, added: 0, refused, note: notes.length === 0 ? null : notes.join(' ') };
}

function presentFeed(row: NewsFeedRow & { items: number }): NewsFeed | undefined {
  const { format } = row;
  if (format === 'demo') return undefined;
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    format,
    contents: row.contents,
    enabled: row.enabled,
    createdAt: row.created_at.toISOString(),
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastReport: row.last_report,
    lastError: row.last_error,
    items: row.items,
  };
}

export type Feeds = ReturnType<typeof createFeeds>;
