/** Groups of categories. */
export type CategoryGroup = 'sanctions' | 'crime' | 'obfuscation' | 'high_risk' | 'service' | 'other';

/** A category of counterparty or of endpoint of a walk. */
export interface Category {
  /** Display name. */
  readonly name: string;
  readonly group: CategoryGroup;
  /** Severity of direct exposure, 0 to 100; 0: no risk. Profiles can change it. */
  readonly severity: number;
  /** Whether a walk ends at an owner of this category, because services commingle funds and a named owner is an answer. */
  readonly stops: boolean;
}

const category = (name: string, group: CategoryGroup, severity: number, stops = true): Category => ({
  name,
  group,
  severity,
  stops,
});

/** All categories, most severe first; at equal severity, the earlier one is more severe. */
export const categories = {
  sanctioned: category('Sanctioned', 'sanctions', 100),
  child_abuse: category('Child abuse material', 'crime', 100),
  terrorism: category('Terrorism', 'crime', 100),
  ransomware: category('Ransomware', 'crime', 95),
  stolen: category('Stolen funds', 'crime', 94),
  darknet_market: category('Darknet market', 'crime', 90),
  extortion: category('Extortion', 'crime', 90),
  scam: category('Scam', 'crime', 85),
  mixer: category('Mixer', 'obfuscation', 74),
  no_kyc_service: category('No-KYC service', 'high_risk', 62),
  coinjoin: category('CoinJoin', 'obfuscation', 58),
  gambling: category('Gambling', 'high_risk', 40),
  spam: category('Spam', 'other', 30),
  bridge: category('Bridge', 'high_risk', 25),
  /** For services without a more severe category; the jurisdiction group scores the countries. */
  high_risk_jurisdiction: category('Service in a high-risk jurisdiction', 'high_risk', 20),
  exchange: category('Exchange', 'service', 0),
  defi: category('Decentralized finance', 'service', 0),
  payment_processor: category('Payment processor', 'service', 0),
  mining: category('Mining', 'service', 0),
  other_service: category('Other service', 'service', 0),
  personal: category('Private wallet', 'other', 0, false),
  unnamed: category('Uncategorized entity', 'other', 0),
  mined: category('Newly mined coins', 'other', 0),
  fee: category('Fees', 'other', 0),
  unspent: category('Unspent', 'other', 0),
  burnt: category('Burned', 'other', 0),
} as const satisfies Record<string, Category>;

export type CategoryId = keyof typeof categories;

/** Ids of all categories, most severe first. */
export const categoryIds = Object.keys(categories) as readonly CategoryId[];

const places = new Map(categoryIds.map((id, place) => [id, place]));

/** Comparator: more severe categories first. */
export function byGravity(a: CategoryId, b: CategoryId): number {
  return (places.get(a) ?? 0) - (places.get(b) ?? 0);
}

/** Returns the most severe category of a list; `unnamed` if it is empty. */
export function gravest(ids: readonly CategoryId[]): CategoryId {
  return ids.toSorted(byGravity)[0] ?? 'unnamed';
}
