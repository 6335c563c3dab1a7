import { expect, it } from 'vitest';
import { detailOf } from './suggestions.ts';

it('a suggestion shows what the text was found in, also where it is in the notes alone', () => {
  const entry = { address: 'bc1qexample', clientId: 'CLIENT-0005', entityName: null, notes: 'Merchant' };
  expect(detailOf(entry, 'mer')).toBe('CLIENT-0005, note: Merchant');
  expect(detailOf(entry, 'client')).toBe('CLIENT-0005');
  expect(detailOf({ ...entry, clientId: null, notes: null }, 'bc1q')).toBe('monitored');
});
