import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHealth } from '@hopscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { type Running, start } from '../support/command.ts';

const startScript = fileURLToPath(new URL('../../src/commands/start.ts', import.meta.url));
const onlyLoopback = new URL('../support/servers/only-loopback.ts', import.meta.url).href;
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Nothing but what a new installation has, and a smaller demo. */
const env = {
  NODE_OPTIONS: `--import ${onlyLoopback}`,
  DATA_DIR: join(folder.path, 'data'),
  PORT: '0',
  LOG_LEVEL: 'warn',
  DEMO_DAYS: '60',
  DEMO_TRANSACTIONS: '1000',
  DEMO_ETHEREUM_TRANSACTIONS: '800',
};

describe('The first start, without a network', () => {
  let running: Running;
  let url: string;
  const health = async () => {
    const answer = await fetch(`${url}/api/v1${getHealth.path}`);
    return getHealth.response.parse(await answer.json());
  };
  beforeAll(async () => {
    running = start({ script: startScript, env });
    url = await running.where();
  });
  afterAll(async () => {
    running?.child.kill('SIGTERM');
    await running?.ended;
  });

  test('the page is there at once, with the demo network on both chains', async () => {
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root"');
    const { bitcoin, ethereum } = await health();
    expect([bitcoin.source, ethereum.source]).toEqual(['demo', 'demo']);
  });

  test('somebody signs in and looks around while history is still coming in', async () => {
    const answer = await fetch(`${url}/api/v1/auth/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'manager' }),
    });
    expect(answer.status).toBe(200);
  });

  test('then history is whole, and blocks come', async () => {
    await expect
      .poll(
        async () => {
          const { bitcoin, ethereum } = await health();
          return [bitcoin.status?.phase, ethereum.status?.phase];
        },
        { interval: 500 },
      )
      .toEqual(['following', 'following']);
    const { bitcoin, ethereum } = await health();
    expect([bitcoin.network, ethereum.network]).toEqual(['demo', 'demo']);
    expect(bitcoin.coverage.kind).toBe('complete');
    expect(ethereum.coverage.kind).toBe('complete');
    expect(bitcoin.height).toBeGreaterThan(1400);
  });

  test('no connection was tried to anywhere else', async () => {
    running.child.kill('SIGTERM');
    const { code, err } = await running.ended;
    expect(err).not.toContain('refused a connection');
    expect(code).toBe(0);
  });
});

test('the guard of this test refuses what it should', async () => {
  const script = join(folder.path, 'call.ts');
  writeFileSync(script, `fetch('http://192.0.2.1/').catch((error) => console.log(String(error.cause)));\n`);
  const { out, err } = await start({ script, env: { NODE_OPTIONS: env.NODE_OPTIONS } }).ended;
  expect(err).toContain('refused a connection to 192.0.2.1');
  expect(out).toContain('No way out');
});
