import type { FeedReport, NewsFeedSettings } from '@hopscope/contract';
import type { ColumnType, Generated } from 'kysely';

/** Feeds of news and posts, and what they brought. */
export interface FeedTables {
  news_feed: NewsFeedTable;
  news_item: NewsItemTable;
}

export interface NewsFeedTable {
  id: string;
  name: string;
  url: string;
  /** `demo`: made up here, never fetched. */
  format: NewsFeedSettings['format'] | 'demo';
  contents: NewsFeedSettings['contents'];
  enabled: boolean;
  created_at: Date;
  last_run_at: Date | null;
  /** JSON as text when written. */
  last_report: ColumnType<FeedReport | null, string | null, string | null>;
  last_error: string | null;
}

export interface NewsItemTable {
  id: Generated<bigint>;
  feed_id: string;
  digest: Uint8Array;
  kind: 'news' | 'post';
  title: string;
  description: string;
  /** What else it says, to be found by. */
  body: string;
  link: string | null;
  username: string | null;
  display_name: string | null;
  published_at: Date | null;
  /** When it was published, or else fetched: the order of lists. */
  shown_at: Date;
  fetched_at: Date;
  words: string[];
}
