import { useEffect, useRef, useState } from 'react';

/** Texts of filters while they are typed; a field whose value in the address bar changes takes it, the others keep what was typed. */
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

/** What fields show after the address bar went from `old` to `now` while others were typed in. */
export function keepTyped<Form extends Record<string, string>>(previous: Form, old: Form, now: Form): Form {
  const changed = Object.entries(now).filter(([name, value]) => value !== old[name]);
  return { ...previous, ...Object.fromEntries(changed) };
}

/** What a typed text is in the address bar: nothing where it is empty. */
export const orUndefined = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.trim();
