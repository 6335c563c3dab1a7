import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run requirements`: compares `docs/requirements.md` with the ids that code, tests, and documents cite, and lists
 * requirements that no test cites.
 */

/** The most requirements that may have no test. Lower it when a test is added; the check fails where there are more. */
const allowedWithoutTest = 36;

/** The page of all requirements. */
const page = 'docs/requirements.md';

/** References to requirements in the repository. */
export interface RequirementsReport {
  /** IDs that are missing on the page, duplicate, in another section, or cited above no test. */
  readonly faults: readonly string[];
  /** Requirements that no test cites, in the order of the page. */
  readonly withoutTest: readonly string[];
  readonly count: number;
}

const anyId = /\bR-\d+\.\d+\b/g;
const requirement = /^- \*\*(R-(\d+)\.\d+)\*\* \S/;
const aboveTest = /^\s*\/\/ R-\d+\.\d+(?:, R-\d+\.\d+)*$/;
const beginsTest = /^\s*(?:test|it|describe\w*)\b/;

/** Tests whether comments of the file are citations. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('apps/web/e2e/');
}

/**
 * Compares the page of requirements with citations.
 *
 * @param requirements text of the page: one `- **R-<section>.<n>** sentence` a line, below headings `## <section> …`
 * @param files text of every file that may cite ids, by path; in tests, comments such as `// R-1.2, R-3.4` directly above a test
 */
export function compareRequirements(
  requirements: string,
  files: ReadonlyMap<string, string>,
): RequirementsReport {
  const faults: string[] = [];
  const known = new Set<string>();
  let section = '';
  requirements.split('\n').forEach((line, i) => {
    section = /^## (\d+) /.exec(line)?.[1] ?? section;
    const [, id, ofSection] = requirement.exec(line) ?? [];
    if (id === undefined) return;
    if (known.has(id)) faults.push(`${page}:${i + 1}: ${id} stands twice`);
    if (ofSection !== section) faults.push(`${page}:${i + 1}: ${id} stands in section ${section}`);
    known.add(id);
  });
  const tested = new Set<string>();
  for (const [file, text] of files) {
    const lines = text.split('\n');
    lines.forEach((line, i) => {
      const ids = line.match(anyId) ?? [];
      const unknown = ids.filter((id) => !known.has(id));
      for (const id of unknown) faults.push(`${file}:${i + 1}: ${id} doesn't exist`);
      if (!isTest(file) || !aboveTest.test(line)) return;
      const next = lines.slice(i + 1).find((other) => !aboveTest.test(other));
      if (next !== undefined && beginsTest.test(next)) for (const id of ids) tested.add(id);
      else faults.push(`${file}:${i + 1}: ${ids.join(', ')} isn't directly above a test`);
    });
  }
  return { faults, withoutTest: [...known].filter((id) => !tested.has(id)), count: known.size };
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const cite = globSync('{apps,packages,tools,test,bench,docs}/**/*.{ts,tsx,css,md}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', page, 'test/requirements.test.ts'],
  });
  const report = compareRequirements(read(page), new Map(cite.map((file) => [file, read(file)])));
  const lines = read(page).split('\n');
  for (const id of report.withoutTest) {
    process.stdout.write(`${lines.find((line) => line.includes(`**${id}**`))?.slice(2) ?? id}\n`);
  }
  process.stdout.write(`${report.withoutTest.length} of ${report.count} requirements have no test\n`);
  for (const fault of report.faults) process.stdout.write(`${fault}\n`);
  if (report.withoutTest.length > allowedWithoutTest) {
    process.stdout.write(`At most ${allowedWithoutTest} may have none: cite the ids above the new tests\n`);
  }
  if (report.faults.length > 0 || report.withoutTest.length > allowedWithoutTest) process.exitCode = 1;
}
