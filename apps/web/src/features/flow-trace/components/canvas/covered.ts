import { type Covered, plainCovered } from '../../model/views.ts';

/** Space between a panel and what is drawn, in pixels. */
const gap = 12;

/**
 * Measures what covers the canvas: elements inside of it with `data-covers` (`below`, `left`, `right`, or `corner`). The
 * toolbars and the ruler above have a fixed height.
 */
export function coveredIn(canvas: HTMLElement | null): Covered {
  if (!canvas) return plainCovered;
  const own = canvas.getBoundingClientRect();
  let { below, left, right } = plainCovered;
  const corners = { left: 0, right: 0, height: 0 };
  const found = [...canvas.querySelectorAll<HTMLElement>('[data-covers]')].map((element) => ({
    covers: element.dataset['covers'],
    box: element.getBoundingClientRect(),
  }));
  for (const { covers, box } of found) {
    if (box.width === 0 || box.height === 0) continue;
    if (covers === 'below') below = Math.max(below, own.bottom - box.top + gap);
    if (covers === 'left') left = Math.max(left, box.right - own.left + gap);
    if (covers === 'right') right = Math.max(right, own.right - box.left + gap);
  }
  for (const { covers, box } of found) {
    if (covers !== 'corner' || box.width === 0 || box.height === 0) continue;
    if (box.left - own.left < own.right - box.right) corners.left = box.right - own.left + gap;
    else corners.right = own.right - box.left + gap;
    corners.height = Math.max(corners.height, own.bottom - below - box.top + gap);
  }
  return { ...plainCovered, below, left, right, corners };
}
