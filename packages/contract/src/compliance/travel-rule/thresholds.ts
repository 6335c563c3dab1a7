/** From which amount the rule applies in a jurisdiction. */
export interface TravelThreshold {
  /** ISO 3166-1 alpha-2; EU: its member states. */
  readonly country: string;
  readonly name: string;
  /** In whole units of the currency; 0: every transfer. */
  readonly amount: number;
  readonly currency: string;
  /** Where it is written. */
  readonly basis: string;
}

/**
 * Thresholds of laws and supervisors, as starting points: an organization states its own in US dollars. `fatf` applies where
 * nothing else does (FATF, Interpretive Note to Recommendation 16: 1,000 USD or EUR).
 */
export const travelThresholds: readonly TravelThreshold[] = [
  {
    country: 'AE',
    name: 'United Arab Emirates (Dubai)',
    amount: 3_500,
    currency: 'AED',
    basis: 'VARA Compliance and Risk Management Rulebook, Part III.G',
  },
  {
    country: 'CA',
    name: 'Canada',
    amount: 1_000,
    currency: 'CAD',
    basis: 'Proceeds of Crime (Money Laundering) and Terrorist Financing Regulations, section 124.1',
  },
  { country: 'CH', name: 'Switzerland', amount: 0, currency: 'CHF', basis: 'AMLO-FINMA, article 10' },
  { country: 'EU', name: 'European Union', amount: 0, currency: 'EUR', basis: 'Regulation (EU) 2023/1113' },
  {
    country: 'GB',
    name: 'United Kingdom',
    amount: 0,
    currency: 'GBP',
    basis: 'Money Laundering Regulations 2017, Part 7A',
  },
  {
    country: 'HK',
    name: 'Hong Kong',
    amount: 8_000,
    currency: 'HKD',
    basis: 'Anti-Money Laundering and Counter-Terrorist Financing Ordinance (Cap. 615), Schedule 2',
  },
  {
    country: 'KR',
    name: 'South Korea',
    amount: 1_000_000,
    currency: 'KRW',
    basis: 'Enforcement Decree of the Act on Reporting and Using Specified Financial Transaction Information',
  },
  { country: 'SG', name: 'Singapore', amount: 1_500, currency: 'SGD', basis: 'MAS Notice PSN02' },
  { country: 'US', name: 'United States', amount: 3_000, currency: 'USD', basis: '31 CFR 1010.410' },
];

/** The recommendation itself, for other jurisdictions. */
export const fatfThreshold = { amount: 1_000, currency: 'USD', basis: 'FATF Recommendation 16' } as const;
