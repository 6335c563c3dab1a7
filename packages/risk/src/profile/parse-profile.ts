import { isRecord, secondsOfDay } from '@hopscope/domain';
import { taintMethods } from '../exposure/types.ts';
import { defaultProfile } from './default-profile.ts';
import { type RiskProfile, scoreGroups } from './profile.ts';

/** What is wrong with a profile, and where (`walk.hops`). */
export interface ProfileProblem {
  readonly path: string;
  readonly problem: string;
}

/** A profile that cannot be used, with everything that is wrong with it. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    super(problems.map(({ path, problem }) => `${path}: ${problem}`).join('; '));
    this.problems = problems;
  }
}

type Limits = readonly [least: number, most: number];
const share: Limits = [0, 1_000_000];
const part: Limits = [1, 1_000_000];
const hundred: Limits = [0, 100];
const seconds: Limits = [1, 10 * 366 * secondsOfDay];

/** Limits by the end of the path; the first that fits counts. */
const limits: readonly (readonly [RegExp, Limits])[] = [
  [/^walk\.hops$/, [1, 10]],
  [/^walk\.budget$/, [1, 100_000]],
  [/^walk\.rounds$/, [1, 1000]],
  [/^walk\.movements$/, [1, 100_000]],
  [/^walk\.minimumConfidence$/, hundred],
  [/severit(y|ies\.\w+)$/, hundred],
  [/saturations?(\.\w+)?$/, part],
  [/\.least$/, [2, 1000]],
  [/\.(within|gap)$/, seconds],
  [/\.(share|band|keep)$/, part],
  [/^levels\./, [1, 100]],
  [/./, share],
];

function checkNumber(value: unknown, path: string, problems: ProfileProblem[]): void {
  const [least, most] = limits.find(([end]) => end.test(path))?.[1] ?? share;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    problems.push({ path, problem: `must be a whole number from ${least} to ${most}` });
  }
}

function checkHopWeights(value: unknown, path: string, problems: ProfileProblem[]): void {
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    problems.push({ path, problem: 'must be a list of 1 to 10 weights' });
    return;
  }
  value.forEach((one, i) => checkNumber(one, `${path}[${i}]`, problems));
  if (value.some((one, i) => i > 0 && one > value[i - 1])) {
    problems.push({ path, problem: 'must not increase with distance' });
  }
}

function checkThresholds(value: unknown, problems: ProfileProblem[]): void {
  if (!isRecord(value)) {
    problems.push({ path: 'thresholds', problem: 'must be an object with a list per asset' });
    return;
  }
  for (const [asset, list] of Object.entries(value)) {
    const isRight =
      Array.isArray(list) && list.length <= 10 && list.every((one) => /^[1-9]\d{0,77}$/.test(String(one)));
    if (!isRight || list.some((one: unknown) => typeof one !== 'string')) {
      problems.push({
        path: `thresholds.${asset}`,
        problem: 'must be a list of at most 10 amounts in smallest units, as decimal strings',
      });
    }
  }
}

/** Compares with the default profile, which has every field: missing fields, unknown fields, and invalid numbers. */
function checkShape(value: unknown, model: object, path: string, problems: ProfileProblem[]): void {
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if (!isRecord(value)) {
    problems.push({ path: path === '' ? 'profile' : path, problem: 'must be an object' });
    return;
  }
  for (const key of Object.keys(value)) {
    if (!(key in model)) problems.push({ path: at(key), problem: 'is not a field of a profile' });
  }
  for (const [key, example] of Object.entries(model)) {
    const own = value[key];
    if (own === undefined) problems.push({ path: at(key), problem: 'is missing' });
    else if (Array.isArray(example)) checkHopWeights(own, at(key), problems);
    else if (at(key) === 'thresholds') checkThresholds(own, problems);
    else if (typeof example === 'number') checkNumber(own, at(key), problems);
    else if (isRecord(example)) checkShape(own, example, at(key), problems);
  }
}

function checkTexts({ name, walk }: Record<string, unknown>, problems: ProfileProblem[]): void {
  if (typeof name === 'string' && (name.trim() === '' || name.length > 100)) {
    problems.push({ path: 'name', problem: 'must have 1 to 100 characters' });
  } else if (name !== undefined && typeof name !== 'string') {
    problems.push({ path: 'name', problem: 'must be a string' });
  }
  const method = isRecord(walk) ? walk['method'] : undefined;
  if (method !== undefined && !taintMethods.some((one) => one === method)) {
    problems.push({ path: 'walk.method', problem: `must be one of ${taintMethods.join(', ')}` });
  }
}

function checkSums(profile: RiskProfile, problems: ProfileProblem[]): void {
  const weights = scoreGroups.reduce((sum, group) => sum + profile.weights[group], 0);
  if (weights !== 1_000_000) {
    problems.push({ path: 'weights', problem: `must add up to 1000000, not ${weights}` });
  }
  const { high, medium, low } = profile.levels;
  if (!(high > medium && medium > low)) {
    problems.push({ path: 'levels', problem: 'must decrease from high to medium to low' });
  }
}

/**
 * A profile from JSON that was read. Every field has to be there, and no other.
 * @throws ProfileError with all that is wrong, each with its place
 */
export function parseProfile(value: unknown): RiskProfile {
  const problems: ProfileProblem[] = [];
  checkShape(value, defaultProfile, '', problems);
  if (isRecord(value)) checkTexts(value, problems);
  if (problems.length > 0) throw new ProfileError(problems);
  const profile = value as RiskProfile;
  checkSums(profile, problems);
  if (problems.length > 0) throw new ProfileError(problems);
  return profile;
}
