import { millisecondsOfDay } from '@hopscope/domain';
import type { FeedItem, RawItem } from './feed-item.ts';
import { plainText } from './plain-text.ts';

const titleLength = 300;
const descriptionLength = 2_000;
const bodyLength = 4_000;
const nameLength = 100;
const oldest = Date.UTC(2000, 0, 1);

/**
 * Returns a link that is safe to open, resolved against that of the feed; null for any other (`javascript:`, `data:`,
 * passwords).
 */
export function safeLink(text: string | undefined, base: string): string | null {
  const given = text?.trim() ?? '';
  if (given === '' || given.length > 2_000 || !URL.canParse(given, base)) return null;
  const url = new URL(given, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

/** Parses a date of RFC 822 or ISO 8601; null if there is none, or if it is before 2000 or after tomorrow. */
export function readDate(text: string | undefined, now: number): number | null {
  const given = text?.trim() ?? '';
  if (given === '' || given.length > 64) return null;
  const time = Date.parse(given);
  return Number.isFinite(time) && time >= oldest && time <= now + millisecondsOfDay ? time : null;
}

/** Returns the entry as plain text; undefined if it is empty. */
export function cleanItem(
  raw: RawItem,
  feed: { url: string; name: string; contents: 'news' | 'posts' },
  now: number,
): FeedItem | undefined {
  const title = plainText(raw.title ?? '', titleLength);
  const description = plainText(raw.description ?? '', descriptionLength);
  const body = plainText(raw.body ?? '', bodyLength);
  const text = description === '' ? body.slice(0, descriptionLength) : description;
  if (title === '' && text === '') return undefined;
  const link = safeLink(raw.link, feed.url);
  const published = readDate(raw.published, now);
  const identity = raw.id?.trim() || link || `${title}\n${text}\n${String(published)}`;
  const author = plainText(raw.author ?? '', nameLength);
  const common = { identity: identity.slice(0, 4_000), body, link, published };
  if (feed.contents === 'posts') {
    const displayName = plainText(raw.displayName ?? '', nameLength);
    return {
      ...common,
      kind: 'post',
      title: '',
      description: text === '' ? title : text,
      username: author || feed.name,
      displayName: displayName || author || feed.name,
    };
  }
  return {
    ...common,
    kind: 'news',
    title: title === '' ? plainText(text, 120) : title,
    description: text,
    username: null,
    displayName: null,
  };
}
