import { expect, test } from 'vitest';
import { titleWithoutName } from './owner-name.ts';

test('an address that the directory does not know is unnamed, not still loading', () => {
  expect(titleWithoutName(undefined, null)).toBe('Loading name…');
  expect(titleWithoutName(null, null)).toBe('Unnamed address');
  expect(titleWithoutName(undefined, new Error('offline'))).toBe('Failed to load the name');
});
