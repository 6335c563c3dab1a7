/** What a value of a field is; the canonical form of each is a text. */
export type DirectoryFieldKind =
  | 'line'
  | 'text'
  | 'url'
  | 'email'
  | 'year'
  | 'boolean'
  | 'country'
  | 'tag'
  | 'entity';

/** One field of an entity record. */
export interface DirectoryField {
  readonly kind: DirectoryFieldKind;
  /** How many values it has at most; 1: a single value. */
  readonly limit: number;
  /** Longest value in characters. */
  readonly maxLength: number;
  readonly label: string;
}

const one = (kind: DirectoryFieldKind, label: string, maxLength = 300): DirectoryField => ({
  kind,
  limit: 1,
  maxLength,
  label,
});
const many = (kind: DirectoryFieldKind, label: string, limit: number, maxLength: number): DirectoryField => ({
  kind,
  limit,
  maxLength,
  label,
});

/**
 * Every field that a source can state and an editor can change. Single-value fields have their own name in the record
 * numbers social profiles (4), countries (6), and tags (7).
 */
export const directoryFields = {
  proper_name: one('line', 'Name', 200),
  entity_type: one('tag', 'Type', 60),
  parent_id: one('entity', 'Parent', 100),
  ceo: one('line', 'CEO'),
  key_personnel: one('line', 'Key personnel', 1000),
  ticker: one('line', 'Ticker', 200),
  year_founded: one('year', 'Founded', 4),
  ens_address: one('line', 'ENS', 255),
  url: one('url', 'Website', 2000),
  contact_phone: one('line', 'Phone', 100),
  contact_address: one('text', 'Address', 1000),
  contact_twitter: one('line', 'Twitter'),
  contact_telegram: one('line', 'Telegram'),
  contact_email: one('email', 'Email', 254),
  legal_info_url: one('url', 'Legal information', 2000),
  note: one('text', 'Note', 10_000),
  logo: one('url', 'Logo', 2000),
  ofac: one('boolean', 'OFAC', 5),
  dead: one('boolean', 'Dead', 5),
  centralized: one('boolean', 'Centralized', 5),
  no_kyc_req: one('boolean', 'No KYC required', 5),
  revisit_site: one('boolean', 'Revisit site', 5),
  social_media_profile: many('url', 'Social media profiles', 4, 2000),
  associate_country: many('country', 'Countries', 6, 2),
  entity_tag: many('tag', 'Tags', 7, 60),
  description: many('text', 'Description', 8, 10_000),
  alias: many('line', 'Aliases', 50, 200),
  registration: many('line', 'Registrations', 20, 300),
  program: many('line', 'Sanctions programs', 20, 200),
  fatf_status: one('line', 'FATF list', 100),
  eu_status: one('line', 'EU list', 100),
  ofac_status: one('line', 'OFAC program for the country', 100),
  coinbase_tag: many('line', 'Coinbase tags', 20, 100),
} as const satisfies Record<string, DirectoryField>;
export type DirectoryFieldName = keyof typeof directoryFields;

function isFieldName(name: string): name is DirectoryFieldName {
  return Object.hasOwn(directoryFields, name);
}
/** Names of all fields in the order of the profile. */
export const directoryFieldNames: readonly DirectoryFieldName[] =
  Object.keys(directoryFields).filter(isFieldName);

/** Returns the field with this name; undefined if there is none. */
export function directoryFieldOf(name: string): DirectoryField | undefined {
  return isFieldName(name) ? directoryFields[name] : undefined;
}

/** Whether a source or an editor may use this name. */
export const isDirectoryField = isFieldName;

/** Characters that no value can contain: control characters (except line breaks in texts) and direction marks. */
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const hiddenInText = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function canonicalUrl(text: string): string | undefined {
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return url.href.replace(/\/+$/, '');
}

const booleans: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  '1': 'true',
  false: 'false',
  no: 'false',
  '0': 'false',
};

