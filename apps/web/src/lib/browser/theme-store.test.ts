import { storageKeys } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { createMemoryStorage } from './browser-storage.ts';
import { createThemeStore, type ThemeName } from './theme-store.ts';

//
it('is dark by default, keeps the choice under bs-theme and applies it', () => {
  const storage = createMemoryStorage();
  const applied: ThemeName[] = [];
  const store = createThemeStore(storage, (name) => applied.push(name));
  store.toggle();
  expect(storage.getItem('bs-theme')).toBe('light');
  expect(createThemeStore(storage, () => {}).name()).toBe('light');
  store.toggle();
  expect(applied).toEqual(['dark', 'light', 'dark']);
});

it('follows another tab', () => {
  const storage = createMemoryStorage();
  const store = createThemeStore(storage, () => {});
  storage.setItem(storageKeys.theme, 'light');
  store.storageChanged(storageKeys.theme);
  expect(store.name()).toBe('light');
});
