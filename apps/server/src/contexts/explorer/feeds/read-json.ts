import { z } from 'zod';
import { FeedError, mostItems, type RawItem } from './feed-item.ts';

const text = z.string().max(100_000).nullish();
const article = z.object({ id: text, title: text, description: text, link: text, published: text });
const post = z.object({ id: text, username: text, displayName: text, content: text, date: text, url: text });

/** The JSON format of `docs/operate/feeds.md`. */
const shape = z.object({
  version: z.literal(1),
  news: z.array(z.unknown()).optional(),
  posts: z.array(z.unknown()).optional(),
});

/** Reads entries of a JSON feed by kind. Throws FeedError for another format; counts invalid entries. */
export function readJson(document: string): {
  news: RawItem[];
  posts: RawItem[];
  refused: number;
  notes: string[];
} {
  let reported: unknown;
  try {
    reported = JSON.parse(document);
  } catch (error) {
    throw new FeedError('it is not valid JSON', { cause: error });
  }
  const read = shape.safeParse(reported);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FeedError(`it is not a JSON feed: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const { news = [], posts = [] } = read.data;
  const notes =
    news.length > mostItems || posts.length > mostItems
      ? [`Only the first ${String(mostItems)} articles and posts are read.`]
      : [];
  let refused = 0;
  const taken = <T>(entries: readonly unknown[], of: z.ZodType<T>, raw: (entry: T) => RawItem): RawItem[] =>
    entries.slice(0, mostItems).flatMap((entry) => {
      const one = of.safeParse(entry);
      if (one.success) return [raw(one.data)];
      refused += 1;
      return [];
    });
  const known = (value: string | null | undefined): string | undefined => value ?? undefined;
  return {
    news: taken(news, article, (entry) => ({
      id: known(entry.id),
      title: known(entry.title),
      description: known(entry.description),
      link: known(entry.link),
      published: known(entry.published),
    })),
    posts: taken(posts, post, (entry) => ({
      id: known(entry.id),
      description: known(entry.content),
      author: known(entry.username),
      displayName: known(entry.displayName),
      link: known(entry.url),
      published: known(entry.date),
    })),
    refused,
    notes,
  };
}
