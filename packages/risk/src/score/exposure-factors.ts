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

function isScored(id: CategoryId, { severities }: RiskProfile): id is ScoredCategory {
  return id in severities;
}

/** How grave a category is, 0 to 100: by the profile, or by itself where profiles have nothing to say of it. */
export function severityOf(category: CategoryId, profile: RiskProfile): number {
  return isScored(category, profile) ? profile.severities[category] : categories[category].severity;
}

/** A CoinJoin is a way to deal, everything else is somebody to deal with. */
function groupOf(category: CategoryId): ScoreGroup {
  return category === 'coinjoin' ? 'transaction' : 'entity';
}

/** Exposures to grave categories: a factor for each category, direct and indirect ones apart. */
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

/** A category never brings more than its severity, its group never more than the profile says. */
function capsOf(category: ScoredCategory, { severities, caps }: RiskProfile): Cap[] {
  const { group } = categories[category];
  return [capAt(category, severities[category]), { id: group, limit: caps[group] }];
}

/** Direct dealings that are more than dust weigh at least what the profile says for their kind. */
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

/** The own labels that are sure enough to count. */
export function countingLabels({ own, profile }: Pick<ScoreInput, 'own' | 'profile'>): Label[] {
  return own.filter(({ confidence }) => confidence >= profile.walk.minimumConfidence);
}

/** What the address or entity is itself, where that is grave: a factor for each such category. */
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
        name: `${name} itself`,
        description: `The directory says so: ${labels.map(labelText).join('; ')}`,
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

function labelText({ name, source, since, confidence }: Label): string {
  return `${name}, by ${source}${since === null ? '' : ` since ${since}`}, confidence ${confidence}`;
}
