import { useEffect } from 'react';
import { useMe } from '../../lib/people/use-me.ts';
import { useServices } from '../../lib/services.ts';

/** In a browser where no theme was chosen yet, takes the one kept with the account. */
export function useSavedTheme(): void {
  const { theme } = useServices();
  const { data } = useMe();
  const kept = data?.preferences.theme;
  useEffect(() => {
    if (kept) theme.adopt(kept);
  }, [kept, theme]);
}
