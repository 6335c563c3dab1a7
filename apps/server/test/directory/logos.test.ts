import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEntityLogo } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { imageType } from '../../src/contexts/directory/logos/image-type.ts';
import { createLogoFiles } from '../../src/contexts/directory/logos/logo-files.ts';
import { urlOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { subject } from '../support/servers/directory-source.ts';
import { startListServer } from '../support/servers/list-server.ts';

const bytesOf = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const png = bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a], 'rest');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'hopscope-logos-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test.each([
  ['image/png', png],
  ['image/jpeg', bytesOf([0xff, 0xd8, 0xff, 0xe0])],
  ['image/gif', bytesOf('GIF89a')],
  ['image/webp', bytesOf('RIFF', [1, 0, 0, 0], 'WEBP')],
  [undefined, bytesOf(svg)],
  [undefined, bytesOf('\u00ef\u00bb\u00bf', svg)],
  [undefined, bytesOf('RIFF', [1, 0, 0, 0], 'WAVE')],
  [undefined, bytesOf('GIF8')],
  [undefined, bytesOf('<html>')],
  [undefined, Buffer.alloc(0)],
])('%s by its first bytes', (type, bytes) => expect(imageType(bytes)).toBe(type));

test('of kept images the oldest go', async () => {
  const place = folder();
  const files = createLogoFiles({ folder: place, limit: 3 });
  for (let i = 0; i < 104; i += 1) await files.keep(`https://example.org/${String(i)}`, png);
  expect(readdirSync(place)).toHaveLength(3);
  expect((await files.read('https://example.org/103'))?.bytes).toEqual(png);
});

describeWithDatabase('Logos of entities', (databases) => {
  async function start(lists: Parameters<typeof startListServer>[0]) {
    const world = await startListServer(lists);
    const api = await createDirectoryApi(await databases.empty(), {
      env: { OUTBOUND_ALLOW: '127.0.0.1', DATA_DIR: folder() },
    });
    const named = (id: string, path: string) =>
      subject(id, { proper_name: id, entity_type: 'exchange', logo: `${world.origin}${path}` });
    return { world, api, named };
  }
  const ask = async (
    { api }: Awaited<ReturnType<typeof start>>,
    who: { accessToken: string },
    entityId: string,
    headers: Record<string, string> = {},
  ) => api.ask(urlOf(getEntityLogo, { params: { entityId } }), { token: who.accessToken, headers });

  //
  test('an image is fetched once, checked by its bytes and kept', async () => {
    const all = await start({ '/logo': { body: png } });
    await all.api.sync('list', [all.named('ada', '/logo')]);
    const person = await all.api.someone('ada@example.org');
    const first = await ask(all, person, 'ada');
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
    });
    expect(first.rawPayload).toEqual(png);
    await Promise.all([ask(all, person, 'ada'), ask(all, person, 'ada')]);
    expect(all.world.asked).toEqual(['/logo']);
  });

  test('what is no such image, too large or not there is no logo, and not asked for again at once', async () => {
    const all = await start({
      '/script': { body: svg },
      '/large': { body: Buffer.concat([png, Buffer.alloc(1_000_001)]) },
      '/gone': { body: '', status: 410 },
    });
    const names = ['script', 'large', 'gone'];
    await all.api.sync('list', [
      ...names.map((name) => all.named(name, `/${name}`)),
      subject('none', { proper_name: 'none', entity_type: 'exchange' }),
    ]);
    const person = await all.api.someone('ada@example.org');
    for (const name of [...names, ...names, 'none']) {
      const answer = await ask(all, person, name);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found', message: 'No logo available' });
    }
    expect(all.world.asked).toHaveLength(3);
  });

  test('nothing of the network inside is fetched', async () => {
    const world = await startListServer({ '/logo': { body: png } });
    const api = await createDirectoryApi(await databases.empty(), { env: { DATA_DIR: folder() } });
    await api.sync('list', [
      subject('ada', { proper_name: 'ada', entity_type: 'exchange', logo: `${world.origin}/logo` }),
    ]);
    const person = await api.someone('ada@example.org');
    const answer = await api.ask(urlOf(getEntityLogo, { params: { entityId: 'ada' } }), {
      token: person.accessToken,
    });
    expect(answer.statusCode).toBe(404);
    expect(world.asked).toEqual([]);
  });

  test('the logo of an entity that is not shown is not given', async () => {
    const all = await start({ '/logo': { body: png } });
    await all.api.sync('list', [
      subject('dark', { proper_name: 'Dark', entity_type: 'csam', logo: `${all.world.origin}/logo` }),
    ]);
    const person = await all.api.someone('ada@example.org');
    expect((await ask(all, person, 'dark')).statusCode).not.toBe(200);
    expect(all.world.asked).toEqual([]);
  });
});
