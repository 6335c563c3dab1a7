import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '../../../outbound/outbound.ts';
import { readAllowedPrivate } from '../../../outbound/public-address.ts';
import type { ImportFile } from '../import/import-item.ts';
import { createSourceFiles, type OpenSourceFiles } from './source-files.ts';

const calm = new AbortController().signal;

async function textOf(file: ImportFile): Promise<string> {
  let text = '';
  for await (const chunk of file.read(calm)) text += new TextDecoder().decode(chunk);
  return text;
}

describe('Files of a source', () => {
  let root: string;
  let server: Server;
  let origin: string;
  let open: OpenSourceFiles;
  const served = new Map<string, { body: Uint8Array; type?: string; cut?: boolean }>();

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'hopscope-lists-'));
    await mkdir(join(root, 'lists/packs'), { recursive: true });
    await mkdir(join(root, 'work'));
    await writeFile(join(root, 'secret.csv'), 'secret');
    await writeFile(join(root, 'lists/own.csv'), 'proper_name\nDesk\n');
    await writeFile(join(root, 'lists/packs/b.yaml'), 'b');
    await writeFile(join(root, 'lists/packs/a.yaml'), 'a');
    await writeFile(join(root, 'lists/packs/LICENSE'), 'left alone');
    await writeFile(join(root, 'lists/packs/c.json.gz'), gzipSync('{"c":1}'));
    await symlink(join(root, 'secret.csv'), join(root, 'lists/link.csv'));
    await symlink(join(root, 'secret.csv'), join(root, 'lists/packs/link.csv'));
    server = createServer((request, response) => {
      const found = served.get(new URL(request.url ?? '', 'http://lists').pathname);
      if (!found) return void response.writeHead(404).end();
      response.writeHead(200, {
        ...(found.type ? { 'content-type': found.type } : {}),
        'content-length': found.body.length,
      });
      if (found.cut) response.write(found.body.subarray(0, 10), () => response.destroy());
      else response.end(found.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    open = createSourceFiles({
      outbound: createOutbound({ allowed: readAllowedPrivate('127.0.0.1') }),
      folder: join(root, 'lists'),
      workFolder: join(root, 'work'),
    });
  });
  afterAll(async () => {
    server.close();
    await rm(root, { recursive: true });
  });

  const read = async (location: string) => {
    const opened = await open(location, calm);
    const files: [string, string][] = [];
    for (const file of opened.files) files.push([file.name, await textOf(file)]);
    // Importers read files twice.
    for (const [at, file] of opened.files.entries()) expect(await textOf(file)).toBe(files[at]?.[1]);
    await opened.dispose();
    expect(await readdir(join(root, 'work'))).toEqual([]);
    return { files, hash: opened.contentHash };
  };

  test('a file below the folder, and all lists of a folder in the order of their names, unpacked; links are not followed', async () => {
    expect((await read('own.csv')).files).toEqual([['own.csv', 'proper_name\nDesk\n']]);
    expect((await read('packs')).files).toEqual([
      ['packs/a.yaml', 'a'],
      ['packs/b.yaml', 'b'],
      ['packs/c.json.gz', '{"c":1}'],
    ]);
  });

  test.each(['../secret.csv', 'packs/../../secret.csv', 'link.csv'])(
    '%s does not lead out of the folder',
    async (path) => {
      await expect(open(path, calm)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  test('what is not there is said', async () => {
    await expect(open('missing.csv', calm)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(open(`${origin}/missing.csv`, calm)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await readdir(join(root, 'work'))).toEqual([]);
  });

  test('an address of the web; the hash is that of its bytes', async () => {
    served.set('/list.csv', { body: new TextEncoder().encode('proper_name\nDesk\n') });
    const { files, hash } = await read(`${origin}/list.csv?token=1`);
    expect(files).toEqual([['list.csv', 'proper_name\nDesk\n']]);
    expect(hash).toBe((await read('own.csv')).hash);
  });

  test('an archive, whatever its entries are called', async () => {
    const body = (text: string) => ({ size: text.length, text });
    const entries = [
      { name: 'packs-1.0/b.yaml', ...body('b') },
      { name: 'packs-1.0/README.md', ...body('left alone') },
      { name: '../../../evil.yaml', ...body('evil') },
      { name: '/etc/a.yaml', ...body('a') },
    ].map(({ name, size, text }) => ({ header: { name, size, mode: 0o644 }, body: text }));
    const packed = gzipSync(await packTar(entries));
    served.set('/tar.gz/refs/heads/main', { body: packed, type: 'application/x-gzip' });
    served.set('/packs.tgz', { body: packed });
    const byType = await read(`${origin}/tar.gz/refs/heads/main`);
    expect(byType.files.map(([, text]) => text).toSorted()).toEqual(['a', 'b', 'evil']);
    expect((await read(`${origin}/packs.tgz`)).files).toEqual(byType.files);
    expect(await readdir(root)).toEqual(expect.not.arrayContaining(['evil.yaml']));
  });

  test.each([
    ['/torn.tar.gz', gzipSync(new Uint8Array(5000).fill(7)).subarray(0, -20), 'torn'],
    ['/no.tar', new TextEncoder().encode('no archive at all'.repeat(100)), 'torn'],
  ])('%s is refused', async (path, body, code) => {
    served.set(path, { body });
    await expect(open(`${origin}${path}`, calm)).rejects.toMatchObject({ name: 'ImportError', code });
    expect(await readdir(join(root, 'work'))).toEqual([]);
  });

  test('a transfer that breaks off is refused before anything is read', async () => {
    served.set('/cut.csv', { body: new Uint8Array(1000).fill(65), cut: true });
    await expect(open(`${origin}/cut.csv`, calm)).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('a damaged gzip file is refused while it is read', async () => {
    served.set('/list.csv.gz', { body: gzipSync('proper_name\nDesk\n').subarray(0, -6) });
    const { files, dispose } = await open(`${origin}/list.csv.gz`, calm);
    await expect(Promise.all(files.map(textOf))).rejects.toMatchObject({ code: 'torn' });
    await dispose();
  });

  test('the network inside is not asked', async () => {
    const strict = createSourceFiles({
      outbound: createOutbound({ allowed: readAllowedPrivate('') }),
      folder: join(root, 'lists'),
      workFolder: join(root, 'work'),
    });
    await expect(strict(`${origin}/list.csv`, calm)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
