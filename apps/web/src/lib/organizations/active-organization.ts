import type { KeyValueStorage } from '../browser/browser-storage.ts';

/** Local storage key of the active organization. */
export const activeOrganizationKey = 'activeOrganization';

export interface ActiveOrganizationStore {
  /** Returns the selected ID; the person may have left the organization since. */
  id: () => string | null;
  subscribe: (listener: () => void) => () => void;
  choose: (id: string) => void;
  /** Updates the selection after another tab has changed the stored value of `key` (null: all were cleared). */
  storageChanged: (key: string | null) => void;
}

export function createActiveOrganization(storage: KeyValueStorage): ActiveOrganizationStore {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    id: () => storage.getItem(activeOrganizationKey),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose(id) {
      storage.setItem(activeOrganizationKey, id);
      notify();
    },
    storageChanged(key) {
      if (key === null || key === activeOrganizationKey) notify();
    },
  };
}

/** Returns the active organization: the selected one, otherwise the first. */
export function pickActive<Organization extends { _id: string }>(
  organizations: readonly Organization[],
  chosen: string | null,
): Organization | undefined {
  return organizations.find(({ _id }) => _id === chosen) ?? organizations[0];
}
