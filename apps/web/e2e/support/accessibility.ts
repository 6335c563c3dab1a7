import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds wrong on the open page (WCAG 2.2 A and AA): rule, and the first places. Its experimental rule about
 * visible labels is left out: it takes text that is hidden from screen readers (initials) for a part of the label.
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

/** As another tab would: the page stays as it is. */
async function turnTo(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('bs-theme', name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'bs-theme' }));
  }, theme);
  await page.waitForFunction((name) => document.body.dataset['theme'] === name, theme);
}

/** The same in both themes, which differ in their colors alone; the page is left in the theme that it had. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found = await violationsOf(page);
  const theme = await page.evaluate(() => document.body.dataset['theme'] ?? 'dark');
  await turnTo(page, theme === 'dark' ? 'light' : 'dark');
  const inTheOther = await violationsOf(page, 'colors');
  await turnTo(page, theme);
  return [...found, ...inTheOther];
}
