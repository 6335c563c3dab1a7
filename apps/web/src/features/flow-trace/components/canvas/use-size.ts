import { type RefObject, useEffect, useState } from 'react';

/** Returns width and height of an element, kept up to date; 0 until it is mounted. */
export function useSize(container: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const own = container.current;
    if (!own) return;
    const observer = new ResizeObserver(() => {
      const next = { width: own.clientWidth, height: own.clientHeight };
      setSize((now) => (now.width === next.width && now.height === next.height ? now : next));
    });
    observer.observe(own);
    return () => observer.disconnect();
  }, [container]);
  return size;
}
