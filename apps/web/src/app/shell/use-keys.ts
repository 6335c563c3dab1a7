import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../../lib/browser/single-keys.ts';
import { contentId } from '../../ui/layout/AppFrame.tsx';
import { modalSelector } from '../../ui/overlay/Dialog.tsx';
import { searchFieldId } from '../../ui/form/SearchBox.tsx';
import { sections } from './sections.ts';

/** Returns the rows of the lists on the page, without expanded details. */
function rowsOf(page: HTMLElement): HTMLElement[] {
  const rows = page.querySelectorAll<HTMLElement>('[data-row]');
  return [...rows].filter((row) => linkOf(row) !== null && row.getClientRects().length > 0);
}

/** Returns the link of a row, or the button that shows and hides the rows of a group. */
function linkOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('[data-row-button], a[href]');
}

function currentRow(rows: readonly HTMLElement[]): number {
  return rows.findIndex((row) => row.contains(document.activeElement));
}

/** Moves the focus to the link of the next (1) or previous (-1) row; at first to the first visible row. */
function moveInList(page: HTMLElement, step: 1 | -1): void {
  const rows = rowsOf(page);
  const at = currentRow(rows);
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const row = rows[at >= 0 ? at + step : Math.max(inView, 0)];
  if (!row) return;
  linkOf(row)?.focus();
  row.scrollIntoView({ block: 'nearest' });
}

/** Opens or closes the details of the focused row. */
function toggleRow(page: HTMLElement): void {
  const rows = rowsOf(page);
  rows[currentRow(rows)]?.querySelector<HTMLElement>('button[aria-expanded]')?.click();
}

/** Follows the link to the next or previous list page or block, whichever comes first on the page. */
function turnPage(page: HTMLElement, to: 'next' | 'prev'): void {
  page.querySelector<HTMLElement>(`nav a[rel="${to}"]`)?.click();
}

/** Follows the link to the next or previous block. */
function turnBlock(page: HTMLElement, to: 'next' | 'prev'): void {
  page.querySelector<HTMLElement>(`header a[rel="${to}"]`)?.click();
}

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
