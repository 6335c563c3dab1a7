import { getMe } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createFormats, defaultPreferences, type Formats } from '../formats.ts';
import { useServices, useSessionState } from '../services.ts';

/** Profile, preferences and notification choices of the signed-in person. */
export function useMe() {
  const { api } = useServices();
  const session = useSessionState();
  return useQuery({
    queryKey: [getMe.id],
    enabled: session.status === 'signed-in',
    queryFn: async ({ signal }) => (await api(getMe, {}, { signal })).data,
  });
}

/** Numbers, amounts and times as the person wants them; the defaults until that is known. */
export function useFormats(): Formats {
  const { data } = useMe();
  const preferences = data?.preferences ?? defaultPreferences;
  const { numberFormat, timeZone } = preferences;
  return useMemo(() => createFormats({ numberFormat, timeZone }), [numberFormat, timeZone]);
}
