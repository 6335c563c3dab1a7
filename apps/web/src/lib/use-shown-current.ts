import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of links so that the one of the present page is seen. */
export function useShownCurrent<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return row;
}
