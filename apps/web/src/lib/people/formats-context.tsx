import { defaultPreferences } from '@hopscope/contract';
import { type Formats, createFormats } from '@hopscope/domain';
import { type ReactNode, createContext, useContext, useMemo } from 'react';
import { useSessionState } from '../services.ts';
import { useMe } from './use-me.ts';

const FormatsContext = createContext<Formats>(createFormats(defaultPreferences));

/** Creates the formats once for all components that show numbers and times: a page can have thousands of them. */
export function FormatsProvider({ children }: { children: ReactNode }) {
  const { status } = useSessionState();
  const { data } = useMe();
  const own = status === 'signed-in' ? data?.preferences : undefined;
  const { numberFormat, timeZone } = own ?? defaultPreferences;
  const formats = useMemo(() => createFormats({ numberFormat, timeZone }), [numberFormat, timeZone]);
  return <FormatsContext value={formats}>{children}</FormatsContext>;
}

/** Returns the person's formats of numbers, amounts, and times; the defaults until they are loaded. */
export function useFormats(): Formats {
  return useContext(FormatsContext);
}
