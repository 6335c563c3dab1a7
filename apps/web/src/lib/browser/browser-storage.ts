/** The part of the Storage interface that the application uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function createMemoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/**
 * Returns the storage that `open` returns; an in-memory storage if the browser blocks it, so that the page still works until it
 * is closed.
 */
export function openBrowserStorage(open: () => Storage): KeyValueStorage {
  try {
    const probe = 'storage-probe';
    const storage = open();
    storage.setItem(probe, '1');
    storage.removeItem(probe);
    return storage;
  } catch {
    return createMemoryStorage();
  }
}
