import { z } from 'zod';
import type { KeyValueStorage } from '../browser/browser-storage.ts';

const key = 'drafts';
const fields = z.record(z.string(), z.string());
const savedShape = z.object({ user: z.string(), forms: z.record(z.string(), fields) });
type Saved = z.infer<typeof savedShape>;
export type DraftFields = z.infer<typeof fields>;

/** Unsent texts of forms. Belong to one person: the next person to sign in doesn't see them. */
export interface Drafts {
  read: (form: string) => DraftFields | undefined;
  write: (form: string, fields: DraftFields) => void;
  clear: (form: string) => void;
  clearAll: () => void;
}

/**
 * @param storage lives as long as the tab
 * @param userId ID of the signed-in person; without one, nothing is stored or found
 */
export function createDrafts(storage: KeyValueStorage, userId: () => string | undefined): Drafts {
  function load(): Saved | undefined {
    const user = userId();
    if (user === undefined) return undefined;
    const stored = parse(storage.getItem(key));
    if (stored?.user === user) return stored;
    storage.removeItem(key);
    return { user, forms: {} };
  }

  return {
    read: (form) => load()?.forms[form],
    write(form, typed) {
      const all = load();
      if (all) storage.setItem(key, JSON.stringify({ ...all, forms: { ...all.forms, [form]: typed } }));
    },
    clear(form) {
      const all = load();
      if (!all) return;
      const { [form]: _, ...forms } = all.forms;
      storage.setItem(key, JSON.stringify({ ...all, forms }));
    },
    clearAll: () => storage.removeItem(key),
  };
}

function parse(text: string | null): Saved | undefined {
  if (text === null) return undefined;
  try {
    return savedShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