function canonicalOfKind(kind: DirectoryFieldKind, text: string): string | undefined {
  switch (kind) {
    case 'line':
      return hidden.test(text) ? undefined : text.replaceAll(/\s+/g, ' ');
    case 'text':
      return hiddenInText.test(text) ? undefined : text;
    case 'url':
      return hidden.test(text) ? undefined : canonicalUrl(text);
    case 'email':
      return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(text) ? text : undefined;
    case 'year':
      return /^(?:1[5-9]|20|21)\d\d$/.test(text) ? text : undefined;
    case 'boolean':
      return booleans[text.toLowerCase()];
    case 'country':
      return /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined;
    case 'tag':
      return canonicalTag(text);
    case 'entity':
      return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text) ? text : undefined;
  }
}

function canonicalTag(text: string): string | undefined {
  const tag = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return tag === '' ? undefined : tag;
}

/**
 * The canonical form of a value of a field: trimmed and composed (NFC), countries as ISO 3166-1 alpha-2 capitals, types and
 * tags in small letters with underscores, addresses of the web with their scheme and without a closing slash, booleans
 * `true` or `false`. Undefined if the text is no value of the field.
 */
export function canonicalValue(name: DirectoryFieldName, text: string): string | undefined {
  const { kind, maxLength } = directoryFields[name];
  const given = text.trim().normalize('NFC');
  if (given === '' || given.length > 4 * maxLength) return undefined;
  const value = canonicalOfKind(kind, given);
  return value === undefined || value === '' || value.length > maxLength ? undefined : value;
}

/** Names of numbered values in the record: the first social profile bears the field's own name. */
export const numberedFields = {
  social_media_profile: [
    'social_media_profile',
    'social_media_profile_2',
    'social_media_profile_3',
    'social_media_profile_4',
  ],
  associate_country: [
    'associate_country_1',
    'associate_country_2',
    'associate_country_3',
    'associate_country_4',
    'associate_country_5',
    'associate_country_6',
  ],
  entity_tag: [
    'entity_tag1',
    'entity_tag2',
    'entity_tag3',
    'entity_tag4',
    'entity_tag5',
    'entity_tag6',
    'entity_tag7',
  ],
} as const;

/** Placeholder images by entity type, for entities without logo. */
export const fallbackLogos = [
  'exchange',
  'pool',
  'mixer',
  'sanctioned',
  'illicit',
  'wallet',
  'defi',
  'gambling',
  'payment',
  'person',
  'country',
  'entity',
] as const;
export type FallbackLogo = (typeof fallbackLogos)[number];

const logoWords: readonly (readonly [RegExp, FallbackLogo])[] = [
  [/sanction|ofac/, 'sanctioned'],
  [/csam|darknet|ransom|scam|fraud|hack|theft|thief|terror|malware|extortion|illicit|spam/, 'illicit'],
  [/mixer|mixing|coinjoin|tumbler/, 'mixer'],
  [/decentrali[sz]ed|defi|bridge|token|protocol|lending|nft|collection/, 'defi'],
  [/exchange|broker|otc|trading|vasp/, 'exchange'],
  [/pool|miner|mining/, 'pool'],
  [/wallet|custod/, 'wallet'],
  [/gambl|casino|betting/, 'gambling'],
  [/payment|merchant|processor|donation|charity/, 'payment'],
  [/person|individual/, 'person'],
  [/country|jurisdiction/, 'country'],
];

/** The image for an entity of this type without a logo. */
export function fallbackLogoOf(entityType: string | null): FallbackLogo {
  const type = (entityType ?? '').toLowerCase();
  return logoWords.find(([words]) => words.test(type))?.[1] ?? 'entity';
}

/** Whether an entity is one that organizations without `allowCSAM` do not see: csam in type or tags. */
export function isCsam(entity: { type: string | null; tags: readonly string[] }): boolean {
  return [entity.type ?? '', ...entity.tags].some((word) => word.toLowerCase().includes('csam'));
}
