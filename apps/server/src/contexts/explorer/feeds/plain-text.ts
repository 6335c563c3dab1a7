import { Parser } from 'htmlparser2';

/** Elements whose content readers don't see. */
const unread = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'template',
  'noscript',
  'svg',
  'math',
  'head',
  'title',
]);
const rounds = 4;

/** Returns the text of HTML, with a space for each tag and comment. */
function textOf(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    ontext(text) {
      if (hidden === 0) parts.push(text);
    },
    oncomment: () => void parts.push(' '),
    onopentagname(name) {
      parts.push(' ');
      if (unread.has(name)) hidden += 1;
    },
    onclosetag(name) {
      parts.push(' ');
      if (unread.has(name)) hidden -= 1;
    },
  });
  parser.end(html);
  return parts.join('');
}

/** Returns the character of an HTML entity, which feeds use in XML without declaring it; undefined for unknown names. */
export function characterOf(entity: string): string | undefined {
  const written = `&${entity};`;
  const text = textOf(written);
  return text === written ? undefined : text;
}

/**
 * Converts HTML or text of a feed to plain text: without tags however often they were encoded, entities decoded, on one
 * line, without control characters, direction marks, and invisible characters; truncated to `limit` characters with “…”.
 */
export function plainText(given: string, limit: number): string {
  let text = given.slice(0, 20 * limit + 1_000);
  for (let round = 0; round < rounds; round += 1) {
    const next = textOf(text);
    if (next === text) break;
    text = next;
  }
  text = text
    .replaceAll(/<(?=[a-zA-Z/!?])/g, '')
    .normalize('NFC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replaceAll(/[\p{Cc}\p{Co}\p{Cs}\p{Z}]+/gu, ' ')
    .trim();
  return cut(text, limit);
}

/** Truncates at a character boundary and appends “…”. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const stored = text.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(stored) ? stored.slice(0, -1) : stored}…`;
}
