/**
 * Scales that map a score from 0 to 100 to a level, a color, or a label. The requirements define a scale of its own for
 * several screens. All scales are in this file: `test/score-scales.test.ts` forbids comparing a score with a number anywhere
 * else. Screens without a scale use the risk profile of the organization (`riskLevelOf`).
 */

/** Levels by a risk profile, the gravest first; `unknown` is no score, which is not 0. */
export const riskLevels = ['high', 'medium', 'low', 'very_low', 'unknown'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Levels of the Screener's risk filter and of FlowTrace, each by a scale of its own. */
export const riskBands = ['high', 'medium', 'low', 'unknown'] as const;
export type RiskBand = (typeof riskBands)[number];

/** Minimum scores of the levels of a risk profile: descending whole numbers from 1 to 100. */
export interface LevelBounds {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

/** Default levels, unless an organization changes them; the score card of the Risk Dashboard uses 80, 50, and 20. */
export const defaultLevelBounds: LevelBounds = { high: 80, medium: 50, low: 20 };

/** The level of a whole score of 0 to 100 by a risk profile; of null it is unknown. */
export function riskLevelOf(score: number | null, bounds: LevelBounds): RiskLevel {
  if (score === null) return 'unknown';
  if (score >= bounds.high) return 'high';
  if (score >= bounds.medium) return 'medium';
  return score >= bounds.low ? 'low' : 'very_low';
}

/** Steps of a scale from the top down, each with its minimum whole score, and the value below all of them. */
interface Scale<L extends string> {
  readonly steps: readonly (readonly [from: number, level: L])[];
  readonly below: L;
}

function stepOf<L extends string>({ steps, below }: Scale<L>, score: number): L {
  return steps.find(([from]) => score >= from)?.[1] ?? below;
}

/** The Screener's risk filter: high above 70, medium 41 to 70, low up to 40. */
const filterBands: Scale<Exclude<RiskBand, 'unknown'>> = {
  steps: [
    [71, 'high'],
    [41, 'medium'],
  ],
  below: 'low',
};

/**
 * Band by which the Screener filters, counts, and names a transaction. Screening stores it with the score; readers use the
 * stored band and don't derive it again.
 */
export function screenerBandOf(score: number): Exclude<RiskBand, 'unknown'>;
export function screenerBandOf(score: number | null): RiskBand;
export function screenerBandOf(score: number | null): RiskBand {
  return score === null ? 'unknown' : stepOf(filterBands, score);
}

export type ScoreColor = 'red' | 'yellow' | 'green';

/** The Screener's table: an average above 70 is red, above 30 yellow, else green. */
const tableColors: Scale<ScoreColor> = {
  steps: [
    [71, 'red'],
    [31, 'yellow'],
  ],
  below: 'green',
};

/** The color of a rounded average in the Screener's table. */
export function tableColorOf(average: number): ScoreColor {
  return stepOf(tableColors, average);
}

export type DetailLevel = 'HIGH' | 'MEDIUM' | 'LOW';

/** The dialog of a transaction in the Screener: HIGH at 80 or more, MEDIUM at 60 or more, else LOW. */
const detailLevels: Scale<DetailLevel> = {
  steps: [
    [80, 'HIGH'],
    [60, 'MEDIUM'],
  ],
  below: 'LOW',
};

/** The label in the dialog of a transaction; of null it is unknown. */
export function detailLevelOf(score: number | null): DetailLevel | 'UNKNOWN' {
  return score === null ? 'UNKNOWN' : stepOf(detailLevels, score);
}

/** Explorer and entity pages: a score above 70 is red, above 40 amber, else green. Their words follow the profile. */
const pageColors: Scale<ScoreColor> = {
  steps: [
    [71, 'red'],
    [41, 'yellow'],
  ],
  below: 'green',
};

/** The color of a score on the page of an address or entity. */
export function pageColorOf(score: number): ScoreColor {
  return stepOf(pageColors, score);
}

/** FlowTrace: 70 and above high, 40 to 69 medium, below 40 low. */
const flowBands: Scale<Exclude<RiskBand, 'unknown'>> = {
  steps: [
    [70, 'high'],
    [40, 'medium'],
  ],
  below: 'low',
};

/** The band of a node on the canvas; of null it is unknown. */
export function flowBandOf(score: number | null): RiskBand {
  return score === null ? 'unknown' : stepOf(flowBands, score);
}

/** Bars of progress: above 70 they are in their exception state. */
export function isExceptional(score: number): boolean {
  return score > 70;
}

/** The sample dashboard: 80 and more red, 50 to 79 yellow, below green. */
const sampleColors: Scale<ScoreColor> = {
  steps: [
    [80, 'red'],
    [50, 'yellow'],
  ],
  below: 'green',
};

/** The color of a score on the sample dashboard. */
export function sampleColorOf(score: number): ScoreColor {
  return stepOf(sampleColors, score);
}

/** Priority labels of the sample dashboard: 80 or above CRITICAL, 50 or above HIGH, else MEDIUM. */
const samplePriorities: Scale<'CRITICAL' | 'HIGH' | 'MEDIUM'> = {
  steps: [
    [80, 'CRITICAL'],
    [50, 'HIGH'],
  ],
  below: 'MEDIUM',
};

/** The priority label of a sample transaction. */
export function samplePriorityOf(score: number): 'CRITICAL' | 'HIGH' | 'MEDIUM' {
  return stepOf(samplePriorities, score);
}

export type ReviewPriority = 'critical' | 'high' | 'medium' | 'low';

/** Review priority: critical from 80, below that by the bands of the risk filter (docs/concepts/screening.md). */
const reviewPriorities: Scale<ReviewPriority> = {
  steps: [[80, 'critical'], ...filterBands.steps],
  below: filterBands.below,
};

/** The priority by which the clock of a review runs. */
export function reviewPriorityOf(score: number): ReviewPriority {
  return stepOf(reviewPriorities, score);
}
