/** The reason why a feed cannot be used, for the operator to act on. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** An entry of a feed, as plain text. */
export interface FeedItem {
  readonly kind: 'news' | 'post';
  /** Identifies it in its feed: the feed's own ID, its link, or its title with its date. */
  readonly identity: string;
  /** Empty for posts. */
  readonly title: string;
  /** The content, for posts. */
  readonly description: string;
  /** Further text, for matching only. */
  readonly body: string;
  readonly link: string | null;
  readonly username: string | null;
  readonly displayName: string | null;
  /** Milliseconds since 1970; null if the feed has no plausible date. */
  readonly published: number | null;
}

/** Entries of a feed. */
export interface ReadFeed {
  readonly items: readonly FeedItem[];
  readonly refused: number;
  /** Notes on what was truncated or skipped. */
  readonly notes: readonly string[];
}

/** An entry as in its format; all texts may contain markup. */
export interface RawItem {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly body?: string | undefined;
  readonly link?: string | undefined;
  readonly author?: string | undefined;
  readonly displayName?: string | undefined;
  readonly published?: string | undefined;
}

/** Most entries read from one feed, the newest or first as the feed lists them. */
export const mostItems = 500;
