import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { startServer } from '../../../src/commands/main.ts';
import { password } from '../../support/api/api-client.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { prepareDataFolder, start } from '../../support/command.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

const signUp = (server: string, link: string | undefined) =>
  fetch(`${server}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ada',
      surname: 'Tester',
      email: 'ada@example.org',
      password,
      setupToken: new URL(link ?? '').searchParams.get('setup'),
    }),
  });

test('each start makes a new link that makes the operator, until there is one', async () => {
  const DATA_DIR = await prepareDataFolder(join(folder.path, 'link'));
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', BITCOIN_SOURCE: 'off', DATA_DIR });
  const first = await startServer(config, {});
  await first.close();
  const second = await startServer(config, {});
  expect(second.setupLink).toMatch(new RegExp(`^${second.url}/register\\?setup=[\\w-]{43}$`));
  expect((await signUp(second.url, first.setupLink)).status).toBe(400);
  const answer = await signUp(second.url, second.setupLink);
  expect([answer.status, await answer.json()]).toMatchObject([201, { data: { user: { role: 'operator' } } }]);
  await second.close();
  const third = await startServer(config, {});
  expect(third.setupLink).toBeUndefined();
  await third.close();
});

test('the server prints it, below PUBLIC_URL where that is set', async () => {
  const DATA_DIR = await prepareDataFolder(join(folder.path, 'printed'));
  const env = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR, PUBLIC_URL: 'https://hopscope.example.org/' };
  const server = start({ script: serve, env });
  await server.waitForOutput(
    /Become the operator: https:\/\/hopscope\.example\.org\/register\?setup=[\w-]{43}\n/,
  );
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
