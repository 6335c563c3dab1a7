const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  middot: '·',
  bull: '•',
};

/** HTML entities that feeds use in XML without declaring them. */
export const htmlEntities = named;

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

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (entity, ten, hex, name) => {
      if (name !== undefined) return named[String(name)] ?? entity;
      const code = ten === undefined ? Number.parseInt(String(hex), 16) : Number(ten);
      const known = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return known ? String.fromCodePoint(code) : ' ';
    },
  );
}

/** Removes tags, comments, and the content of invisible elements, in linear time. */
function withoutTags(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    if (start === -1) break;
    if (!/[a-zA-Z/!?]/.test(text.charAt(start + 1))) {
      parts.push(text.slice(at, start + 1));
      at = start + 1;
      continue;
    }
    parts.push(text.slice(at, start), ' ');
    at = endOfTag(text, start);
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Returns where the tag at a position ends, including the content of an invisible element. */
function endOfTag(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
  const end = after(text, '>', start);
  const name = /^[a-zA-Z][a-zA-Z0-9]{0,20}/.exec(text.slice(start + 1, start + 22))?.[0]?.toLowerCase();
  if (name === undefined || !unread.has(name)) return end;
  const close = text.slice(end).search(new RegExp(`</${name}`, 'i'));
  return close === -1 ? text.length : after(text, '>', end + close);
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/**
 * Converts HTML or text of a feed to plain text: without tags however often they were encoded, entities decoded, on one
 * line, without control characters, direction marks, and invisible characters; truncated to `limit` characters with “…”.
 */
export function plainText(given: string, limit: number): string {
  let text = given.slice(0, 20 * limit + 1_000);
  for (let round = 0; round < rounds; round += 1) {
    const next = decoded(withoutTags(text));
    if (next === text) break;
    text = next;
  }
  text = withoutTags(text)
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
