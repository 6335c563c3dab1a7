import { categories, type CategoryId } from '../categories/categories.ts';
import type { Exposure, Label, WalkResult } from '../exposure/types.ts';
import type { RiskProfile, ScoreGroup, ScoredCategory } from '../profile/profile.ts';
import type { ScoreInput } from './answer.ts';
import type { Cap } from './sum.ts';
import {
  aboutExposures,
  capAt,
  exposureText,
  intensityOf,
  type RawFactor,
  scoreAt,
  verbOf,
} from './raw-factor.ts';
import { labelSourceText } from './format.ts';

function isScored(id: CategoryId, { severities }: RiskProfile): id is ScoredCategory {
  return id in severities;
}

/** Returns the severity of a category, 0 to 100: from the profile, or the default if profiles don't set it. */
export function severityOf(category: CategoryId, profile: RiskProfile): number {
  return isScored(category, profile) ? profile.severities[category] : categories[category].severity;
}

/** A CoinJoin is a kind of transaction; all other categories are counterparties. */
function groupOf(category: CategoryId): ScoreGroup {
  return category === 'coinjoin' ? 'transaction' : 'entity';
}

/** Returns exposure factors: one per category, with separate factors for direct and indirect exposure. */
export function exposureFactors(walk: WalkResult, { profile, asset }: ScoreInput): RawFactor[] {
  const { direction } = walk;
  const together = Map.groupBy(walk.exposures, ({ category, direct }) => `${category} ${direct}`);
  return [...together.values()].flatMap((exposures): RawFactor[] => {
    const [first] = exposures;
    if (!first || !isScored(first.category, profile)) return [];
    const { category, direct } = first;
    const score = scoreAt(profile.severities[category], intensity(exposures, category, walk, profile));
    if (score === 0) return [];
    const { name } = categories[category];
    const about = aboutExposures(exposures, walk, name);
    const way = direct ? 'direct' : 'indirect';
    const text = exposureText(about, direction, exposures.length, asset);
    return [
      {
        ...about,
        id: `${verbOf(direction)}.${way}.${category}`,
        group: groupOf(category),
        name: `${name}, ${verbOf(direction)} ${way}ly`,
        description: text,
        score,
        category,
        caps: capsOf(category, profile),
      },
    ];
  });
}

/** A category contributes at most its severity, and its group at most the profile's cap. */
function capsOf(category: ScoredCategory, { severities, caps }: RiskProfile): Cap[] {
  const { group } = categories[category];
  return [capAt(category, severities[category]), { id: group, limit: caps[group] }];
}

/** Direct exposure above the dust limit has at least the profile's intensity for its group. */
function intensity(
  exposures: readonly Exposure[],
  category: ScoredCategory,
  walk: WalkResult,
  profile: RiskProfile,
): number {
  const plain = intensityOf(exposures, walk, profile.saturations[category], profile);
  if (exposures[0]?.direct !== true) return plain;
  const amount = exposures.reduce((sum, one) => sum + one.amount, 0n);
  if (amount * 1_000_000n < walk.total * BigInt(profile.direct.from)) return plain;
  const least = profile.direct.intensities[categories[category].group];
  const weight = profile.hopWeights[walk.direction][0] ?? 0;
  return Math.max(plain, Math.floor((least * weight) / 1_000_000));
}

/** Returns the subject's own labels that reach the minimum confidence. */
export function countingLabels({ own, profile }: Pick<ScoreInput, 'own' | 'profile'>): Label[] {
  return own.filter(({ confidence }) => confidence >= profile.walk.minimumConfidence);
}

/** Returns one factor per scored category of the subject's own labels. */
export function ownFactors(input: ScoreInput): RawFactor[] {
  const { profile } = input;
  const counting = countingLabels(input);
  const all = new Set(counting.flatMap((label) => label.categories));
  return [...all].flatMap((category): RawFactor[] => {
    if (!isScored(category, profile)) return [];
    const score = scoreAt(profile.severities[category], 1_000_000);
    if (score === 0) return [];
    const labels = counting.filter((label) => label.categories.includes(category));
    const { name } = categories[category];
    return [
      {
        id: `own.${category}`,
        group: groupOf(category),
        name: `${name}, own attribution`,
        description: `Attributed in the directory: ${labels.map(labelText).join('; ')}`,
        score,
        category,
        direction: null,
        amount: null,
        share: null,
        hops: 0,
        entities: [],
        evidence: [],
        transactions: 0,
        labels,
        caps: capsOf(category, profile),
      },
    ];
  });
}

function labelText(label: Label): string {
  return `${label.name} ${labelSourceText(label)}confidence ${label.confidence})`;
}
