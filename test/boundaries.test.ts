import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** A small tree with one violation of each kind. */
const planted: Record<string, string> = {
  'packages/chain/src/reads-files.ts':
    "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
  'packages/chain/src/knows-app.ts':
    "import { b } from '../../../apps/server/src/ledger/knows-module.ts';\nexport const c = b;\n",
  'packages/contract/src/knows-chain.ts':
    "import { o } from '../../chain/src/hashes.ts';\nexport const p = o;\n",
  'packages/domain/src/knows-chain.ts':
    "import { o } from '../../chain/src/hashes.ts';\nexport const n = o;\n",
  'packages/chain/src/hashes.ts': 'export const o = 1;\n',
  'apps/server/src/ledger/knows-module.ts':
    "import { d } from '../contexts/identity/auth/auth.store.ts';\nexport const b = d;\n",
  'apps/server/src/contexts/identity/auth/auth.store.ts': 'export const d = 1;\n',
  'apps/server/src/contexts/identity/auth/auth.routes.ts':
    "import { d } from './auth.store.ts';\nexport const e = d;\n",
  'apps/server/src/contexts/compliance/cases/cases.service.ts':
    "import { d } from '../../identity/auth/auth.store.ts';\nexport const f = d;\n",
  'apps/server/src/contexts/identity/notes/knows-cases.ts':
    "import { f } from '../../compliance/cases/cases.service.ts';\nexport const q = f;\n",
  'apps/server/src/contexts/identity/notes/notes.service.ts':
    "import { x } from '../../../http/x.ts';\nexport const r = x;\n",
  'apps/server/src/sources/files/talks-sql.ts':
    "import { g } from '../../db/session.ts';\nexport const h = g;\n",
  'apps/server/src/db/session.ts': 'export const g = 1;\n',
  'apps/web/src/features/one/a.ts': "import { k } from '../two/b.ts';\nexport const i = k;\n",
  'apps/web/src/features/two/b.ts': 'export const k = 1;\n',
  'apps/web/src/ui/form/e.ts': "import { s } from '../../shared/amount/f.ts';\nexport const t = s;\n",
  'apps/web/src/shared/amount/f.ts': 'export const s = 1;\n',
  'apps/web/src/ui/c.ts': "import { k } from '../features/two/b.ts';\nexport const l = k;\n",
  'apps/web/src/lib/d.ts': "import { g } from '../../../server/src/db/session.ts';\nexport const m = g;\n",
  'apps/server/src/http/x.ts': "import { y } from './y.ts';\nexport const x = () => y;\n",
  'apps/server/src/http/y.ts': "import { x } from './x.ts';\nexport const y = () => x;\n",
};

const expected = [
  'contexts-form-a-dag',
  'contract-imports-only-domain',
  'domain-imports-nothing',
  'no-circular',
  'only-stores-and-the-ledger-talk-sql',
  'packages-are-pure',
  'packages-import-no-app',
  'routes-do-not-touch-stores',
  'services-know-no-http',
  'stores-are-private-to-their-context',
  'the-ledger-knows-no-module',
  'web-features-are-apart',
  'web-imports-no-server',
  'web-ui-and-lib-know-no-feature',
  'web-ui-knows-nothing-of-the-field',
];

describe('layer rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds every planted violation', () => {
    for (const [path, text] of Object.entries(planted)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const file of [
      '.dependency-cruiser.cjs',
      'tsconfig.json',
      'tsconfig.base.json',
      'apps/server/contexts.json',
    ]) {
      cpSync(join(root, file), join(folder, file));
    }
    const { stdout } = spawnSync(
      process.execPath,
      [depcruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_PATH: join(root, 'node_modules') } },
    );
    const report: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(stdout);
    const found = [...new Set(report.summary.violations.map((violation) => violation.rule.name))].sort();
    expect(found).toEqual(expected);
  });

  it('sees every file of the packages; `npm run check` looks at the whole tree', () => {
    const stdout = execFileSync(
      process.execPath,
      [depcruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages'],
      { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    const report: { modules: { source: string }[]; summary: { violations: unknown[] } } = JSON.parse(stdout);
    const files = globSync('packages/*/src/**/*.ts', { cwd: root });
    const seen = new Set(report.modules.map(({ source }) => source));
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => !seen.has(file))).toEqual([]);
    expect(report.summary.violations).toEqual([]);
  });
});
