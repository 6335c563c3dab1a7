import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { startStreamServer } from '../support/servers/stream-server.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describeWithDatabase('The documentation', (databases) => {
  test('is announced while it is being built, then served from its files', async () => {
    const docsRoot = join(folder.path, 'site');
    const webRoot = join(folder.path, 'page');
    mkdirSync(webRoot);
    writeFileSync(join(webRoot, 'index.html'), 'the application');
    const { base } = await startStreamServer(await databases.empty(), { docsRoot, webRoot });
    const ask = (path: string) => fetch(base + path, { redirect: 'manual' });

    const early = await ask('/docs/concepts/risk');
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await early.text()).toContain('The documentation is being built');

    mkdirSync(join(docsRoot, 'concepts'), { recursive: true });
    mkdirSync(join(docsRoot, 'assets'));
    writeFileSync(join(docsRoot, 'index.html'), 'home');
    writeFileSync(join(docsRoot, '404.html'), 'no such page');
    writeFileSync(join(docsRoot, 'concepts/risk.html'), 'risk');
    writeFileSync(join(docsRoot, 'concepts/index.html'), 'all concepts');
    writeFileSync(join(docsRoot, 'assets/app.js'), 'script');

    const page = await ask('/docs/concepts/risk');
    expect([page.status, await page.text()]).toEqual([200, 'risk']);
    expect(page.headers.get('content-security-policy')).toBe(
      (await ask('/')).headers.get('content-security-policy'),
    );
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect((await ask('/docs/assets/app.js')).headers.get('cache-control')).toContain('immutable');
    expect(await (await ask('/docs/')).text()).toBe('home');
    expect((await ask('/docs')).headers.get('location')).toBe('/docs/');
    expect(await (await ask('/docs/concepts/')).text()).toBe('all concepts');
    const missing = await ask('/docs/nothing');
    expect([missing.status, await missing.text()]).toEqual([404, 'no such page']);
    expect((await ask('/docs/..%2f..%2fpackage.json')).status).toBeGreaterThanOrEqual(400);
    expect(await (await ask('/docsish')).text()).toBe('the application');
  });

  test('leaves unknown paths to the application, except those of the API', async () => {
    const webRoot = join(folder.path, 'application');
    mkdirSync(webRoot);
    writeFileSync(join(webRoot, 'index.html'), 'the application');
    const { base } = await startStreamServer(await databases.empty(), { webRoot });
    for (const path of ['/home/nowhere', '/api', '/api/v10']) {
      expect(await (await fetch(base + path)).text()).toBe('the application');
    }
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/nowhere', '/api/v1/blockchain/nowhere?page=1']) {
      const answer = await fetch(base + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/problem+json',
      ]);
    }
  });
});
