import type { NewsFeedSettings } from '@hopscope/contract';
import type { Outbound } from '../../../outbound/outbound.ts';
import { cleanItem } from './clean-item.ts';
import { decodeText } from './decode-text.ts';
import { FeedError, type FeedItem, type RawItem, type ReadFeed } from './feed-item.ts';
import { readJson } from './read-json.ts';
import { readXml } from './read-xml.ts';

/** Most bytes read from a feed; a longer one is truncated. */
export const feedMaxBytes = 2_000_000;
const timeoutMs = 20_000;
const accepted = {
  xml: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  json: 'application/json',
} as const;

type Feed = Pick<NewsFeedSettings, 'url' | 'name' | 'format' | 'contents'>;

async function download(
  outbound: Outbound,
  feed: Feed,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; contentType: string | undefined; cut: boolean }> {
  const answer = await outbound.fetch({
    url: feed.url,
    // The limit below ends the response.
    maxBytes: Number.MAX_SAFE_INTEGER,
    timeoutMs,
    accept: accepted[feed.format],
    signal,
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    parts.push(part);
    size += part.length;
    if (size > feedMaxBytes) break;
  }
  const bytes = Buffer.concat(parts);
  return {
    bytes: bytes.subarray(0, feedMaxBytes),
    contentType: answer.contentType,
    cut: size > feedMaxBytes,
  };
}

/** Reads a feed and cleans its entries. Throws FeedError. */
export async function readFeed(
  feed: Feed,
  { bytes, contentType, cut }: { bytes: Uint8Array; contentType: string | undefined; cut: boolean },
  now: number,
): Promise<ReadFeed> {
  if (bytes.length === 0) throw new FeedError('it is empty');
  const notes = cut
    ? [`It is larger than ${String(feedMaxBytes / 1e6)} MB; only the beginning is read.`]
    : [];
  if (cut && feed.format === 'json')
    throw new FeedError(`it is larger than ${String(feedMaxBytes / 1e6)} MB`);
  const text = decodeText(bytes, contentType, cut);
  const items: FeedItem[] = [];
  let refused = 0;
  const take = (entries: readonly RawItem[], contents: Feed['contents']): void => {
    for (const raw of entries) {
      const item = cleanItem(raw, { ...feed, contents }, now);
      if (item) items.push(item);
      else refused += 1;
    }
  };
  if (feed.format === 'json') {
    const read = readJson(text);
    take(read.news, 'news');
    take(read.posts, 'posts');
    return { items, refused: refused + read.refused, notes: [...notes, ...read.notes] };
  }
  const read = await readXml(text, { cut });
  take(read.items, feed.contents);
  return { items, refused, notes: [...notes, ...read.notes] };
}

/** Fetches a feed from the public internet and reads it. Throws OutboundError and FeedError. */
export async function fetchFeed(
  outbound: Outbound,
  feed: Feed,
  around: { signal: AbortSignal; now: number },
): Promise<ReadFeed> {
  return readFeed(feed, await download(outbound, feed, around.signal), around.now);
}
