import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Outcome of a test. */
export interface TestOutcome {
  /**
   * Path of the file from the root of the repository, and names of the test and its suites; without a reason for a skip.
   */
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped or failed; empty if unknown. */
  readonly reason: string;
}

/** The reason for a skip is in the name: `…: skipped, why`. */
const inName = /: skipped, (.*?)(?= > |$)/;

const mostDifference = 1500;

/** Returns the first lines of each error and the diff, so that a log truncated to its end still has the cause. */
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
  // A failure outside of tests: the file could not be loaded, or a hook has thrown.
  return [...tests, { file, name: '(the file itself)', state: 'failed', reason: wordsOf(module.errors()) }];
}

/** Writes the outcome of every test of a run to the file in TEST_REPORT. */
export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env['TEST_REPORT'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.flatMap(outcomesOf)));
  }
}
