import { fallbackLogoOf } from '@hopscope/contract';

/** Paths of API calls, which can't be IDs of entities. */
const reserved = new Set([
  'changes',
  'editors',
  'jobs',
  'last-update',
  'logo',
  'new',
  'releases',
  'sources',
  'update',
  'csam-related-entity',
]);

const legalForms = new Set(
  `ab ag as bv co company corp corporation doo fze gmbh inc incorporated kft kg lda limited llc llp lp ltd nv
   oao ood ooo ou oy oyj plc pte pty sa sarl sas sia sl spa sro srl uab ug zao zrt`.split(/\s+/),
);

/** Converts to lower case without diacritics: é becomes e, ß becomes ss. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae');
}

/**
 * Returns the key for comparing names: lower case without diacritics, punctuation, and trailing legal forms ("Bitstamp
 * Europe S.A." equals "bitstamp europe"). Null if too little is left.
 */
export function nameKeyOf(name: string): string | null {
  const words = plain(name)
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const end = words.findLastIndex((word) => !legalForms.has(word));
  const key = words.slice(0, end + 1).join(' ');
  return key.length < 3 ? null : key;
}

/** Returns the domain of an entity: the host of its own site, not of a page on another site. */
export function domainOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, search } = new URL(url);
  if (pathname.length > 1 || search !== '' || !hostname.includes('.')) return null;
  if (/^[\d.]+$/.test(hostname)) return null;
  return hostname.toLowerCase().replace(/^www\./, '');
}

/** Returns the start of an entity's ID: lower-case letters, digits, and hyphens of its name, at most 60 characters. */
export function slugOf(name: string): string {
  const slug = plain(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  if (slug === '') return 'entity';
  return reserved.has(slug) ? `${slug}-entity` : slug;
}

/** Tests whether a text is a valid ID of an entity. */
export function isEntityId(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text) && !reserved.has(text);
}

/** Tests whether subjects of these types can be one entity: the types agree, or one is unknown. */
export function compatibleTypes(a: string | null, b: string | null): boolean {
  const [one, other] = [fallbackLogoOf(a), fallbackLogoOf(b)];
  return one === other || one === 'entity' || other === 'entity';
}

/** Tests for a person, who is never matched by name. */
export function isPerson(type: string | null): boolean {
  return fallbackLogoOf(type) === 'person';
}
