import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fuzzSeconds, seed } from './test/depth.ts';
import { eventTimeout, testTimeout } from './test/timeouts.ts';

/**
 * Vitest lets the files begin first that took longest the last time, and large ones that it does not know yet. Of those, the
 * ones that take minutes go before all others: begun last, one of them would run alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const takesMinutes = ({ moduleId, project }: TestSpecification): boolean =>
      /survival|\/e2e\/|demo-source/.test(moduleId) &&
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`) === undefined;
    return (await super.sort(files)).toSorted((a, b) => Number(takesMinutes(b)) - Number(takesMinutes(a)));
  }
}

/** Compiled modules are kept between the hundred processes of a run, and for those that tests start. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const exclude = ['**/node_modules/**', '**/dist/**'];
const runFolder = 'test/run-folder.ts';
/** Long tests, which belong to the deep run. */
const deep = 'apps/{server/test,web/e2e}/**/*.deep.test.ts';
const databases = 'apps/server/test/support/global-setup.ts';
const browsing = [runFolder, databases, 'apps/web/e2e/support/unpack-browser.ts'];

const shared = {
  pool: 'forks' as const,
  testTimeout,
  hookTimeout: testTimeout,
  expect: { poll: { timeout: eventTimeout } },
  globalSetup: [runFolder],
  exclude,
} satisfies TestProjectInlineConfiguration['test'];

/** Of tests that boot databases, servers and browsers. */
const booting = {
  ...shared,
  experimental: { viteModuleRunner: false },
  globalSetup: [runFolder, databases],
  setupFiles: ['apps/server/test/support/set-up-worker.ts'],
};

/**
 * Three workers on two cores: much of the time goes into waiting for servers and browsers. Files share the processes of the
 * workers: to load the server's modules anew for each takes as long as many of its tests.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: ['default', ...(process.env['TEST_REPORT'] === undefined ? [] : ['./tools/test-report.ts'])],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...booting,
          name: 'server',
          isolate: false,
          include: ['apps/server/test/**/*.test.ts'],
          exclude: [...exclude, deep],
        },
      },
      {
        test: {
          ...booting,
          name: 'e2e',
          isolate: false,
          include: ['apps/web/e2e/**/*.test.ts'],
          exclude: [...exclude, deep],
          globalSetup: browsing,
        },
      },
      {
        test: { ...booting, name: 'deep', isolate: false, include: [deep], globalSetup: browsing },
      },
      {
        test: {
          ...shared,
          name: 'unit',
          isolate: false,
          ...(seed === undefined && fuzzSeconds === undefined ? {} : { setupFiles: ['test/fuzz.ts'] }),
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
