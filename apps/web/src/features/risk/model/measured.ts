import type { CallOutput, getRiskEvaluation, RiskFactor } from '@hopscope/contract';
import { categories, type CategoryId } from '@hopscope/risk';

type Evaluation = CallOutput<typeof getRiskEvaluation>['data'];
type Share = Evaluation['direct']['high'];

/** A ratio in percent with two decimals, cut, never rounded up to 100: `99.97 %`. */
export function cutPercent(value: number): string {
  return `${(Math.floor(value * 10_000 + 1e-9) / 100).toFixed(2)} %`;
}

/** `98.21 % (55 of 56)`, or that nothing could be measured. */
export function shareText({ value, right, of }: Share, count: (value: number) => string): string {
  return value === null ? 'not measurable' : `${cutPercent(value)} (${count(right)} of ${count(of)})`;
}

/** Of crime or sanctions: what `direct` was measured of. */
function isBad(category: string | null): boolean {
  const known = category !== null && Object.hasOwn(categories, category);
  return known && ['crime', 'sanctions'].includes(categories[category as CategoryId].group);
}

/** What was measured of a factor, in a sentence; null: nothing was, by itself. */
export function measuredSentence(
  { id, category }: Pick<RiskFactor, 'id' | 'category'>,
  { direct, rules }: Pick<Evaluation, 'direct' | 'rules'>,
  count: (value: number) => string,
): string | null {
  const rule = rules.find((one) => `behavior.${one.id}` === id);
  if (rule) {
    const clean = `spoke at ${count(rule.clean.right)} of ${count(rule.clean.of)} clean addresses`;
    return rule.precision.value === null
      ? `Measured on demo networks: ${clean}; how often it is right could not be measured.`
      : `Measured on demo networks: right where it speaks ${shareText(rule.precision, count)}; ${clean}.`;
  }
  if (id.startsWith('own.') && isBad(category) && direct.high.value !== null)
    return `Measured on demo networks: of addresses of crime and sanctions that the directory names, High ${shareText(direct.high, count)}.`;
  return null;
}

export interface Goal {
  readonly figure: string;
  readonly goal: string;
  readonly measured: string;
  readonly reached: boolean | null;
}

/** What was to be reached, and what was. */
export function goalsOf({ direct, clean, auc }: Evaluation, count: (value: number) => string): Goal[] {
  const share = (one: Share): string => shareText(one, count);
  const area = (value: number | null): string => (value === null ? 'not measurable' : value.toFixed(4));
  return [
    {
      figure: 'Addresses of crime and sanctions that the directory names: at least Medium',
      goal: '100 %',
      measured: share(direct.medium),
      reached: direct.medium.value === null ? null : direct.medium.value === 1,
    },
    { figure: 'The same: High', goal: '', measured: share(direct.high), reached: null },
    {
      figure: 'Clean addresses that are at least Medium all the same',
      goal: 'at most 1 %',
      measured: share(clean.medium),
      reached: clean.medium.value === null ? null : clean.medium.value <= 0.01,
    },
    { figure: 'The same: High', goal: '', measured: share(clean.high), reached: null },
    ...auc.flatMap(({ hops, cases, value, perfectDirectory }): Goal[] => [
      {
        figure: `Area under the ROC curve at ${hops} ${hops === 1 ? 'hop' : 'hops'} (${count(cases)} addresses)`,
        goal: hops === 2 ? 'at least 0.98' : '',
        measured: area(value),
        reached: hops === 2 && value !== null ? value >= 0.98 : null,
      },
      {
        figure: 'The same with a directory that names every actor’s addresses',
        goal: '',
        measured: area(perfectDirectory),
        reached: null,
      },
    ]),
  ];
}
