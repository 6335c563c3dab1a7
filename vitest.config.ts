import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, longest first: begun last, one of them would run alone at the end. */
const long = ['survival', 'audit.test', 'tenancy', 'accounts-', 'collisions', 'sign-in', 'ledger-order'];

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((part) => moduleId.includes(part));
  return at < 0 ? long.length : at;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Two workers on two cores; a server or browser file boots a database, so it gets a long hook time. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    globalSetup: ['apps/server/test/support/global-setup.ts'],
    include: [
      'test/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/server/**/*.test.ts',
      'apps/web/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
