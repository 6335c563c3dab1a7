import { useEffect } from 'react';
import { useMe } from '../../lib/people/use-me.ts';
import { useServices } from '../../lib/services.ts';

/** In a browser where no theme was chosen yet, takes the one kept with the account. */
export function useSavedTheme(): void {
  const { theme } = useServices();
  const { data } = useMe();
  const stored = data?.preferences.theme;
  useEffect(() => {
    if (stored) theme.adopt(stored);
  }, [stored, theme]);
}
