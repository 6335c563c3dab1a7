import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const plain = (text: string): string => text.replaceAll('\\', '').replaceAll('’', "'").replaceAll('`', '');

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${sep}node_modules`))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll(sep, '/'));
}

/** Whether a file ends like a path of the table, where one star stands for any text within a name. */
function named(path: string): RegExp {
  const pattern = path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  return new RegExp(
    `(?:^|/)${pattern.replaceAll(/\{([^}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)}$`,
  );
}

test('every test that docs/coverage.md names is there, in a file that is there', () => {
  const files = ['apps', 'packages', 'test'].flatMap(filesBelow);
  const tests = plain(
    files
      .filter((file) => /\.test\.tsx?$|\/e2e\/|\/test\//.test(file) && /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n'),
  );
  const rows = readFileSync(join(root, 'docs/coverage.md'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split('|').at(-2) ?? ''] : []));
  expect(rows.length).toBeGreaterThan(500);
  const missing: string[] = [];
  for (const cell of rows) {
    for (const [, path = ''] of cell.matchAll(/`([^`\s…]+\.tsx?)`/g)) {
      // Short names stand for a folder: what comes after them is compared.
      const rest = path.replace(/^(?:server|web|contract|chain|risk|canvas|demo)\//, '');
      if (!files.some((file) => named(rest).test(file))) missing.push(path);
    }
    for (const [, name = ''] of cell.matchAll(/"([^"]+)"/g)) {
      const parts = plain(name)
        .split('…')
        .map((part) => part.replaceAll(/^[\s;:,]+|[\s;:,]+$/g, ''));
      if (parts.some((part) => !tests.includes(part))) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});
