import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds wrong on the open page (WCAG 2.2 A and AA): rule, and the first places. Its experimental rule about
 * visible labels is left out: it takes text that is hidden from screen readers (initials) for a part of the label.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'label-content-name-mismatch': { enabled: false } },
    })`,
  );
  return violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return `${id} (${nodes.length}): ${places.join(' | ')}`;
  });
}
