import { useSyncExternalStore } from 'react';
import type { KeyValueStorage } from './browser/browser-storage.ts';
import { useServices } from './services.ts';

const key = 'tourStop';

/** The tour of the product: at which stop it is. Lasts as long as the tab. */
export interface Tour {
  /** Index of the stop; null: no tour. */
  stop: () => number | null;
  subscribe: (listener: () => void) => () => void;
  /** Goes to a stop, or ends the tour. */
  go: (stop: number | null) => void;
}

/** Creates the tour of a tab; a reloaded page continues it. */
export function createTour(storage: KeyValueStorage): Tour {
  const listeners = new Set<() => void>();
  return {
    stop() {
      const stored = storage.getItem(key);
      return stored !== null && /^\d+$/.test(stored) ? Number(stored) : null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    go(stop) {
      if (stop === null) storage.removeItem(key);
      else storage.setItem(key, String(stop));
      for (const listener of listeners) listener();
    },
  };
}

/** Returns the index of the current stop; null: no tour. */
export function useTourStop(): number | null {
  const { tour } = useServices();
  return useSyncExternalStore(tour.subscribe, tour.stop);
}
