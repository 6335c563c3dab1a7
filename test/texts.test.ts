import { describe, expect, test } from 'vitest';
import { catalog, duplicatesOf, featureOf, listing, textsOf } from '../tools/texts.ts';

const page = 'apps/web/src/features/notes/Page.tsx';
const service = 'apps/server/src/contexts/identity/notes/notes.service.ts';
const seen = (file: string, code: string): string[] => textsOf(file, code).map(({ text }) => text);

describe('texts that people see', () => {
  test('of pages: words between tags, labels, constants, and templates with what is filled in', () => {
    const code = `
      const names = { new: 'Add note', none: 'Nothing yet' };
      export const Page = ({ count }: { count: number }) => (
        <section className="wide card" aria-label="notes">
          <p>
            {count} notes of
            this case
          </p>
          <Button title={\`Delete \${count} notes\`} onClick={go}>{names.new}</Button>
        </section>
      );`;
    expect(textsOf(page, code).map(({ line, text }) => [line, text])).toEqual([
      [2, 'Add note'],
      [2, 'Nothing yet'],
      [4, 'notes'],
      [6, '{count} notes of this case'],
      [9, 'Delete {count} notes'],
    ]);
  });

  test('of the server: refusals and mails, not SQL, nor errors of programs', () => {
    const code = `
      if (status === 'In review') throw conflict('This note is closed');
      throw new Error('no note of this number');
      await session.query('Select everything that is there');
      const rows = sql\`select a from b\`;
      const where = 'where n.id = $1';
      const mail = { subject: \`Note of \${name}\`, text: 'Somebody wrote a note.' };`;
    expect(seen(service, code)).toEqual(['This note is closed', 'Note of {name}', 'Somebody wrote a note.']);
  });

  test('of the contract: summaries, descriptions, and messages of schemas', () => {
    const code = `
      import { z } from 'some module here';
      export const createNote = endpoint({ id: 'createNote', path: '/notes', summary: 'Write a note' });
      export const text = z.string().min(1, 'Please write something');`;
    expect(seen('packages/contract/src/notes.ts', code)).toEqual(['Write a note', 'Please write something']);
  });
});

test('a file belongs to a folder of pages, of a context, or of the contract, or a package', () => {
  expect(
    [
      page,
      service,
      'apps/web/src/ui/Tag.tsx',
      'apps/server/src/audit.ts',
      'apps/server/src/http/problems.ts',
      'packages/contract/src/notes.ts',
      'packages/risk/src/score/format.ts',
    ].map(featureOf),
  ).toEqual([
    'web/notes',
    'server/identity/notes',
    'web/ui',
    'server/commands',
    'server/http',
    'contract/notes',
    'packages/risk',
  ]);
});

test('the listing has each text of a file once, those of the feature that is asked for, and repeated ones last', () => {
  const texts = [
    ...textsOf(page, `const a = 'Add note';\nconst b = 'Add note';\nconst c = 'No notes';`),
    ...textsOf(service, `const a = 'Add note';`),
  ];
  expect(duplicatesOf(texts)).toEqual([['Add note', [page, service]]]);
  expect(listing(texts, 'web/notes')).toEqual([
    '## web/notes (3)',
    page,
    '  1 Add note · 3 No notes',
    '## In several files (1)',
    '  Add note (Page.tsx, notes.service.ts)',
  ]);
  expect(listing(texts, 'notes').filter((line) => line.startsWith('##'))).toEqual([
    '## server/identity/notes (1)',
    '## web/notes (3)',
    '## In several files (1)',
  ]);
});

/** Wordings that the application avoids, with what it says instead (docs/contribute/documentation.md). */
const avoided: readonly (readonly [wording: RegExp, instead: string])[] = [
  [/\b(?:[Ss]omebody|[Nn]obody|[Ww]hoever)\b/, 'someone, no one, anyone who'],
  [/\b(?:an?|the|this|each|one|these|by) mails?\b|\bmails\b|^Mail(?! server)\b.+/, 'email'],
  [/\b(?:is|are|was|do|does|did|ca|could|wo|have|has|should)n[’']t\b/, 'words without contractions'],
  [/[\d}] %(?!%)/, 'a percent sign without a space'],
  [/\bChanges of\b/, 'changes to'],
];

const wordingFaults = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    avoided.flatMap(([wording, instead]) => (wording.test(text) ? [`${text}: say ${instead}`] : [])),
  );

test('visible texts avoid wordings that have a better one', () => {
  expect(
    wordingFaults([
      'Somebody changed this',
      'Set a password by mail',
      'It isn’t found',
      '5 % more',
      'Sent by email',
    ]),
  ).toHaveLength(4);
  const texts = catalog().filter(({ file }) => !file.startsWith('apps/server/src/evaluation/'));
  expect(texts.length).toBeGreaterThan(4_000);
  expect(
    texts.flatMap(({ file, line, text }) =>
      wordingFaults([text]).map((fault) => `${file}:${line}: ${fault}`),
    ),
  ).toEqual([]);
});
