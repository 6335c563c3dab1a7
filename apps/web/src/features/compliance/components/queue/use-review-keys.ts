import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../../../../lib/browser/single-keys.ts';
import { modalSelector } from '../../../../ui/overlay/Dialog.tsx';

/** Time in milliseconds that G waits for the key of a section; in it, the keys here have no effect. */
const sequenceMs = 1_500;
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

/**
 * Handles single-key shortcuts of the open details; they take precedence over those of lists and are off while the person types
 * or a dialog is open.
 */
export function useReviewKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const on = useSingleKeys();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return;
    let begun = Number.NEGATIVE_INFINITY;
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector(modalSelector)) return;
      const afterG = event.timeStamp - begun < sequenceMs;
      begun = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const act = afterG ? undefined : latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [on]);
}
