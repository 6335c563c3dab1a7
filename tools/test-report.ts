import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What became of one test. */
export interface TestOutcome {
  /** File from the root of the repository, and names of the test and what it stands in; without a reason for a skip. */
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped or has failed; empty where it does not say. */
  readonly reason: string;
}

/** The reason for a skip stands in the name: `…: skipped, why`. */
const inName = /: skipped, (.*?)(?= > |$)/;

const mostDifference = 1500;

/** The first lines of each error and how what came differs, so that a log cut down to its end still says what went wrong. */
const wordsOf = (errors: readonly { message: string; diff?: string | undefined }[]): string =>
  errors
    .map(({ message, diff = '' }) => {
      const first = message.split('\n', 3).join(' ').slice(0, 400);
      const changed = stripVTControlCharacters(diff).match(/^[+-] .*\S.*$/gm) ?? [];
      return [first, ...changed].join('\n  ').slice(0, mostDifference);
    })
    .join('; ');

function outcomeOf(file: string, test: TestCase): TestOutcome {
  const result = test.result();
  const [, named = ''] = inName.exec(test.fullName) ?? [];
  const state = result.state === 'pending' ? 'failed' : result.state;
  const skipped = state === 'skipped' ? (result.state === 'skipped' && result.note) || named : '';
  const reason = result.state === 'failed' ? wordsOf(result.errors) : skipped;
  return { file, name: test.fullName.replace(inName, ''), state, reason };
}

function outcomesOf(module: TestModule): TestOutcome[] {
  const file = relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests()].map((test) => outcomeOf(file, test));
  if (module.state() !== 'failed' || tests.some(({ state }) => state === 'failed')) return tests;
  // What failed is no test: the file could not be read, or a hook around tests has thrown.
  return [...tests, { file, name: '(the file itself)', state: 'failed', reason: wordsOf(module.errors()) }];
}

/** Writes what became of every test of a run to the file that TEST_REPORT names. */
export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env['TEST_REPORT'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.flatMap(outcomesOf)));
  }
}
