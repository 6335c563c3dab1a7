import {
  newsDescriptionLength,
  newsTitleLength,
  type NewsArticle,
  type SocialMentions,
  type Tweet,
  tweetLength,
} from '@hopscope/contract';
import { firstCharacters } from '@hopscope/domain';

interface Feed {
  addressData: SocialMentions;
  beneficialOwnerData: SocialMentions;
  entityData: SocialMentions;
}

/** Truncates text to `length` characters with an ellipsis. */
export function cut(text: string, length: number): string {
  const beginning = firstCharacters(text, length);
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}

/** Returns the link if it is http or https, else null. */
export function safeLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  return /^https?:$/.test(new URL(link).protocol) ? link : null;
}

export interface ShownArticle {
  key: string;
  title: string;
  description: string;
  source: string;
  published: string | null;
  link: string | null;
  fictional: boolean;
}

export interface ShownPost {
  key: string;
  name: string;
  username: string;
  content: string;
  date: string | null;
  link: string | null;
  fictional: boolean;
}

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '');

function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): (readonly [string, Item])[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item]))];
}

/** Merges the three parts of a feed: deduplicated, newest first, truncated. */
export function shownFeed(feed: Feed): {
  articles: ShownArticle[];
  posts: ShownPost[];
  /** There was a search term: a name or the address. */
  searched: boolean;
} {
  const parts = [feed.addressData, feed.beneficialOwnerData, feed.entityData];
  const articles = once<NewsArticle>(
    parts.flatMap(({ news }) => news),
    ({ link, title, source }) => link ?? `${source} ${title}`,
  ).map(([key, { title, description, source, published, link, fictional }]) => ({
    key,
    title: cut(title, newsTitleLength),
    description: cut(description, newsDescriptionLength),
    source,
    published,
    link: safeLink(link),
    fictional,
  }));
  const posts = once<Tweet>(
    parts.flatMap(({ tweets }) => tweets),
    ({ url, username, content }) => url ?? `${username} ${content}`,
  ).map(([key, { userDisplayName, username, content, date, url, fictional }]) => ({
    key,
    name: userDisplayName,
    username,
    content: cut(content, tweetLength),
    date,
    link: safeLink(url),
    fictional,
  }));
  return {
    articles: articles.toSorted((a, b) => newestFirst(a.published, b.published)),
    posts: posts.toSorted((a, b) => newestFirst(a.date, b.date)),
    searched: parts.some(({ searchTerm }) => searchTerm !== null),
  };
}
