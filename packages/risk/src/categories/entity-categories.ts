import { byGravity, type CategoryId } from './categories.ts';

/** Listings of a country. */
export interface CountryFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** FATF's list as the directory words it: `Call for action (black list)` or `Increased monitoring (grey list)`. */
  readonly fatf: string | null;
  /** Listed as a high-risk third country by the European Union (Delegated Regulation (EU) 2016/1675). */
  readonly eu: string | null;
  /** Under a comprehensive program of OFAC. */
  readonly ofac: boolean | null;
  /** First day of the most severe listing, YYYY-MM-DD; null: unknown. */
  readonly since: string | null;
}

/** What the directory knows of an entity, as far as categories follow from it. Null: not known. */
export interface EntityFacts {
  readonly type: string | null;
  readonly tags: readonly string[];
  /** On OFAC's list of today (or of the day of the question). */
  readonly ofac: boolean | null;
  readonly noKyc: boolean | null;
  readonly countries: readonly CountryFacts[];
}

/** Words of the directory (types, and tags of the same words) by category. */
const words: Readonly<Partial<Record<CategoryId, readonly string[]>>> = {
  sanctioned: ['sanctioned', 'sanction', 'ofac'],
  child_abuse: ['csam', 'child_sexual_abuse'],
  terrorism: ['terrorism', 'terrorism_financing', 'extremism'],
  ransomware: ['ransomware'],
  stolen: ['hacker', 'hack', 'theft', 'stolen', 'exploit', 'thief'],
  darknet_market: ['darknet_market', 'dark_web', 'drugs', 'weapons'],
  extortion: ['extortion', 'sextortion'],
  scam: ['scam', 'investment_scam', 'phishing', 'ponzi_scheme', 'pyramid_scheme', 'fraud'],
  mixer: ['mixer', 'mixing_service', 'mixing'],
  coinjoin: ['coinjoin_coordinator', 'coinjoin'],
  gambling: ['gambling', 'casino'],
  spam: ['spammer', 'spam', 'address_poisoning'],
  bridge: ['bridge', 'defi_bridge'],
  exchange: ['exchange', 'broker', 'atm', 'otc'],
  defi: ['defi', 'decentralized_exchange', 'lending', 'token_issuer', 'collection', 'staking'],
  payment_processor: ['payment_processor'],
  mining: ['mining_pool', 'miner'],
  other_service: [
    'custodian',
    'wallet_service',
    'marketplace',
    'merchant',
    'employer',
    'organization',
    'charity',
    'faucet',
    'service',
  ],
  personal: ['person', 'customer', 'user'],
};

const categoryOfWord = new Map<string, CategoryId>(
  Object.entries(words).flatMap(([id, terms]) =>
    terms.map((word): [string, CategoryId] => [word, id as CategoryId]),
  ),
);

/** Services that FATF Recommendation 15 requires to identify their customers. */
const asksCustomers: readonly CategoryId[] = ['exchange', 'payment_processor'];
/** Services whose supervision depends on their jurisdiction. */
const supervised: readonly CategoryId[] = [...asksCustomers, 'defi', 'gambling', 'other_service'];

function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Returns the most severe listing of a country; null if it has none. */
export type CountryListing = 'ofac' | 'fatf_black' | 'eu' | 'fatf_grey';

/**
 * OFAC's comprehensive programs before FATF's call for action, that before the European Union's list of high-risk third
 * countries, that before FATF's increased monitoring.
 */
export function listingOf({ fatf, eu, ofac }: CountryFacts): CountryListing | null {
  if (ofac === true) return 'ofac';
  const word = (fatf ?? '').toLowerCase();
  if (/call for action|black/.test(word)) return 'fatf_black';
  if (eu !== null && eu !== '') return 'eu';
  return /increased monitoring|grey/.test(word) ? 'fatf_grey' : null;
}

/** Whether a service there counts as one in a high-risk jurisdiction: every list but FATF's increased monitoring. */
function isHighRisk(country: CountryFacts): boolean {
  const listing = listingOf(country);
  return listing !== null && listing !== 'fatf_grey';
}

/**
 * The categories of an entity, gravest first: of its type and of each tag that is one of the directory's words; `sanctioned`
 * by OFAC's mark; `no_kyc_service` for exchanges and payment processors, `high_risk_jurisdiction` for services. Without any
 * word that is known: `unnamed`.
 */
export function categoriesOf(facts: EntityFacts): CategoryId[] {
  const found = new Set<CategoryId>();
  for (const word of [facts.type ?? '', ...facts.tags]) {
    const id = word.toLowerCase().includes('csam') ? 'child_abuse' : categoryOfWord.get(plain(word));
    if (id) found.add(id);
  }
  if (facts.ofac === true) found.add('sanctioned');
  if (facts.noKyc === true && asksCustomers.some((id) => found.has(id))) found.add('no_kyc_service');
  if (supervised.some((id) => found.has(id)) && facts.countries.some(isHighRisk)) {
    found.add('high_risk_jurisdiction');
  }
  if (found.size === 0) return ['unnamed'];
  return [...found].toSorted(byGravity);
}
