import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { isDeep } from '../../../../test/depth.ts';

/**
 * Returns axe-core's violations on the open page (WCAG 2.2 A and AA): rule and first elements. Excludes its experimental rule
 * about visible labels, which treats text hidden from screen readers (initials) as a part of the label.
 */
export async function violationsOf(
  page: Page,
  what: 'everything' | 'colors' = 'everything',
): Promise<string[]> {
  await page.evaluate(axe.source);
  const options =
    what === 'colors'
      ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
      : {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          rules: { 'label-content-name-mismatch': { enabled: false } },
        };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return `${id} (${nodes.length}): ${places.join(' | ')}`;
  });
}

/** Switches the theme as another tab would: the page isn't reloaded. */
async function turnTo(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('bs-theme', name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'bs-theme' }));
  }, theme);
  await page.waitForFunction((name) => document.body.dataset['theme'] === name, theme);
}

/** Returns the violations in both themes; checks the other theme only in the deep run. */
export function violationsInBothThemes(page: Page): Promise<string[]> {
  return violationsOfThemes(page, isDeep ? 'both' : 'own');
}

/** Returns the violations in the page's theme, or in both, which differ only in colors; restores the page's theme. */
export async function violationsOfThemes(page: Page, themes: 'own' | 'both'): Promise<string[]> {
  const found = await violationsOf(page);
  if (themes === 'own') return found;
  const theme = await page.evaluate(() => document.body.dataset['theme'] ?? 'dark');
  await turnTo(page, theme === 'dark' ? 'light' : 'dark');
  const inTheOther = await violationsOf(page, 'colors');
  await turnTo(page, theme);
  return [...found, ...inTheOther];
}
