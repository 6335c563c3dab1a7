import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run release -- <version>`: sets the version everywhere, gives the unreleased part of the changelog that version and
 * date, and commits and tags both. Then it writes what is published into `--out` (default `release`): the source archive, a
 * software bill of materials (CycloneDX), the notes, and the SHA-256 of each. With `--key`, it signs the sums. It publishes
 * nothing.
 */

const usage =
  'Usage: npm run release -- <major.minor.patch> [--out <folder>] [--date <YYYY-MM-DD>] [--key <file>]';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const parts = (version: string): number[] | undefined =>
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(version)
    ? version.split('.').map(Number)
    : undefined;

/** Tests whether one version follows another in the order of semantic versions, without pre-releases. */
function follows(next: readonly number[], before: readonly number[]): boolean {
  const at = next.findIndex((part, i) => part !== before[i]);
  return at >= 0 && (next[at] ?? 0) > (before[at] ?? 0);
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const read = (file: string): string => readFileSync(file, 'utf8');

/** Reads the Ed25519 key (PEM, PKCS #8) that signs; an encrypted one needs its passphrase in RELEASE_KEY_PASSPHRASE. */
function readKey(file: string): KeyObject {
  const passphrase = process.env['RELEASE_KEY_PASSPHRASE'];
  try {
    const key = createPrivateKey({ key: read(file), ...(passphrase !== undefined && { passphrase }) });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Says below what is needed.
  }
  return fail(`${file} is not an Ed25519 key in PEM form, or RELEASE_KEY_PASSPHRASE is missing or wrong`);
}

/** Splits the changelog at its heading for what is unreleased; returns the text before, the notes, and the rest. */
function splitChangelog(text: string): { before: string; notes: string; rest: string } {
  const heading = '## Unreleased\n';
  const start = text.indexOf(heading);
  if (start < 0) fail('CHANGELOG.md has no section "Unreleased"');
  const after = start + heading.length;
  const end = text.indexOf('\n## ', after);
  const notes = text.slice(after, end < 0 ? undefined : end).trim();
  if (notes === '') fail('CHANGELOG.md says nothing about this release');
  return { before: text.slice(0, start), notes, rest: end < 0 ? '' : text.slice(end + 1) };
}

/** Sets the version of the workspaces and of the references between them. */
function setVersions(before: string, version: string): string[] {
  const files = ['package.json', ...globSync('{apps,packages}/*/package.json')];
  for (const file of files) {
    const text = read(file)
      .replace(`"version": "${before}"`, `"version": "${version}"`)
      .replaceAll(
        new RegExp(`("@hopscope/[a-z]+": )"${before.replaceAll('.', '\\.')}"`, 'g'),
        `$1"${version}"`,
      );
    writeFileSync(file, text);
  }
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit'], {
    stdio: 'ignore',
  });
  return [...files, 'package-lock.json'];
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'release' },
        date: { type: 'string' },
        key: { type: 'string' },
      },
    });
  } catch {
    return fail(usage);
  }
}

const { values, positionals } = readArguments();
const [version = '', ...more] = positionals;
const next = parts(version);
if (!next || more.length > 0) fail(usage);
const { version: current } = JSON.parse(read('package.json')) as { version: string };
if (!follows(next, parts(current) ?? [])) fail(`${version} does not follow ${current}`);
if (git('status', '--porcelain') !== '') fail('There are changes that are not committed');
if (git('tag', '--list', `v${version}`) !== '') fail(`There is a tag v${version} already`);

const key = values.key === undefined ? undefined : readKey(values.key);

const date = values.date ?? new Date().toISOString().slice(0, 10);
const changelog = splitChangelog(read('CHANGELOG.md'));
writeFileSync(
  'CHANGELOG.md',
  `${changelog.before}## Unreleased\n\n## ${version} (${date})\n\n${changelog.notes}\n\n${changelog.rest}`,
);
const files = setVersions(current, version);
git('add', 'CHANGELOG.md', ...files);
git('commit', '--quiet', '-m', `Release ${version}`);
git('tag', '-a', `v${version}`, '-m', `Hopscope ${version}`);

const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const name = `hopscope-${version}`;
const archive = join(out, `${name}.tar.gz`);
git('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${archive}`, `v${version}`);
const bill = execFileSync(
  'npm',
  [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--package-lock-only',
  ],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
);
writeFileSync(join(out, `${name}.cdx.json`), bill);
writeFileSync(join(out, `${name}.md`), `# Hopscope ${version} (${date})\n\n${changelog.notes}\n`);
const published = [`${name}.cdx.json`, `${name}.md`, `${name}.tar.gz`];
const sums = published.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')}  ${file}\n`,
);
const text = sums.join('');
writeFileSync(join(out, 'SHA256SUMS'), text);
// Ed25519 hashes by itself (RFC 8032).
if (key) writeFileSync(join(out, 'SHA256SUMS.sig'), sign(null, Buffer.from(text), key));
const listed = key ? 'SHA256SUMS, and SHA256SUMS.sig' : 'and SHA256SUMS (not signed)';
process.stdout.write(`Released ${version}: ${published.join(', ')}, ${listed} in ${out}\n`);
