import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { helpPages } from '../apps/web/src/lib/help-pages.ts';
import { siteLink } from '../docs/.vitepress/repository-links.ts';
import { sidebar } from '../docs/.vitepress/sidebar.ts';
import { slugOf } from '../docs/.vitepress/slug.ts';
import { catalog } from '../tools/texts.ts';
import { brokenLinks, missingPaths, sidebarFaults, unknownLabels, unusedImages } from './documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
});
const documents = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const images = globSync('docs/images/*', { cwd: root });
const pages = sidebar.flatMap((group) => group.pages.map(({ page }) => page));

describe('the documents of the repository', () => {
  test('every link leads to a file, and to a heading of it where it names one', () => {
    expect(documents.size).toBeGreaterThan(60);
    expect(brokenLinks(documents, (path) => existsSync(join(root, path)))).toEqual([]);
  });

  test('every document that the code names is there', () => {
    const sources = globSync('{apps,packages,tools,test,bench}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    }).filter((file) => !file.startsWith('test/documents'));
    const named = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].map(
        ([document]) => ({ file, document }),
      ),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ document }) => !documents.has(document))).toEqual([]);
  });

  test('every file and folder that a document names is there', () => {
    const tracked = globSync('{apps,packages,tools,test,bench,docs}/**/*', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    expect(
      missingPaths(documents, [...tracked, ...globSync('{*.*,docs/.vitepress/*}', { cwd: root })]),
    ).toEqual([]);
  });

  test('every picture is shown somewhere, and small enough to be loaded quickly', () => {
    expect(images.length).toBeGreaterThan(8);
    expect(images.length).toBeLessThanOrEqual(12);
    expect(unusedImages(documents, images)).toEqual([]);
    expect(images.filter((image) => readFileSync(join(root, image)).length > 100_000)).toEqual([]);
  });

  test('every label that a guide names in bold is one of the application', () => {
    const guides = new Map([...documents].filter(([file]) => /^docs\/(guide|get-started)\//.test(file)));
    expect(guides.size).toBeGreaterThan(15);
    expect(
      unknownLabels(
        guides,
        catalog().map(({ text }) => text),
      ),
    ).toEqual([]);
  });
  test('every page of the site is in its sidebar', () => {
    expect(sidebarFaults(documents, pages)).toEqual([]);
  });
});

test('every page that the application leads to is there, with its heading', () => {
  const links = Object.values(helpPages).map((help: { page: string; heading?: string }) => {
    const heading = help.heading === undefined ? '' : `#${help.heading}`;
    return `[page](docs/${help.page}.md${heading})`;
  });
  const application = new Map(documents).set('README.md', links.join('\n'));
  expect(links.length).toBeGreaterThan(5);
  expect(brokenLinks(application, (path) => existsSync(join(root, path)))).toEqual([]);
});

describe('what the checks find', () => {
  const sound = new Map([
    ['README.md', '[guide](docs/guide.md#first-step), [elsewhere](https://example.org/#x)'],
    ['docs/index.md', '`[code](nowhere.md)`\n\n```md\n[code](nowhere.md)\n```\n'],
    ['docs/guide.md', '# Guide\n\n## First step\n\n![page](images/page.jpg)\n\n[up](#guide)'],
  ]);
  const exists = (path: string): boolean => sound.has(path) || path === 'docs/images/page.jpg';

  test('nothing where everything is right', () => {
    expect(brokenLinks(sound, exists)).toEqual([]);
    expect(unusedImages(sound, ['docs/images/page.jpg'])).toEqual([]);
    expect(sidebarFaults(sound, ['guide'])).toEqual([]);
  });

  test('a file, a heading, and a picture that are not there', () => {
    const faulty = new Map(sound).set(
      'README.md',
      '[a](docs/gone.md) [b](docs/guide.md#second-step) ![c](docs/images/gone.jpg) [d](#gone)',
    );
    expect(brokenLinks(faulty, exists)).toEqual([
      'README.md: docs/gone.md is not there',
      'README.md: docs/guide.md has no heading #second-step',
      'README.md: docs/images/gone.jpg is not there',
      'README.md: README.md has no heading #gone',
    ]);
  });

  test('a file that a document names in code, but not one to be made', () => {
    const naming = new Map([
      ['docs/a.md', '`apps/web/gone.ts`, `near/there.ts`, `apps/web`, `gone.tsx`\n`apps/web/made.ts` (new)'],
    ]);
    expect(missingPaths(naming, ['apps/web/near/there.ts'])).toEqual([
      'docs/a.md: apps/web/gone.ts is not there',
      'docs/a.md: gone.tsx is not there',
    ]);
  });

  test('a label that the application does not show', () => {
    const guide = 'Select **Save**, **Case 7**, then **Settings › Nowhere**. **This is important.**';
    expect(
      unknownLabels(new Map([['docs/guide/a.md', guide]]), ['Save…', 'Case {number}', 'Settings']),
    ).toEqual(['docs/guide/a.md: “Nowhere” is not a label of the application']);
  });
  test('a picture that nobody shows', () => {
    expect(unusedImages(sound, ['docs/images/old.jpg'])).toEqual(['docs/images/old.jpg']);
  });

  test('a page that the sidebar lacks, has twice, or has without a file', () => {
    expect(sidebarFaults(sound, [])).toEqual(['docs/guide.md is not in the sidebar']);
    expect(sidebarFaults(sound, ['guide', 'guide', 'gone'])).toEqual([
      'docs/gone.md is in the sidebar only',
      'docs/guide.md is in the sidebar twice',
    ]);
  });
});

describe('links on the site', () => {
  test('lead to the page that shows a file, or are plain text where none does', () => {
    expect(siteLink('docs/guide/index.md', '../concepts/risk.md#factors')).toBe(
      '../concepts/risk.md#factors',
    );
    expect(siteLink('docs/contribute/documentation.md', '../../ARCHITECTURE.md')).toBe('architecture.md');
    expect(siteLink('docs/contribute/architecture.md', 'docs/concepts/risk.md')).toBe('../concepts/risk.md');
    expect(siteLink('docs/contribute/index.md', '#tests')).toBe('#tests');
    expect(siteLink('docs/contribute/index.md', 'LICENSE')).toBeNull();
    expect(siteLink('docs/contribute/folders.md', '../../packages/chain/src/index.ts')).toBeNull();
  });

  test('name headings as GitHub does', () => {
    expect(slugOf('Packed transaction (`btc_tx.body`)')).toBe('packed-transaction-btc_txbody');
    expect(slugOf('How long rows are kept')).toBe('how-long-rows-are-kept');
  });
});
