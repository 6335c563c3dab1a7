import { chains, isRecord, plainNumbers } from '@hopscope/domain';
import {
  behaviorIds,
  behaviorNames,
  categories,
  defaultProfile,
  parseProfile,
  ProfileError,
  type RiskProfile,
  scoredCategories,
  taintMethods,
} from '@hopscope/risk';

/**
 * How a setting is written: `percent` are parts per million with at most four decimals, `percents` several of them, `hours`
 * seconds, `amounts` amounts of a coin, one per line.
 */
export type SettingKind = 'points' | 'count' | 'percent' | 'percents' | 'hours' | 'method' | 'amounts';

/** One setting of a profile. */
export interface Setting {
  /** Where it is in the profile, such as `walk.hops`. */
  readonly path: string;
  readonly label: string;
  readonly kind: SettingKind;
  /** Decimals of the coin of `amounts`. */
  readonly decimals?: number;
}

/** Settings that belong together, with what they do. */
export interface SettingGroup {
  readonly title: string;
  readonly text: string;
  readonly settings: readonly Setting[];
}

const setting = (path: string, label: string, kind: SettingKind): Setting => ({ path, label, kind });

const groupNames: Readonly<Record<keyof RiskProfile['caps'], string>> = {
  sanctions: 'Sanctions',
  crime: 'Crime',
  obfuscation: 'Obfuscation',
  high_risk: 'High-risk services',
  service: 'Services',
  other: 'Others',
};
const partNames: Readonly<Record<keyof RiskProfile['weights'], string>> = {
  entity: 'Entity',
  transaction: 'Transaction',
  jurisdiction: 'Jurisdiction',
};
const listNames: Readonly<Record<keyof RiskProfile['countries']['severities'], string>> = {
  ofac: 'OFAC comprehensive programs',
  fatf_black: 'FATF call for action',
  eu: 'EU high-risk countries',
  fatf_grey: 'FATF increased monitoring',
};
const ruleFields: Readonly<Record<string, readonly [label: string, kind: SettingKind]>> = {
  severity: ['severity', 'points'],
  least: ['at least', 'count'],
  within: ['within', 'hours'],
  gap: ['after', 'hours'],
  band: ['from this share of the threshold', 'percent'],
  share: ['share', 'percent'],
  keep: ['kept share', 'percent'],
  tolerance: ['tolerance', 'percent'],
  saturation: ['full severity at', 'percent'],
  lifted: ['share once it is lifted', 'percent'],
};

const named = <K extends string>(
  of: Readonly<Record<K, unknown>>,
  path: string,
  names: Readonly<Record<K, string>>,
  kind: SettingKind,
  suffix = '',
): Setting[] =>
  (Object.keys(of) as K[]).map((key) => setting(`${path}.${key}`, `${names[key]}${suffix}`, kind));

