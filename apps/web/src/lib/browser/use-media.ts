import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query matches now. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** At most 720 px wide: tables in two lines, bottom bar instead of the sidebar. */
export function usePhone(): boolean {
  return useMedia('(max-width: 720px)');
}

/** Under 1080 px wide: hashes are shortened. */
export function useSmallScreen(): boolean {
  return useMedia('(max-width: 1079px)');
}

/** The person asked for less motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
