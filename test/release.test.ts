import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hopscope-release-'));
const copy = join(folder, 'project');
const out = join(folder, 'out');

const passphrase = 'a passphrase of the test';
const keyFile = join(folder, 'key.pem');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: copy,
    encoding: 'utf8',
  }).trim();

function release(...args: string[]) {
  const env = {
    ...process.env,
    RELEASE_KEY_PASSPHRASE: passphrase,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.org',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.org',
  };
  const script = join(project, 'tools/release.ts');
  return spawnSync(process.execPath, [script, ...args, '--out', out, '--date', '2026-12-01'], {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
}

beforeAll(() => {
  // A project of its own with the files that a release changes.
  for (const file of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'apps', 'packages'])
    cpSync(join(project, file), join(copy, file), {
      recursive: true,
      filter: (path) => !/\/(src|e2e|test|dist|node_modules|public)$/.test(path),
    });
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Begin');
  const pem = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase } as const;
  writeFileSync(keyFile, privateKey.export(pem));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('refuses versions that do not follow, and changes that are not committed', () => {
    for (const version of ['0.1.0', '0.0.9', 'v1.0.0', '1.0', '01.0.0'])
      expect(release(version).status, version).toBe(1);
    execFileSync('touch', [join(copy, 'new')]);
    expect(release('0.2.0').stderr).toBe('There are changes that are not committed\n');
    rmSync(join(copy, 'new'));
  });

  it('refuses a key that is not of Ed25519, before it changes anything', () => {
    const other = join(folder, 'other.pem');
    const { privateKey: ofCurve } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(other, ofCurve.export({ format: 'pem', type: 'pkcs8' }));
    for (const file of [other, join(copy, 'package.json'), join(folder, 'missing.pem')]) {
      const { status, stderr } = release('0.2.0', '--key', file);
      expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('Ed25519') });
    }
    expect(git('tag')).toBe('');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('sets versions and changelog, tags, and writes archive, bill of materials, notes, and sums', () => {
    const { status, stdout, stderr } = release('0.2.0', '--key', keyFile);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Released 0.2.0');
    expect(git('describe', '--tags')).toBe('v0.2.0');
    expect(git('status', '--porcelain')).toBe('');
    for (const file of ['package.json', 'apps/server/package.json', 'packages/domain/package.json'])
      expect(JSON.parse(readFileSync(join(copy, file), 'utf8')).version, file).toBe('0.2.0');
    expect(readFileSync(join(copy, 'apps/server/package.json'), 'utf8')).toContain(
      '"@hopscope/domain": "0.2.0"',
    );
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(2026-12-01\)\n\n\S/,
    );
    const notes = readFileSync(join(out, 'hopscope-0.2.0.md'), 'utf8');
    expect(notes).toMatch(/^# Hopscope 0\.2\.0 \(2026-12-01\)\n\n\S/);
    const bill = JSON.parse(readFileSync(join(out, 'hopscope-0.2.0.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: '0.2.0' } } });
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toHaveLength(3);
    const signed = readFileSync(join(out, 'SHA256SUMS'));
    const signature = readFileSync(join(out, 'SHA256SUMS.sig'));
    expect(verify(null, signed, publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.concat([signed, Buffer.from(' ')]), publicKey, signature)).toBe(false);
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex'),
      ).toBe(sum);
    }
  });
});
