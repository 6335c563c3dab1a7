import { expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../browser/browser-storage.ts';
import { activeOrganizationKey, createActiveOrganization, pickActive } from './active-organization.ts';

const organizations = [{ _id: 'a' }, { _id: 'b' }];

//
it('takes the first organization until one is chosen', () => {
  expect(pickActive(organizations, null)).toEqual({ _id: 'a' });
  expect(pickActive(organizations, 'b')).toEqual({ _id: 'b' });
});

it('takes the first again where the chosen one is gone, and none where there is none', () => {
  expect(pickActive(organizations, 'left')).toEqual({ _id: 'a' });
  expect(pickActive([], 'left')).toBeUndefined();
});

it('remembers the choice and tells of it, also of one made in another tab', () => {
  const storage = createMemoryStorage();
  const active = createActiveOrganization(storage);
  const listener = vi.fn<() => void>();
  active.subscribe(listener);
  active.choose('b');
  expect(createActiveOrganization(storage).id()).toBe('b');
  active.storageChanged('theme');
  expect(listener).toHaveBeenCalledTimes(1);
  active.storageChanged(activeOrganizationKey);
  expect(listener).toHaveBeenCalledTimes(2);
});
