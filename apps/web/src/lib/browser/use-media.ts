import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the media query matches. */
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

/** Returns whether the window is at most 720 px wide: tables have two lines per row, and a bottom bar replaces the sidebar. */
export function usePhone(): boolean {
  return useMedia('(max-width: 720px)');
}

/** Returns whether the window is at most 720 px wide and 560 px high now, as a phone on its side or a page at 200% zoom. */
export function isSmallAndLow(): boolean {
  return window.matchMedia('(max-width: 720px) and (max-height: 560px)').matches;
}

/** Returns whether the window is under 1080 px wide: hashes are shortened. */
export function useSmallScreen(): boolean {
  return useMedia('(max-width: 1079px)');
}

/** Returns whether the window is under 1280 px wide: tables with many columns leave one out. */
export function useMediumScreen(): boolean {
  return useMedia('(max-width: 1279px)');
}

/** Returns whether the person prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
