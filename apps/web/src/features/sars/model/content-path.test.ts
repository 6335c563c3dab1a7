import { emptySarContent, emptySarSubject } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { valueAt, withValue } from './content-path.ts';

test('a value is found and put by its path; what was given stays as it was', () => {
  const content = { ...emptySarContent(), subjects: [emptySarSubject(), emptySarSubject()] };
  const changed = withValue(content, 'subjects.1.address.city', 'Bern');
  expect(valueAt(changed, 'subjects.1.address.city')).toBe('Bern');
  expect(valueAt(changed, 'subjects.0.address.city')).toBe('');
  expect(valueAt(content, 'subjects.1.address.city')).toBe('');
  expect(changed.activity).toBe(content.activity);
  expect(valueAt(content, 'subjects.7.name')).toBeUndefined();
});
