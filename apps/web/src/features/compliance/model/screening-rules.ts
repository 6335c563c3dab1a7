import {
  type clientRisks,
  type ScreeningRule,
  screeningRule,
  screeningRuleLimits,
  type unscoredStates,
} from '@hopscope/contract';
import { categories, categoryIds } from '@hopscope/risk';
import { dollarsOfCents } from './cents.ts';

type Unscored = (typeof unscoredStates)[number];
type ClientRisk = (typeof clientRisks)[number];
type ExposureKind = NonNullable<ScreeningRule['when']['exposure']>['kind'];

export const unscoredNames: Readonly<Record<Unscored, string>> = {
  not_enough_seen: 'Insufficient data',
  nothing_known: 'Unknown',
  not_covered: 'Not covered',
  failed: 'Failed',
};
export const clientRiskNames: Readonly<Record<ClientRisk, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};
export const exposureNames: Readonly<Record<ExposureKind, string>> = {
  direct: 'Direct exposure',
  indirect: 'Indirect exposure',
  any: 'Direct or indirect exposure',
};
export const directionNames = { in: 'Deposits', out: 'Withdrawals' } as const;

/** A rule as a form has it: texts as they are typed. */
export interface RuleForm {
  /** Empty for a new rule: its name decides. */
  readonly id: string;
  readonly name: string;
  readonly decision: ScreeningRule['decision'];
  readonly direction: 'any' | 'in' | 'out';
  readonly minScore: string;
  readonly unscored: readonly Unscored[];
  readonly categories: readonly string[];
  readonly kind: ExposureKind;
  /** Percent. */
  readonly minShare: string;
  /** US dollars. */
  readonly minWorth: string;
  readonly countries: string;
  readonly clientRisk: readonly ClientRisk[];
}
export type RuleProblems = Partial<Record<keyof RuleForm, string>>;

export const emptyRule: RuleForm = {
  id: '',
  name: '',
  decision: 'review',
  direction: 'any',
  minScore: '',
  unscored: [],
  categories: [],
  kind: 'direct',
  minShare: '',
  minWorth: '',
  countries: '',
  clientRisk: [],
};

/** Categories to choose from. */
export const categoryOptions = categoryIds.map((id) => ({ value: id, label: categories[id].name }));

/** Display name of a category; its ID if this version doesn't know it. */
export const categoryName = (id: string): string =>
  categoryOptions.find(({ value }) => value === id)?.label ?? id;

/** A fraction of 1 as percent, without the noise of binary fractions. */
const percentOf = (fraction: number): string => String(Number((fraction * 100).toFixed(6)));

/** Conditions of a rule in words, all of which must hold. */
export function conditionsOf(
  { when }: ScreeningRule,
  { countryName, decimal }: { countryName: (code: string) => string; decimal: (amount: string) => string },
): string[] {
  const { direction, minScore, unscored, exposure, minCents, countries, clientRisk } = when;
  const share = exposure && exposure.minShare > 0 ? ` of ${percentOf(exposure.minShare)}% or more` : '';
  return [
    direction && directionNames[direction],
    minScore !== undefined && `Risk score of ${minScore} or more`,
    unscored && `No score: ${unscored.map((state) => unscoredNames[state]).join(', ')}`,
    exposure &&
      `${exposureNames[exposure.kind]} to ${exposure.categories.map(categoryName).join(', ')}${share}`,
    minCents !== undefined && `Worth $${decimal(dollarsOfCents(String(minCents)))} or more`,
    countries && `Counterparty in ${countries.map(countryName).join(', ')}`,
    clientRisk && `Client risk: ${clientRisk.map((risk) => clientRiskNames[risk]).join(', ')}`,
  ].filter((text) => typeof text === 'string');
}

