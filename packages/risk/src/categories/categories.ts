/** What groups of categories have in common. */
export type CategoryGroup = 'sanctions' | 'crime' | 'obfuscation' | 'high_risk' | 'service' | 'other';

/** A kind of counterparty, or of end of a walk. */
export interface Category {
  /** As pages write it. */
  readonly name: string;
  readonly group: CategoryGroup;
  /** 0 to 100: how grave direct dealings with it are; 0: it says nothing bad. Profiles can change it. */
  readonly severity: number;
  /** Whether a walk ends at an owner of this category: a service mixes the money of many, and whoever is named is an answer. */
  readonly stops: boolean;
}

const category = (name: string, group: CategoryGroup, severity: number, stops = true): Category => ({
  name,
  group,
  severity,
  stops,
});

/** All categories, gravest first; of equal severity, the one that stands first is the graver one. */
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
  no_kyc_service: category('Service without KYC', 'high_risk', 62),
  coinjoin: category('CoinJoin', 'obfuscation', 58),
  gambling: category('Gambling', 'high_risk', 40),
  spam: category('Sender of spam', 'other', 30),
  bridge: category('Bridge', 'high_risk', 25),
  /** For whoever is nothing graver; what the countries count stands in the part of jurisdictions. */
  high_risk_jurisdiction: category('Service in a high-risk jurisdiction', 'high_risk', 20),
  exchange: category('Exchange', 'service', 0),
  defi: category('Decentralized finance', 'service', 0),
  payment_processor: category('Payment processor', 'service', 0),
  mining: category('Mining', 'service', 0),
  other_service: category('Other service', 'service', 0),
  personal: category('Private wallet', 'other', 0, false),
  unnamed: category('Named without a kind', 'other', 0),
  mined: category('Newly mined', 'other', 0),
  fee: category('Fees', 'other', 0),
  held: category('Still held', 'other', 0),
  burnt: category('Destroyed', 'other', 0),
} as const satisfies Record<string, Category>;

export type CategoryId = keyof typeof categories;

/** Ids of all categories, gravest first. */
export const categoryIds = Object.keys(categories) as readonly CategoryId[];

const places = new Map(categoryIds.map((id, place) => [id, place]));

/** For sorting: the graver category first. */
export function byGravity(a: CategoryId, b: CategoryId): number {
  return (places.get(a) ?? 0) - (places.get(b) ?? 0);
}

/** The gravest category of a list; of an empty one `unnamed`. */
export function gravest(ids: readonly CategoryId[]): CategoryId {
  return ids.toSorted(byGravity)[0] ?? 'unnamed';
}
