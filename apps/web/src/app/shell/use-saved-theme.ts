import { useEffect } from 'react';
import { useMe } from '../../lib/people/use-me.ts';
import { useServices } from '../../lib/services.ts';

/** Uses the theme stored with the account in a browser where no theme has been chosen yet. */
export function useSavedTheme(): void {
  const { theme } = useServices();
  const { data } = useMe();
  const stored = data?.preferences.theme;
  useEffect(() => {
    if (stored) theme.adopt(stored);
  }, [stored, theme]);
}