/** The form of a rule. */
export function formOfRule({ id, name, decision, when }: ScreeningRule): RuleForm {
  return {
    id,
    name,
    decision,
    direction: when.direction ?? 'any',
    minScore: when.minScore === undefined ? '' : String(when.minScore),
    unscored: when.unscored ?? [],
    categories: when.exposure?.categories ?? [],
    kind: when.exposure?.kind ?? 'direct',
    minShare: when.exposure && when.exposure.minShare > 0 ? percentOf(when.exposure.minShare) : '',
    minWorth: when.minCents === undefined ? '' : dollarsOfCents(String(when.minCents)),
    countries: when.countries?.join(', ') ?? '',
    clientRisk: when.clientRisk ?? [],
  };
}

/** An ID from the name of a new rule, different from those that are taken. */
function idOf(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, 40);
  const id = words === '' ? 'rule' : words;
  for (let n = 1; ; n++) {
    const free = n === 1 ? id : `${id}-${n}`;
    if (!taken.has(free)) return free;
  }
}

const blank = (text: string): boolean => text.trim() === '';

function problemsOf(form: RuleForm): RuleProblems {
  const { name, minScore, minShare, minWorth, countries } = form;
  const isScore = /^(\d{1,2}|100)$/.test(minScore.trim());
  const isShare =
    /^\d{1,3}([.,]\d{1,4})?$/.test(minShare.trim()) && Number(minShare.replace(',', '.')) <= 100;
  const isWorth = /^\d{1,12}(\.\d{1,2})?$/.test(minWorth.trim());
  const codes = codesOf(countries);
  const isEmpty =
    form.direction === 'any' &&
    [minScore, minWorth, countries].every(blank) &&
    [form.unscored, form.categories, form.clientRisk].every(({ length }) => length === 0);
  return {
    ...(blank(name) && { name: 'Please enter a name' }),
    ...(!blank(minScore) && !isScore && { minScore: 'A whole number from 0 to 100' }),
    ...(!blank(minShare) && !isShare && { minShare: 'A percentage from 0 to 100' }),
    ...(!blank(minShare) && isShare && form.categories.length === 0 && { minShare: 'Select categories too' }),
    ...(!blank(minWorth) && !isWorth && { minWorth: 'An amount such as 10000 or 10000.50' }),
    ...(codes.some((code) => !/^[A-Z]{2}$/.test(code)) && {
      countries: 'Country codes of two letters, such as IR, KP',
    }),
    ...(isEmpty && { direction: 'Please set at least one condition' }),
  };
}

const codesOf = (text: string): string[] =>
  [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== '');

function ruleOf(form: RuleForm, id: string): unknown {
  const { direction, minScore, unscored, kind, minShare, minWorth, clientRisk } = form;
  const [dollars = '0', cents = ''] = minWorth.trim().split('.');
  const codes = codesOf(form.countries);
  return {
    id,
    name: form.name.trim(),
    decision: form.decision,
    when: {
      ...(direction !== 'any' && { direction }),
      ...(!blank(minScore) && { minScore: Number(minScore) }),
      ...(unscored.length > 0 && { unscored }),
      ...(form.categories.length > 0 && {
        exposure: {
          categories: form.categories,
          kind,
          minShare: blank(minShare) ? 0 : Number((Number(minShare.replace(',', '.')) / 100).toFixed(8)),
        },
      }),
      ...(!blank(minWorth) && { minCents: Number(`${dollars}${cents.padEnd(2, '0')}`) }),
      ...(codes.length > 0 && { countries: codes }),
      ...(clientRisk.length > 0 && { clientRisk }),
    },
  };
}

/** Reads the rules of a form, or what is wrong with each of them. */
export function readRules(
  forms: readonly RuleForm[],
): { rules: ScreeningRule[] } | { problems: readonly RuleProblems[] } {
  const problems = forms.map(problemsOf);
  if (problems.some((each) => Object.keys(each).length > 0)) return { problems };
  const taken = new Set(forms.map(({ id }) => id).filter((id) => id !== ''));
  const rules = forms.map((form) => {
    const id = form.id === '' ? idOf(form.name, taken) : form.id;
    taken.add(id);
    return screeningRule.parse(ruleOf(form, id));
  });
  return { rules };
}

/** More rules are not possible. */
export const isFull = (forms: readonly RuleForm[]): boolean => forms.length >= screeningRuleLimits.rules;
