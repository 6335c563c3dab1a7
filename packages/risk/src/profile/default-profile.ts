import { defaultLevelBounds } from '@hopscope/domain';
import { categories } from '../categories/categories.ts';
import type { RiskProfile, ScoredCategory } from './profile.ts';

const percent = 10_000;
const million = 1_000_000;
const hour = 3600;
const day = 24 * hour;

const saturations = {
  sanctioned: 5 * percent,
  child_abuse: 5 * percent,
  terrorism: 5 * percent,
  ransomware: 10 * percent,
  stolen: 10 * percent,
  darknet_market: 10 * percent,
  extortion: 10 * percent,
  scam: 10 * percent,
  mixer: 25 * percent,
  no_kyc_service: 50 * percent,
  coinjoin: 50 * percent,
  gambling: 50 * percent,
  spam: 50 * percent,
  bridge: 50 * percent,
  exchange: million,
  defi: million,
  payment_processor: million,
  mining: million,
  other_service: million,
} as const satisfies Record<ScoredCategory, number>;

/** Categories that a profile has a severity and a saturation for, gravest first. */
export const scoredCategories = Object.keys(saturations) as readonly ScoredCategory[];

const severities = Object.fromEntries(scoredCategories.map((id) => [id, categories[id].severity])) as Record<
  ScoredCategory,
  number
>;

/** Default risk profile. */
export const defaultProfile: RiskProfile = {
  name: 'Default',
  walk: {
    method: 'haircut',
    hops: 3,
    budget: 1000,
    rounds: 40,
    movements: 2000,
    minimumShare: percent / 10,
    minimumConfidence: 50,
    mixerLinks: 0,
  },
  weights: { entity: 50 * percent, transaction: 35 * percent, jurisdiction: 15 * percent },
  dominance: { entity: 95 * percent, transaction: 60 * percent, jurisdiction: 60 * percent },
  hopWeights: {
    backward: [million, 80 * percent, 65 * percent, 50 * percent, 40 * percent],
    forward: [80 * percent, 40 * percent, 25 * percent, 15 * percent, 10 * percent],
  },
  severities,
  saturations,
  caps: {
    sanctions: million,
    crime: million,
    obfuscation: 80 * percent,
    high_risk: 65 * percent,
    service: 50 * percent,
    other: 30 * percent,
  },
  direct: {
    from: percent / 10,
    intensities: {
      sanctions: 90 * percent,
      crime: 80 * percent,
      obfuscation: 0,
      high_risk: 0,
      service: 0,
      other: 0,
    },
  },
  countries: {
    severities: { ofac: 95, fatf_black: 90, eu: 70, fatf_grey: 40 },
    saturation: 25 * percent,
  },
  behaviors: {
    structuring: { severity: 60, least: 5, within: 7 * day, band: 80 * percent },
    rapid_movement: { severity: 35, least: 3, within: hour, share: 80 * percent },
    peel_chain: { severity: 50, least: 5, keep: 85 * percent, within: 2 * day },
    dormant_then_active: { severity: 30, gap: 365 * day, within: 7 * day, share: 50 * percent },
    round_trip: { severity: 40, least: 2, within: 30 * day, tolerance: 5 * percent },
    bridge_hop: { severity: 45, within: day, share: 50 * percent },
    poisoning: { severity: 10, share: percent / 10 },
    dead_entity: { severity: 30, saturation: 25 * percent },
    frozen: { severity: 90, lifted: 30 * percent },
    frozen_party: { severity: 60, saturation: 25 * percent },
  },
  thresholds: { BTC: ['10000000'], ETH: ['3000000000000000000'] },
  minimumKnown: percent,
  levels: defaultLevelBounds,
};
