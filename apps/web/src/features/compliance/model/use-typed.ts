import { useEffect, useState } from 'react';

/** Texts of filters while they are typed; begins anew with what the address bar says. */
export function useTyped<Form extends Record<string, string>>(known: Form) {
  const [typed, setTyped] = useState(known);
  const key = JSON.stringify(known);
  useEffect(() => setTyped(JSON.parse(key) as Form), [key]);
  return {
    typed,
    type: (name: keyof Form & string, value: string) => setTyped((kept) => ({ ...kept, [name]: value })),
  };
}

/** What a typed text is in the address bar: nothing where it is empty. */
export const orUndefined = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.trim();
