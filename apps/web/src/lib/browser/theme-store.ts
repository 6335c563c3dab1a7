import { storageKeys } from '@hopscope/contract';
import type { KeyValueStorage } from './browser-storage.ts';

export type ThemeName = 'dark' | 'light';

export interface ThemeStore {
  name: () => ThemeName;
  subscribe: (listener: () => void) => () => void;
  toggle: () => void;
  /** Uses `name` unless this browser has a stored choice. */
  adopt: (name: ThemeName) => void;
  /** Updates the theme after another tab has changed the stored value of `key`. */
  storageChanged: (key: string | null) => void;
}

/** Creates the theme store: dark unless light is stored; `apply` sets the name on the page body. */
export function createThemeStore(storage: KeyValueStorage, apply: (name: ThemeName) => void): ThemeStore {
  const listeners = new Set<() => void>();
  const stored = (): ThemeName => (storage.getItem(storageKeys.theme) === 'light' ? 'light' : 'dark');
  let name = stored();
  apply(name);

  function become(next: ThemeName): void {
    if (next === name) return;
    name = next;
    apply(name);
    for (const listener of listeners) listener();
  }

  return {
    name: () => name,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    toggle() {
      const next = name === 'dark' ? 'light' : 'dark';
      storage.setItem(storageKeys.theme, next);
      become(next);
    },
    adopt(wanted) {
      if (storage.getItem(storageKeys.theme) !== null) return;
      storage.setItem(storageKeys.theme, wanted);
      become(wanted);
    },
    storageChanged(key) {
      if (key === null || key === storageKeys.theme) become(stored());
    },
  };
}
