import { useSyncExternalStore } from 'react';
import type { KeyValueStorage } from './browser-storage.ts';
import { useServices } from '../services.ts';

const key = 'singleKeys';

/** Whether single-key shortcuts are on: users of speech input, or people who mistype, can turn them off (WCAG 2.1.4). */
export interface SingleKeys {
  on: () => boolean;
  subscribe: (listener: () => void) => () => void;
  turn: (on: boolean) => void;
  /** Updates the setting after another tab has changed the stored value of `key`. */
  storageChanged: (key: string | null) => void;
}

/** Creates the setting: on, unless this browser has stored that they are off. */
export function createSingleKeys(storage: KeyValueStorage): SingleKeys {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    on: () => storage.getItem(key) !== 'off',
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    turn(on) {
      if (on) storage.removeItem(key);
      else storage.setItem(key, 'off');
      notify();
    },
    storageChanged(changed) {
      if (changed === null || changed === key) notify();
    },
  };
}

export function useSingleKeys(): boolean {
  const { singleKeys } = useServices();
  return useSyncExternalStore(singleKeys.subscribe, singleKeys.on);
}
