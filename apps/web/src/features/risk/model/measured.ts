import { plural } from '@hopscope/domain';
import type { CallOutput, getRiskEvaluation, RiskFactor } from '@hopscope/contract';
import { categories, type CategoryId } from '@hopscope/risk';

type Evaluation = CallOutput<typeof getRiskEvaluation>['data'];
type Share = Evaluation['direct']['high'];

/** Formats a ratio in percent with two decimals, rounded down: `99.97%`. */
export function cutPercent(value: number): string {
  return `${(Math.floor(value * 10_000 + 1e-9) / 100).toFixed(2)}%`;
}

/** Formats a measured share as `98.21% (55 of 56)`, or `Not measurable`. */
export function shareText({ value, right, of }: Share, count: (value: number) => string): string {
  return value === null ? 'Not measurable' : `${cutPercent(value)} (${count(right)} of ${count(of)})`;
}

/** Returns whether a category is a crime or sanctions category, which `direct` measures. */
function isBad(category: string | null): boolean {
  const known = category !== null && Object.hasOwn(categories, category);
  return known && ['crime', 'sanctions'].includes(categories[category as CategoryId].group);
}

/** Returns a sentence about the measured accuracy of a factor; null if not measured. */
export function measuredSentence(
  { id, category }: Pick<RiskFactor, 'id' | 'category'>,
  { direct, rules }: Pick<Evaluation, 'direct' | 'rules'>,
  count: (value: number) => string,
): string | null {
  const rule = rules.find((one) => `behavior.${one.id}` === id);
  if (rule) {
    const clean = `false positives at ${count(rule.clean.right)} of ${count(rule.clean.of)} clean addresses`;
    return rule.precision.value === null
      ? `Measured on demo networks: ${clean}; precision not measurable.`
      : `Measured on demo networks: precision ${shareText(rule.precision, count)}; ${clean}.`;
  }
  if (id.startsWith('own.') && isBad(category) && direct.high.value !== null)
    return `Measured on demo networks: ${shareText(direct.high, count)} of the attributed addresses linked to crime or sanctions are High.`;
  return null;
}

export interface Goal {
  readonly figure: string;
  readonly goal: string;
  readonly measured: string;
  readonly reached: boolean | null;
}

/** Returns the targets and the measured values. */
export function goalsOf({ direct, clean, auc }: Evaluation, count: (value: number) => string): Goal[] {
  const share = (one: Share): string => shareText(one, count);
  const area = (value: number | null): string => (value === null ? 'Not measurable' : value.toFixed(4));
  return [
    {
      figure: 'Attributed addresses linked to crime or sanctions: at least Medium',
      goal: '100%',
      measured: share(direct.medium),
      reached: direct.medium.value === null ? null : direct.medium.value === 1,
    },
    { figure: '– of which High', goal: '', measured: share(direct.high), reached: null },
    {
      figure: 'Clean addresses: at least Medium',
      goal: 'at most 1%',
      measured: share(clean.medium),
      reached: clean.medium.value === null ? null : clean.medium.value <= 0.01,
    },
    { figure: '– of which High', goal: '', measured: share(clean.high), reached: null },
    ...auc.flatMap(({ hops, cases, value, perfectDirectory }): Goal[] => [
      {
        figure: `ROC AUC at ${hops} ${plural(hops, 'hop')} (${count(cases)} addresses)`,
        goal: hops === 2 ? 'at least 0.98' : '',
        measured: area(value),
        reached: hops === 2 && value !== null ? value >= 0.98 : null,
      },
      {
        figure: '– with a complete directory',
        goal: '',
        measured: area(perfectDirectory),
        reached: null,
      },
    ]),
  ];
}
