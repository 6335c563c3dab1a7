import { expect, it } from 'vitest';
import { askedOf } from './decisions.ts';
import { keepTyped } from './use-filter-draft.ts';

it('applying one typed filter keeps what is typed in another meanwhile', () => {
  const old = { from: '', to: '', client: 'C-1' };
  const typed = { from: '2026-01-01', to: '2026-01-31', client: 'C-1' };
  expect(keepTyped(typed, old, { ...old, to: '2026-01-31' })).toEqual(typed);
  // A reset elsewhere applies.
  expect(keepTyped(typed, old, { ...old, client: '' })).toEqual({ ...typed, client: '' });
});

it('an approval asks for a reason at or above the risk threshold alone', () => {
  expect(askedOf('approve', { overThreshold: true })).toMatchObject({ label: 'Reason', as: 'note' });
  expect(askedOf('approve', { overThreshold: false })).toBeUndefined();
  expect(askedOf('note', { overThreshold: false })).toMatchObject({ as: 'note' });
});
