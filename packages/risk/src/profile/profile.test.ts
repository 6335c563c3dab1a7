import { describe, expect, test } from 'vitest';
import { digestOf } from '../digest.ts';
import { defaultProfile } from './default-profile.ts';
import { parseProfile, ProfileError } from './parse-profile.ts';
import { minimumOf, profileVersion } from './profile.ts';

function problemsOf(value: unknown): string[] {
  try {
    parseProfile(value);
  } catch (error) {
    if (error instanceof ProfileError) return error.problems.map(({ path, problem }) => `${path} ${problem}`);
    throw error;
  }
  return [];
}

describe('A profile', () => {
  test('of the default is whole, also after a journey through JSON in another order', () => {
    const json: unknown = JSON.parse(JSON.stringify(defaultProfile));
    expect(parseProfile(json)).toEqual(defaultProfile);
    const turned = Object.fromEntries(Object.entries(defaultProfile).toReversed());
    expect(profileVersion(parseProfile(turned))).toBe(profileVersion(defaultProfile));
    expect(profileVersion(defaultProfile)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has a version of its settings, not of its name', () => {
    expect(profileVersion({ ...defaultProfile, name: 'Other' })).toBe(profileVersion(defaultProfile));
    const walk = { ...defaultProfile.walk, hops: 4 };
    expect(profileVersion({ ...defaultProfile, walk })).not.toBe(profileVersion(defaultProfile));
  });

  test('is refused with every mistake and its place', () => {
    expect(problemsOf(null)).toEqual(['profile must be an object']);
    const { levels: _, ...rest } = defaultProfile;
    expect(
      problemsOf({
        ...rest,
        name: ' ',
        color: 'red',
        walk: { ...defaultProfile.walk, hops: 0, method: 'guess' },
        hopWeights: { backward: [500_000, 600_000], forward: [] },
        severities: { ...defaultProfile.severities, mixer: 101 },
        saturations: { ...defaultProfile.saturations, mixer: 0 },
        thresholds: { BTC: ['0.1'] },
        direct: 3,
      }),
    ).toEqual([
      'color is not a field of a profile',
      'walk.hops must be a whole number from 1 to 10',
      'hopWeights.backward must not increase with distance',
      'hopWeights.forward must be a list of 1 to 10 weights',
      'severities.mixer must be a whole number from 0 to 100',
      'saturations.mixer must be a whole number from 1 to 1000000',
      'direct must be an object',
      'thresholds.BTC must be a list of at most 10 amounts in smallest units, as decimal strings',
      'levels is missing',
      'name must have 1 to 100 characters',
      'walk.method must be one of haircut, fifo, lifo, poison',
    ]);
    expect(
      problemsOf({
        ...defaultProfile,
        weights: { entity: 500_000, transaction: 350_000, jurisdiction: 150_001 },
      }),
    ).toEqual(['weights must add up to 1000000, not 1000001']);
    expect(problemsOf({ ...defaultProfile, levels: { high: 50, medium: 50, low: 20 } })).toEqual([
      'levels must decrease from high to medium to low',
    ]);
  });

  test('says the least amount that is followed, rounded up', () => {
    expect(defaultProfile.walk.minimumShare).toBe(1000);
    expect(minimumOf(defaultProfile, 1_000_000n)).toBe(1000n);
    expect(minimumOf(defaultProfile, 1_000_001n)).toBe(1001n);
  });
});

test('a digest is the SHA-256 of the canonical JSON', () => {
  // SHA-256 of the two bytes `{}`.
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});
