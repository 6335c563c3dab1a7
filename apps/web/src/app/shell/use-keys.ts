import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../../lib/browser/single-keys.ts';
import { contentId } from '../../ui/layout/AppFrame.tsx';
import { modalSelector } from '../../ui/overlay/Dialog.tsx';
import { searchFieldId } from '../../ui/form/SearchBox.tsx';
import { moveInList, toggleRow, turnBlock, turnPage } from './move-in-list.ts';
import { sections } from './sections.ts';

/** Maximum delay between G and the key of a section, in milliseconds. */
const sequenceMs = 1_500;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="combobox"], [role="menu"], [role="listbox"]') !== null)
  );
}

/**
 * Returns whether a modifier key is pressed. Excludes AltGr, which counts as Ctrl and Alt and which many keyboards need for
 * brackets and slashes.
 */
function modified(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}

const dialogIsOpen = (): boolean => document.querySelector(modalSelector) !== null;

function onPage(act: (page: HTMLElement) => void): () => void {
  return () => {
    const page = document.getElementById(contentId);
    if (page) act(page);
  };
}

const simple: Readonly<Record<string, () => void>> = {
  '/': () => {
    const field = document.getElementById(searchFieldId);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  },
  j: onPage((page) => moveInList(page, 1)),
  k: onPage((page) => moveInList(page, -1)),
  o: onPage(toggleRow),
  n: onPage((page) => turnPage(page, 'next')),
  p: onPage((page) => turnPage(page, 'prev')),
  ']': onPage((page) => turnBlock(page, 'next')),
  '[': onPage((page) => turnBlock(page, 'prev')),
};

/**
 * Handles keyboard shortcuts: Ctrl K and ⌘ K open the palette; single keys work as listed in the `?` dialog, unless they are
 * turned off or the person is typing.
 */
export function useKeys({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const on = useSingleKeys();
  const begun = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef({ onPalette, onHelp });
  latest.current = { onPalette, onHelp };

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (!on || modified(event) || typing(event.target) || dialogIsOpen()) return;
      const afterG = event.timeStamp - begun.current < sequenceMs;
      begun.current = Number.NEGATIVE_INFINITY;
      const section = afterG ? sections.find(({ key }) => key === event.key) : undefined;
      const act = simple[event.key];
      if (section) void navigate({ to: section.to, search: {} });
      else if (event.key === 'g') begun.current = event.timeStamp;
      else if (event.key === '?') latest.current.onHelp();
      else if (act) act();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, on]);
}
