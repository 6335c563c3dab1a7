/** Why a feed cannot be used, in words that an operator can act on. */
export class FeedError extends Error {
  override name = 'FeedError';
}

/** An entry of a feed, as plain text. */
export interface FeedItem {
  readonly kind: 'news' | 'post';
  /** What tells it from others of its feed: the feed's own id, its link, or its title with its date. */
  readonly identity: string;
  /** Empty for posts. */
  readonly title: string;
  /** The content, for posts. */
  readonly description: string;
  /** What else it says, to be found by. */
  readonly body: string;
  readonly link: string | null;
  readonly username: string | null;
  readonly displayName: string | null;
  /** Milliseconds since 1970; null where the feed gives no date that can be. */
  readonly published: number | null;
}

/** What a feed says. */
export interface ReadFeed {
  readonly items: readonly FeedItem[];
  readonly refused: number;
  /** What was cut off or left out, in words. */
  readonly notes: readonly string[];
}

/** An entry as its format has it: everything is text that may hold markup. */
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

/** Entries of one feed that are taken at most, newest or first ones as it lists them. */
export const mostItems = 500;
