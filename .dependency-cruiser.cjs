/** Who may import whom: `docs/decisions/0002-layers.md`. */
const pure = '^packages/(canvas|chain|contract|demo|domain|risk)/src';
const { contexts } = require('./apps/server/contexts.json');
const foldersOf = (some) => some.flatMap(({ folders }) => folders).join('|');
const tests = '\\.(test|fixture)\\.tsx?$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'packages-import-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'packages-are-pure',
      comment: 'No Node built-ins, no React, no database.',
      severity: 'error',
      from: { path: pure, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-import-no-framework',
      severity: 'error',
      from: { path: pure, pathNot: tests },
      to: { path: 'node_modules/(react|react-dom|react-aria-components|fastify|kysely|pg|@electric-sql)/' },
    },
    {
      name: 'contract-imports-only-domain',
      comment: 'Whoever calls the API needs neither the engines nor the canvas.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: tests },
      to: { pathNot: '^packages/(contract|domain)/src/|node_modules/zod/' },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: tests },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'routes-do-not-touch-stores',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '(\\.store\\.ts$|/db/|/ledger/)' },
    },
    {
      name: 'stores-are-private-to-their-context',
      severity: 'error',
      from: { path: '^apps/server/src/(contexts/[^/]+|demo)/' },
      to: {
        path: '^apps/server/src/(contexts/[^/]+|demo)/.+\\.store\\.ts$',
        pathNot: '^apps/server/src/$1/',
      },
    },
    {
      name: 'only-stores-and-the-ledger-talk-sql',
      comment:
        'Sources reach chain tables through the ledger. Those by address run its functions in sessions of their own; what opens the sources hands them the database, and what shares them stores their state.',
      severity: 'error',
      from: {
        path: '^apps/server/src/sources/',
        pathNot:
          '^apps/server/src/sources/((open-sources|run-sources|shared-sources|source-thread)[.]ts|(esplora|etherscan)/)',
      },
      to: { path: '^apps/server/src/db/' },
    },
    {
      name: 'sources-by-address-know-sessions-only',
      severity: 'error',
      from: { path: '^apps/server/src/sources/(esplora|etherscan)/' },
      to: { path: '^apps/server/src/db/', pathNot: '^apps/server/src/db/session[.]ts$' },
    },
    {
      name: 'the-ledger-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/(ledger|db)/' },
      to: { path: '^apps/server/src/(contexts|demo|http|sources)/' },
    },
    // Sources bring their listeners in (`source-thread.ts`, `open-sources.ts`); the ledger's own rule stands above.
    ...contexts.slice(1, -1).map((context, i) => ({
      name: 'contexts-form-a-dag',
      comment: `${context.name} knows nothing of the contexts above it (apps/server/contexts.json).`,
      severity: 'error',
      from: { path: `^apps/server/src/(${foldersOf([context])})/`, pathNot: tests },
      to: { path: `^apps/server/src/(${foldersOf(contexts.slice(i + 2))})/` },
    })),
    {
      name: 'services-know-no-http',
      comment:
        'Routes alone see requests and answers; services throw reasons, which http/problems.ts answers.',
      severity: 'error',
      from: {
        path: '^apps/server/src/(contexts|demo|ledger|sources|jobs)/',
        pathNot: `(\\.routes\\.ts$|${tests})`,
      },
      to: { path: '(^apps/server/src/http/|node_modules/fastify/)' },
    },
    {
      name: 'web-features-are-apart',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|shared|lib)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-ui-knows-nothing-of-the-field',
      comment: 'Controls and layout are the same whatever they show; what they show stands above them.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^apps/web/src/shared/' },
    },
    {
      name: 'web-imports-no-server',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^apps/server/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Pages of the bench draw with libraries that the bench installs for itself.
    exclude: { path: '(^|/)(dist|node_modules/\\.)|^bench/frame-peers/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
