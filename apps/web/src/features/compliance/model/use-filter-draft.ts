import { useEffect, useRef, useState } from 'react';

/** Returns typed filter texts; a field whose value in the URL changes takes it, the others keep the typed text. */
export function useFilterDraft<Form extends Record<string, string>>(known: Form) {
  const [typed, setTyped] = useState(known);
  const key = JSON.stringify(known);
  const before = useRef(key);
  useEffect(() => {
    const [old, now] = [JSON.parse(before.current) as Form, JSON.parse(key) as Form];
    before.current = key;
    setTyped((previous) => keepTyped(previous, old, now));
  }, [key]);
  return {
    typed,
    type: (name: keyof Form & string, value: string) =>
      setTyped((previous) => ({ ...previous, [name]: value })),
  };
}

/** Returns the field values after the URL changed from `old` to `now` while others were being typed. */
export function keepTyped<Form extends Record<string, string>>(previous: Form, old: Form, now: Form): Form {
  const changed = Object.entries(now).filter(([name, value]) => value !== old[name]);
  return { ...previous, ...Object.fromEntries(changed) };
}

/** Converts a typed text to a search parameter: undefined if empty. */
export const orUndefined = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.trim();
