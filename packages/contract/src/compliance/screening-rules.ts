import { z } from 'zod';

/** What to do with a transfer, the mildest first. */
export const screeningDecisions = ['allow', 'review', 'block'] as const;
export type ScreeningDecision = (typeof screeningDecisions)[number];

/** States of a score that has no number. */
export const unscoredStates = ['not_enough_seen', 'nothing_known', 'not_covered', 'failed'] as const;
export const clientRisks = ['low', 'medium', 'high'] as const;
export const transferDirections = ['in', 'out'] as const;

/** Limits of screening rules. */
export const screeningRuleLimits = { rules: 50, categories: 40 } as const;

/** All conditions have to hold. What is unknown never holds; `unscored` is for that. */
const conditions = z
  .object({
    direction: z.enum(transferDirections).optional(),
    /** The score is at least this. */
    minScore: z.int().min(0).max(100).optional(),
    /** There is no score, for one of these reasons. */
    unscored: z.array(z.enum(unscoredStates)).min(1).optional(),
    /**
     * Share of money from or to entities of these categories together, in the direction with more. `direct`: in one hop, or the
     * address itself belongs to one; `indirect`: in more hops.
     */
    exposure: z
      .object({
        categories: z.array(z.string().min(1).max(50)).min(1).max(screeningRuleLimits.categories),
        kind: z.enum(['direct', 'indirect', 'any']),
        /** Fraction of 1, more than this; without it, any. */
        minShare: z.number().min(0).max(1).default(0),
      })
      .optional(),
    /** The transfer is worth at least this, in US cents. */
    minCents: z.int().min(0).optional(),
    /** Country of the counterparty as the request names it (ISO 3166-1). */
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .min(1)
      .max(250)
      .optional(),
    clientRisk: z.array(z.enum(clientRisks)).min(1).optional(),
  })
  .refine((all) => Object.values(all).some((value) => value !== undefined), 'Set at least one condition');

/** A rule: if its conditions hold, the transfer is reviewed or blocked. */
export const screeningRule = z.object({
  /** Stable name within the rules, which decisions cite. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'Use lowercase letters, digits, and hyphens'),
  name: z.string().trim().min(1).max(200),
  decision: z.enum(['review', 'block']),
  when: conditions,
});
export type ScreeningRule = z.infer<typeof screeningRule>;

export const screeningRules = z
  .array(screeningRule)
  .max(screeningRuleLimits.rules)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'Each rule needs its own ID');

/** What rules compare. Shares are millionths. */
export interface ScreeningFacts {
  readonly direction: (typeof transferDirections)[number];
  readonly state: 'scored' | (typeof unscoredStates)[number];
  /** 0 to 100; null unless `scored`. */
  readonly score: number | null;
  /** `hops` 0: the address itself belongs to the category, with the whole share in both directions. */
  readonly exposures: readonly {
    readonly direction: 'backward' | 'forward';
    readonly category: string;
    readonly hops: number;
    readonly share: number;
  }[];
  /** Null: unknown. */
  readonly cents: bigint | null;
  readonly country: string | null;
  readonly clientRisk: (typeof clientRisks)[number] | null;
}

const million = 1_000_000;

/** Tests whether the exposure in one direction is at least the minimum; none is never enough. */
function reachesShare(
  { categories, kind, minShare }: NonNullable<ScreeningRule['when']['exposure']>,
  { exposures }: ScreeningFacts,
): boolean {
  const sums = { backward: 0, forward: 0 };
  for (const { direction, category, hops, share } of exposures) {
    if (!categories.includes(category)) continue;
    if (kind !== 'any' && hops <= 1 !== (kind === 'direct')) continue;
    sums[direction] += share;
  }
  const largest = Math.max(sums.backward, sums.forward);
  return largest > 0 && largest >= Math.round(minShare * million);
}

/** Returns whether all conditions of a rule hold. */
export function compareScreeningRule({ when }: ScreeningRule, facts: ScreeningFacts): boolean {
  const { direction, minScore, unscored, exposure, minCents, countries, clientRisk } = when;
  return (
    (direction === undefined || direction === facts.direction) &&
    (minScore === undefined || (facts.score !== null && facts.score >= minScore)) &&
    (unscored === undefined || unscored.some((state) => state === facts.state)) &&
    (exposure === undefined || reachesShare(exposure, facts)) &&
    (minCents === undefined || (facts.cents !== null && facts.cents >= BigInt(minCents))) &&
    (countries === undefined || (facts.country !== null && countries.includes(facts.country))) &&
    (clientRisk === undefined || (facts.clientRisk !== null && clientRisk.includes(facts.clientRisk)))
  );
}

/** Returns the gravest decision of the rules that hold, and those rules in order; `allow` if none does. */
export function decideTransfer(
  rules: readonly ScreeningRule[],
  facts: ScreeningFacts,
): { decision: ScreeningDecision; fired: ScreeningRule[] } {
  const fired = rules.filter((rule) => compareScreeningRule(rule, facts));
  const decision = screeningDecisions.findLast(
    (each) => each === 'allow' || fired.some((rule) => rule.decision === each),
  );
  return { decision: decision ?? 'allow', fired };
}

/** Rules of an organization that has none of its own. */
export const defaultScreeningRules: readonly ScreeningRule[] = [
  {
    id: 'prohibited-direct',
    name: 'Direct exposure to sanctions, terrorism, or child abuse material',
    decision: 'block',
    when: {
      exposure: { categories: ['sanctioned', 'child_abuse', 'terrorism'], kind: 'direct', minShare: 0 },
    },
  },
  {
    id: 'prohibited-indirect',
    name: 'Indirect exposure to sanctions, terrorism, or child abuse material of 1% or more',
    decision: 'review',
    when: {
      exposure: { categories: ['sanctioned', 'child_abuse', 'terrorism'], kind: 'indirect', minShare: 0.01 },
    },
  },
  { id: 'high-score', name: 'Risk score of 70 or more', decision: 'review', when: { minScore: 70 } },
  {
    id: 'no-score',
    name: 'No score, because data is missing',
    decision: 'review',
    when: { unscored: ['not_enough_seen', 'not_covered', 'failed'] },
  },
];
