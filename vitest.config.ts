import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, longest first: begun last, one of them would run alone at the end. */
const long = [
  'survival',
  'demo-source',
  'audit.test',
  'tenancy',
  'accounts-',
  'collisions',
  'sign-in',
  'ledger-order',
  'e2e/',
  'import-interrupted',
  'import-full-disk',
  'import-damage',
  'ethereum-node',
  'ledger-facts',
  'import-command',
  'stream',
  'bitcoin-core',
  'rate-limits',
  'settings',
];

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((part) => moduleId.includes(part));
  return at < 0 ? long.length : at;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Compiled modules are kept between the hundred processes of a run, and for those that tests start. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const exclude = ['**/node_modules/**', '**/dist/**'];
/** What is watched in a library only where the library was not loaded before. */
const alone = ['apps/server/test/api-auth.test.ts'];
const shared = { pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000, exclude } as const;

/** Of tests that boot databases, servers and browsers. */
const booting = {
  ...shared,
  expect: { poll: { timeout: 20_000 } },
  execArgv: ['--liftoff-only'],
  experimental: { viteModuleRunner: false },
  globalSetup: ['apps/server/test/support/global-setup.ts'],
  setupFiles: ['apps/server/test/support/keep-compiled.ts'],
};

/**
 * Three workers on two cores: much of the time goes into waiting for servers and browsers. Files share the processes of the
 * workers: to load the server's modules anew for each takes as long as many of its tests.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...booting,
          name: 'whole',
          isolate: false,
          include: ['test/**/*.test.ts', 'apps/server/test/**/*.test.ts', 'apps/web/e2e/**/*.test.ts'],
          exclude: [...exclude, ...alone],
        },
      },
      {
        test: { ...booting, name: 'alone', include: alone },
      },
      {
        test: {
          ...shared,
          name: 'pure',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