/** All settings of a profile in the order of the page. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Levels',
    text: 'The lowest score of each level. Lower scores are Very low.',
    settings: [
      setting('levels.high', 'High from', 'points'),
      setting('levels.medium', 'Medium from', 'points'),
      setting('levels.low', 'Low from', 'points'),
      setting('minimumKnown', 'Amounts with a known end, for a score of 0', 'percent'),
    ],
  },
  {
    title: 'Tracing',
    text: 'How far funds are followed from the address or transaction, and through how much.',
    settings: [
      setting('walk.method', 'Method', 'method'),
      setting('walk.hops', 'Hops', 'count'),
      setting('walk.minimumConfidence', 'Minimum confidence of labels', 'points'),
      setting(
        'walk.mixerLinks',
        'Links through mixers that are right at least so often (0: none)',
        'percent',
      ),
      setting('walk.minimumShare', 'Smallest share that is followed', 'percent'),
      setting('walk.budget', 'Amounts read in each direction', 'count'),
      setting('walk.rounds', 'Rounds of reads', 'count'),
      setting('walk.movements', 'Largest transaction, in inputs and outputs', 'count'),
    ],
  },
  {
    title: 'Parts of the score',
    text: 'Weights add up to 100%. The score is at least the dominance times the score of the part.',
    settings: [
      ...named(defaultProfile.weights, 'weights', partNames, 'percent', ' weight'),
      ...named(defaultProfile.dominance, 'dominance', partNames, 'percent', ' dominance'),
    ],
  },
  {
    title: 'Severities',
    text: 'Severity of direct exposure to a category, from 0 to 100.',
    settings: scoredCategories.map((id) => setting(`severities.${id}`, categories[id].name, 'points')),
  },
  {
    title: 'Full severity',
    text: 'The share of the funds at which exposure to a category has its full severity.',
    settings: scoredCategories.map((id) => setting(`saturations.${id}`, categories[id].name, 'percent')),
  },
  {
    title: 'Groups of categories',
    text: 'What all categories of a group add at most, and how much direct exposure weighs at least.',
    settings: [
      ...named(defaultProfile.caps, 'caps', groupNames, 'percent', ' at most'),
      setting('direct.from', 'Direct exposure from this share', 'percent'),
      ...named(
        defaultProfile.direct.intensities,
        'direct.intensities',
        groupNames,
        'percent',
        ', direct, at least',
      ),
    ],
  },
  {
    title: 'Distance',
    text: 'What an amount counts after 1, 2, and more hops, separated by commas; the last one also beyond.',
    settings: [
      setting('hopWeights.backward', 'Received', 'percents'),
      setting('hopWeights.forward', 'Sent', 'percents'),
    ],
  },
  {
    title: 'Countries',
    text: 'Severity of dealings with entities in listed countries, from 0 to 100.',
    settings: [
      ...named(defaultProfile.countries.severities, 'countries.severities', listNames, 'points'),
      setting('countries.saturation', 'Full severity at', 'percent'),
    ],
  },
  {
    title: 'Behavior',
    text: 'When a rule applies, and how severe it is.',
    settings: behaviorIds.flatMap((id) =>
      Object.keys(defaultProfile.behaviors[id]).map((field) => {
        const [label, kind] = ruleFields[field] ?? [field, 'count'];
        return setting(`behaviors.${id}.${field}`, `${behaviorNames[id]}: ${label}`, kind);
      }),
    ),
  },
  {
    title: 'Reporting thresholds',
    text: 'Amounts that structuring stays below, one per line.',
    settings: Object.values(chains).map(({ coin }) => ({
      ...setting(`thresholds.${coin.symbol}`, coin.symbol, 'amounts'),
      decimals: coin.decimals,
    })),
  },
];

/** Settings by their path. */
const all = settingGroups.flatMap(({ settings }) => settings);

/** The settings of a profile as texts, by path. */
export type SettingsForm = Record<string, string>;

/** Writes an integer with so many decimals, without trailing zeros. */
function decimalText(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** Reads a decimal number as an integer with so many decimals; undefined if it isn't one. */
function readDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole = '', rest = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text.trim()) ?? [];
  if (whole === '' || rest.length > decimals) return undefined;
  return BigInt(whole + rest.padEnd(decimals, '0'));
}

/** Decimals of a percentage in parts per million. */
const percentDecimals = 4;
const secondsOfHour = 3600;

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
}

const percentText = (value: unknown): string => decimalText(BigInt(Number(value)), percentDecimals);
/** Hours with at most four decimals; more are cut. Unchanged settings are not read back from the form. */
const hoursText = (value: unknown): string =>
  decimalText((BigInt(Number(value)) * 10_000n) / BigInt(secondsOfHour), 4);

function textOf({ kind, decimals = 0 }: Setting, value: unknown): string {
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  switch (kind) {
    case 'percent':
      return percentText(value);
    case 'percents':
      return list.map(percentText).join(', ');
    case 'hours':
      return hoursText(value);
    case 'amounts':
      return list.map((amount) => decimalText(BigInt(String(amount)), decimals)).join('\n');
    case 'points':
    case 'count':
    case 'method':
      return String(value);
  }
}

/** Returns the settings of a valid profile as texts. */
export function settingsForm(profile: RiskProfile): SettingsForm {
  return Object.fromEntries(all.map((each) => [each.path, textOf(each, valueAt(profile, each.path))]));
}

const partsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const malformed: Readonly<Record<SettingKind, string>> = {
  points: 'Please enter a whole number',
  count: 'Please enter a whole number',
  percent: 'Please enter a percentage with at most four decimals',
  percents: 'Please enter percentages separated by commas',
  hours: 'Please enter hours as a number',
  method: 'Please choose a method',
  amounts: 'Please enter one amount per line',
};

