import { fallbackLogoOf } from '@hopscope/contract';

/** Paths below which calls stand that no entity can be called by. */
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

/** Small letters without marks: é becomes e, ß becomes ss. */
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
 * What names are compared by: small letters without marks, punctuation and closing legal forms ("Bitstamp Europe S.A." and
 * "bitstamp europe" are one). Null where too little is left to go by.
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

/** The domain by which an entity is known: the host of its own site, not a page at somebody else's. */
export function domainOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, search } = new URL(url);
  if (pathname.length > 1 || search !== '' || !hostname.includes('.')) return null;
  if (/^[\d.]+$/.test(hostname)) return null;
  return hostname.toLowerCase().replace(/^www\./, '');
}

/** The beginning of an entity's id: small letters, digits and hyphens of its name, at most 60 characters. */
export function slugOf(name: string): string {
  const slug = plain(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  if (slug === '') return 'entity';
  return reserved.has(slug) ? `${slug}-entity` : slug;
}

/** Whether a text can be an entity's id. */
export function isEntityId(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text) && !reserved.has(text);
}

/** Whether subjects of these types can be one entity: the kinds agree, or one of them says nothing. */
export function compatibleTypes(a: string | null, b: string | null): boolean {
  const [one, other] = [fallbackLogoOf(a), fallbackLogoOf(b)];
  return one === other || one === 'entity' || other === 'entity';
}

/** A person is never taken for another one by the name. */
export function isPerson(type: string | null): boolean {
  return fallbackLogoOf(type) === 'person';
}
