import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ExpectedText, createTextMatcher, testTexts } from '../tools/expected-texts.ts';
import { catalog } from '../tools/texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const browserTests = 'apps/web/e2e/**/*.ts';
/** Other sources of visible texts in browser tests: their own data, and demo and test ledgers. */
const testData = '{packages/demo/src,apps/server/src/demo,apps/server/test/support}/**/*.ts';

/** Expected texts that no rule finds, with the reason. Each of them must be necessary. */
const exceptions: Record<string, string> = {
  'First line second line': 'a note of two lines, typed one by one',
  'Hopscope documentation': 'title of the documentation',
  '20 gwei': 'a unit alone is no text of the catalog',
  'Fee rates in sat/vB, by weight': 'a unit alone is no text of the catalog',
  'pay שלום now and here in plain sight of everybody': 'data of a real transaction',
  'OP_RETURN OP_PUSHNUM_13 OP_PUSHBYTES_2 0102': 'a script of a real transaction',
  'Drawing a circle: end point 140 right, 80 down.': 'a shape, named in lower case',
  ' receives a payment of 100 ETH or more that comes indirectly, over two or more hops, from Greywater Mixer (demo) on Ethereum.':
    'a rule, written from many phrases',
  ' receives 100 ETH or more from Greywater Mixer (demo), directly or indirectly, on Ethereum.':
    'a rule, written from many phrases',
  'Team member Role': 'a control and its label, read as one line',
};

function read(pattern: string): [file: string, code: string][] {
  return globSync(pattern, { cwd: root })
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

/** Returns expected texts that the application doesn't show, as lines with the position in the test. */
function unknownTexts(expected: readonly ExpectedText[], isShown: (text: string) => boolean): string[] {
  return expected.flatMap(({ file, line, parts }) =>
    parts.filter((part) => !isShown(part)).map((part) => `${file}:${line} no page shows: ${part}`),
  );
}

describe('texts that browser tests look for', () => {
  const { expected, data } = testTexts(read(browserTests));
  const shown = catalog().map(({ text }) => text);
  const isShown = createTextMatcher([...shown, ...data, ...testTexts(read(testData)).data]);

  it('are in the catalog of visible texts, or test data', () => {
    expect(expected.length).toBeGreaterThan(1500);
    const unknown = unknownTexts(expected, isShown);
    const isExcepted = (line: string): boolean =>
      Object.keys(exceptions).some((text) => line.endsWith(`: ${text}`));
    expect(unknown.filter((line) => !isExcepted(line))).toEqual([]);
    for (const text of Object.keys(exceptions))
      expect(
        unknown.some((line) => line.endsWith(`: ${text}`)),
        `no longer needed: ${text}`,
      ).toBe(true);
  });

  it('are missed where they are planted', () => {
    const planted = `
      const failed = 'The notes were eaten';
      const toast = (page: Page, text: string) => page.getByText(text).waitFor();
      await page.getByRole('button', { name: 'Remember note' }).click();
      await page.getByLabel(/^(Email|Carrier pigeon) of/).fill('ada@example.org');
      await page.getByText(\`\${count} notes eaten by \${name}\`).waitFor();
      await page.getByText(failed).waitFor();
      await toast(page, 'Note added to the pile');
      expect(await page.title()).toBe('Blockage Explorer · Hopscope');
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByText('Note added successfully').waitFor();`;
    const lines = unknownTexts(testTexts([['planted.ts', planted]]).expected, isShown);
    expect(lines).toEqual([
      'planted.ts:4 no page shows: Remember note',
      'planted.ts:5 no page shows: Carrier pigeon',
      'planted.ts:6 no page shows:  notes eaten by ',
      'planted.ts:7 no page shows: The notes were eaten',
      'planted.ts:8 no page shows: Note added to the pile',
      'planted.ts:9 no page shows: Blockage Explorer · Hopscope',
    ]);
  });
});

describe('a text is shown', () => {
  const isShown = createTextMatcher([
    'Delete {n} notes of {name}',
    'note',
    'Add note',
    'No notes yet.',
    'Case {id}',
  ]);

  it.each([
    'Add note',
    'add NOTE',
    'notes yet',
    'Delete 3 notes',
    'notes of note',
    'Case 12 · Add note',
    'Add note: No notes yet',
    '4 notes',
  ])('as “%s”', (text) => expect(isShown(text)).toBe(true));

  it.each([
    'Adding note',
    'Add a note',
    'Delete notes of',
    'Delete some notes',
    'Add note yet',
    'Case closed',
  ])('but not as “%s”', (text) => expect(isShown(text)).toBe(false));
});