/** Reads a text; undefined if it is malformed. Numbers are checked against their limits later. */
function readValue({ kind, decimals = 0 }: Setting, text: string): unknown {
  const percent = (each: string): number | undefined => {
    const value = readDecimal(each, percentDecimals);
    return value === undefined ? undefined : Number(value);
  };
  const whole = (values: unknown[]): unknown => (values.includes(undefined) ? undefined : values);
  switch (kind) {
    case 'percent':
      return percent(text);
    case 'percents':
      return whole(partsOf(text, ',').map(percent));
    case 'hours': {
      const hours = readDecimal(text, percentDecimals);
      const seconds = hours === undefined ? undefined : hours * BigInt(secondsOfHour);
      return seconds === undefined || seconds % 10_000n !== 0n ? undefined : Number(seconds / 10_000n);
    }
    case 'amounts': {
      const amounts = partsOf(text, '\n').map((each) => readDecimal(each, decimals));
      return whole(amounts.map((amount) => (amount === undefined ? undefined : String(amount))));
    }
    case 'method':
      return taintMethods.find((method) => method === text);
    case 'points':
    case 'count':
      return readDecimal(text, 0) === undefined ? undefined : Number(text);
  }
}

function withValue(profile: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const record = isRecord(profile) ? profile : {};
  return { ...record, [key]: withValue(record[key], rest, value) };
}

/** Returns the paths whose texts differ. */
export function changedSettings(before: SettingsForm, after: SettingsForm): string[] {
  return all.flatMap(({ path }) =>
    (before[path] ?? '').trim() === (after[path] ?? '').trim() ? [] : [path],
  );
}

/** Returns the profile with the changed texts of a form, or what is wrong with them by path. What isn't changed stays as it is. */
export function readSettings(
  profile: RiskProfile,
  form: SettingsForm,
): { profile: RiskProfile } | { problems: Readonly<Record<string, string>> } {
  const changed = new Set(changedSettings(settingsForm(profile), form));
  const problems: Record<string, string> = {};
  let next: unknown = profile;
  for (const each of all) {
    if (!changed.has(each.path)) continue;
    const value = readValue(each, form[each.path] ?? '');
    if (value === undefined) problems[each.path] = malformed[each.kind];
    else next = withValue(next, each.path.split('.'), value);
  }
  if (Object.keys(problems).length > 0) return { problems };
  try {
    return { profile: parseProfile(next) };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return { problems: problemsByPath(error.problems.map(({ path, problem }) => [path, problem])) };
  }
}

/** What a limit of the profile means in the unit of the form. */
function problemText({ kind }: Setting, problem: string): string {
  const [, least, most] = /whole number from (\d+) to (\d+)$/.exec(problem) ?? [];
  if (least === undefined || most === undefined) return `This ${problem}.`;
  if (kind === 'hours') return `Please enter ${hoursText(least)} to ${hoursText(most)} hours`;
  if (kind === 'percent' || kind === 'percents')
    return `Please enter ${percentText(least)} to ${percentText(most)}%`;
  return `Please enter ${plainNumbers.count(Number(least))} to ${plainNumbers.count(Number(most))}`;
}

/** Problems of a profile by the path of the setting where they are shown; those of a whole group at its first setting. */
export function problemsByPath(
  problems: readonly (readonly [path: string, problem: string])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    problems.flatMap(([path, problem]) => {
      const place = path.replace(/\[\d+\]$/, '');
      const at =
        all.find((each) => each.path === place) ?? all.find((each) => each.path.startsWith(`${place}.`));
      if (!at) return [];
      const text = place === 'weights' ? 'The three weights must add up to 100%' : problemText(at, problem);
      return [[at.path, text] as const];
    }),
  );
}

/** A setting that differs between two profiles. */
export interface Difference {
  readonly path: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Returns a text of a setting with its unit. */
function shown({ kind }: Setting, text: string): string {
  if (kind === 'percent' || kind === 'percents') return text.replaceAll(/[\d.]+/g, '$&%');
  if (kind === 'hours') return `${text} h`;
  return text.replaceAll('\n', ', ');
}

/** Returns what differs between two profiles, in the order of the page. */
export function differencesOf(before: RiskProfile, after: RiskProfile): Difference[] {
  const [was, is] = [settingsForm(before), settingsForm(after)];
  return settingGroups.flatMap(({ title, settings }) =>
    settings.flatMap((each) => {
      const [from = '', to = ''] = [was[each.path], is[each.path]];
      if (from === to) return [];
      const label = `${title} · ${each.label}`;
      return [{ path: each.path, label, before: shown(each, from), after: shown(each, to) }];
    }),
  );
}
