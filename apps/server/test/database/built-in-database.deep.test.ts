import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/sources/block-files.ts';
import {
  childrenOf,
  commandOf,
  postmasterOf,
  serveOn,
  signUp,
  stop,
} from '../support/servers/built-in-database.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('a server that was left behind and does not stop when asked is ended by the next start', async () => {
  const dataDir = join(folder.path, 'stuck');
  const first = serveOn(dataDir);
  expect((await signUp(await first.where(), 'ada@example.org')).status).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;
  const left = postmasterOf(dataDir) ?? 0;
  const checkpointer = childrenOf(left).find((child) => commandOf(child).includes('checkpointer'));
  process.kill(checkpointer ?? 0, 'SIGSTOP');
  const second = serveOn(dataDir);
  expect((await signUp(await second.where(), 'ada@example.org')).status).toBe(409);
  await stop(second);
});
