import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The only folder that formats dates, numbers, currencies, and plurals. */
const home = 'packages/domain/src/format/';
const self = 'test/formats.test.ts';

/** A noun and its plural near a comparison with 1. */
const handMadePlural =
  /=== 1 \? (?:'([a-z]*[a-z])' : '\1e?s'|'' : 'e?s'|'1 ([a-z ]+)' : `\$\{[^}]+\} \2e?s`)/;

/** Returns lines that format by locale outside the shared module. */
function strayFormats(path: string, text: string): string[] {
  if (path.startsWith(home) || path === self) return [];
  return text
    .split('\n')
    .flatMap((line, i) =>
      /\bIntl\b|\.toLocale[A-Z]/.test(line) || handMadePlural.test(line)
        ? [`${path}:${i + 1} formats by itself: use ${home}`]
        : [],
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
      "n === 1 ? 'node' : 'nodes'",
      "`block${n === 1 ? '' : 's'}`",
      "n === 1 ? '1 hop' : `${n} hops`",
      "count === 1 ? 'found' : 'missing'",
      'text.toLowerCase()',
    ].join('\n');
    expect(strayFormats('apps/web/src/planted.ts', planted)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((line) => `apps/web/src/planted.ts:${line} formats by itself: use ${home}`),
    );
    expect(strayFormats(`${home}planted.ts`, planted)).toEqual([]);
  });
});
