import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The only place that formats dates, numbers, currencies, and plurals. */
const home = 'packages/domain/src/format/';
const self = 'test/formats.test.ts';

/** Lines that format by locale outside the module that all texts share. */
function strayFormats(path: string, text: string): string[] {
  if (path.startsWith(home) || path === self) return [];
  return text
    .split('\n')
    .flatMap((line, i) =>
      /\bIntl\b|\.toLocale[A-Z]/.test(line) ? [`${path}:${i + 1} formats by itself: use ${home}`] : [],
    );
}

describe('formats', () => {
  it(`come from ${home} alone`, () => {
    const paths = globSync('{apps,bench,packages,test,tools}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    expect(paths.length).toBeGreaterThan(2000);
    expect(paths.flatMap((path) => strayFormats(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('are found where they are planted', () => {
    const planted = [
      'new Intl.DateTimeFormat("en")',
      'count.toLocaleString()',
      'const { NumberFormat } = Intl;',
      'at.toLocaleDateString("en")',
      'text.toLowerCase()',
    ].join('\n');
    expect(strayFormats('apps/web/src/planted.ts', planted)).toEqual(
      [1, 2, 3, 4].map((line) => `apps/web/src/planted.ts:${line} formats by itself: use ${home}`),
    );
    expect(strayFormats(`${home}planted.ts`, planted)).toEqual([]);
  });
});
