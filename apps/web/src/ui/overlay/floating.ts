import { type RefObject, useLayoutEffect, useState } from 'react';

export type Placement = 'topLeft' | 'bottomLeft' | 'bottomRight';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const gap = 4;
/** Nothing comes nearer to the edge of the window. */
const margin = 8;

/**
 * Left and top of something of `size` beside `anchor`: at the side that is asked for, at the other one where there is no
 * room, and always in the window as far as it fits.
 */
export function placeBeside(
  anchor: Box,
  size: Size,
  view: Size,
  placement: Placement,
): { left: number; top: number } {
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - size.height;
  const fitsBelow = below + size.height <= view.height - margin;
  const fitsAbove = above >= margin;
  const top =
    placement === 'topLeft'
      ? fitsAbove || !fitsBelow
        ? above
        : below
      : fitsBelow || !fitsAbove
        ? below
        : above;
  const left = placement === 'bottomRight' ? anchor.right - size.width : anchor.left;
  const within = (value: number, room: number): number => Math.max(margin, Math.min(value, room - margin));
  return { left: within(left, view.width - size.width), top: within(top, view.height - size.height) };
}

/** Where a panel stands on the screen, kept beside its anchor while the page scrolls; unseen, but able to take the focus, until that is known. */
export function usePlaceBeside(
  anchor: () => Element | null | undefined,
  panel: RefObject<HTMLElement | null>,
  placement: Placement,
): { left: number; top: number; opacity?: number } {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  useLayoutEffect(() => {
    function update(): void {
      const [beside, own] = [anchor()?.getBoundingClientRect(), panel.current];
      if (!beside || !own) return;
      const size = { width: own.offsetWidth, height: own.offsetHeight };
      const next = placeBeside(beside, size, { width: innerWidth, height: innerHeight }, placement);
      setPlace((now) => (now?.left === next.left && now.top === next.top ? now : next));
    }
    update();
    const grows = new ResizeObserver(update);
    if (panel.current) grows.observe(panel.current);
    addEventListener('resize', update);
    addEventListener('scroll', update, true);
    return () => {
      grows.disconnect();
      removeEventListener('resize', update);
      removeEventListener('scroll', update, true);
    };
  });
  return place ?? { left: 0, top: 0, opacity: 0 };
}
