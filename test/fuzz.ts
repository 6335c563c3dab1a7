import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { fuzzSeconds, seed } from './depth.ts';

/** Reports the number of runs of a property to the deep run; throws failures with seed and counterexample. */
function report(details: fc.RunDetails<unknown>): void {
  const file = process.env['TEST_FUZZ_REPORT'];
  const name = expect.getState().currentTestName ?? '';
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, runs: details.numRuns })}\n`);
  if (details.failed) throw new Error(`${name}\n${fc.defaultReportMessage(details) ?? ''}`);
}

fc.configureGlobal({
  ...(seed === undefined ? {} : { seed }),
  ...(fuzzSeconds === undefined
    ? {}
    : {
        numRuns: Number.MAX_SAFE_INTEGER,
        interruptAfterTimeLimit: fuzzSeconds * 1000,
        reporter: report,
      }),
});
