import { useRef, useState } from 'react';
import { z } from 'zod';
import type { KeyValueStorage } from './browser/browser-storage.ts';
import { useServices } from './services.ts';

const key = 'drafts';
const fields = z.record(z.string(), z.string());
const savedShape = z.object({ user: z.string(), forms: z.record(z.string(), fields) });
type Saved = z.infer<typeof savedShape>;
type Fields = z.infer<typeof fields>;

/** Unsent texts of forms. Belong to one person: the next person to sign in doesn't see them. */
export interface Drafts {
  read: (form: string) => Fields | undefined;
  write: (form: string, fields: Fields) => void;
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

function restore<Form extends Fields>(initial: Form, stored: Fields | undefined): Form {
  const known = Object.entries(stored ?? {}).filter(([name]) => name in initial);
  return { ...initial, ...Object.fromEntries(known) };
}

export interface Draft<Form extends Fields> {
  form: Form;
  /** Whether the form has an unsent text of an earlier visit. */
  restored: boolean;
  change: <Name extends keyof Form & string>(name: Name, value: Form[Name]) => void;
  /** Resets the form to `next` or its initial values, after success or to discard the text. */
  reset: (next?: Form) => void;
}

/**
 * State of a form that survives a reload, the end of a session, and navigation. Never use it for passwords.
 * @param name name of the form, with the ID of its subject; a component reused for another subject needs another `key`
 */
export function useDraft<Form extends Fields>(name: string, initial: Form): Draft<Form> {
  const { drafts } = useServices();
  const [restored, setRestored] = useState(() => drafts.read(name) !== undefined);
  const [form, setForm] = useState(() => restore(initial, drafts.read(name)));
  /** Two fields may change before the next render, such as when a password manager fills them. */
  const latest = useRef(form);
  const show = (next: Form) => {
    latest.current = next;
    setForm(next);
  };
  return {
    form,
    restored,
    change(field, value) {
      const next = { ...latest.current, [field]: value };
      drafts.write(name, next);
      show(next);
    },
    reset(next = initial) {
      drafts.clear(name);
      setRestored(false);
      show(next);
    },
  };
}
