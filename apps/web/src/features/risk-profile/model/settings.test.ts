import { defaultProfile, parseProfile } from '@hopscope/risk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedSettings, differencesOf, readSettings, settingGroups, settingsForm } from './settings.ts';

const form = settingsForm(defaultProfile);

/** The paths of all numbers, lists, and choices of a profile. */
function pathsOf(value: object, at = ''): string[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return typeof each === 'object' && each !== null && !Array.isArray(each) ? pathsOf(each, path) : [path];
  });
}

test('the form has every setting of a profile but its name', () => {
  const { name: _, ...settings } = defaultProfile;
  const shown = settingGroups.flatMap(({ settings: own }) => own.map(({ path }) => path));
  expect(shown.toSorted()).toEqual(pathsOf(settings).toSorted());
  expect(new Set(shown).size).toBe(shown.length);
});

test('settings are texts in the units that people use', () => {
  expect(form['walk.minimumShare']).toBe('0.1');
  expect(form['hopWeights.backward']).toBe('100, 80, 65, 50, 40');
  expect(form['behaviors.structuring.within']).toBe('168');
  expect(form['thresholds.BTC']).toBe('0.1');
  expect(form['thresholds.ETH']).toBe('3');
});

test('an unchanged form is the same profile, and a changed one differs in this setting only', () => {
  expect(readSettings(defaultProfile, form)).toEqual({ profile: defaultProfile });
  const changed = { ...form, 'severities.mixer': '80', 'thresholds.BTC': '0.1\n0.25' };
  const read = readSettings(defaultProfile, changed);
  if (!('profile' in read)) throw new Error('Refused');
  expect(read.profile).toEqual({
    ...defaultProfile,
    severities: { ...defaultProfile.severities, mixer: 80 },
    thresholds: { ...defaultProfile.thresholds, BTC: ['10000000', '25000000'] },
  });
  expect(differencesOf(defaultProfile, read.profile)).toEqual([
    { path: 'severities.mixer', label: 'Severities · Mixer', before: '74', after: '80' },
    { path: 'thresholds.BTC', label: 'Reporting thresholds · BTC', before: '0.1', after: '0.1, 0.25' },
  ]);
  expect(changedSettings(form, changed)).toEqual(['severities.mixer', 'thresholds.BTC']);
});

test.each([
  ['walk.hops', '0', 'Please enter 1 to 10'],
  ['walk.hops', 'three', 'Please enter a whole number'],
  ['caps.crime', '100.00001', 'Please enter a percentage with at most four decimals'],
  ['caps.crime', '101', 'Please enter 0 to 100%'],
  ['weights.entity', '60', 'The three weights must add up to 100%'],
  ['hopWeights.backward', '80, 100', 'This must not increase with distance.'],
  ['behaviors.structuring.within', '0', 'Please enter 0.0002 to 87840 hours'],
  ['thresholds.BTC', '0.000000001', 'Please enter one amount per line'],
])('%s of “%s” is refused', (path, text, problem) => {
  expect(readSettings(defaultProfile, { ...form, [path]: text })).toEqual({ problems: { [path]: problem } });
});

test('levels that are not in order are refused at the first of them', () => {
  const read = readSettings(defaultProfile, { ...form, 'levels.medium': '90' });
  expect(read).toEqual({
    problems: { 'levels.high': 'This must decrease from high to medium to low.' },
  });
});

test('what a form writes is what it shows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (share, hours) => {
        const profile = parseProfile({
          ...defaultProfile,
          saturations: { ...defaultProfile.saturations, scam: share },
          behaviors: {
            ...defaultProfile.behaviors,
            bridge_hop: { ...defaultProfile.behaviors.bridge_hop, within: hours * 3600 },
          },
        });
        expect(readSettings(defaultProfile, settingsForm(profile))).toEqual({ profile });
      },
    ),
  );
});
