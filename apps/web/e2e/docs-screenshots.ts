import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openBrowser } from './support/browser.ts';
import { demoPerson } from './support/demo-person.ts';
import { until } from '../../../test/until.ts';

/**
 * `npm run docs:screenshots`: takes the screenshots of the user guide from a demo network and writes them to docs/images. It
 * starts its own server with a small demo; `-- http://127.0.0.1:8080` uses a running one. The seed of the demo is fixed, so a
 * page always shows the same addresses; only the times differ.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'docs/images');
const mostBytes = 100_000;
const timeout = 20_000;

const places = z.object({
  data: z.object({
    stories: z.array(
      z.object({ id: z.string(), places: z.array(z.object({ role: z.string(), value: z.string() })) }),
    ),
  }),
});
const phase = z.object({ status: z.object({ phase: z.string() }).nullable() });
const health = z.object({ bitcoin: phase, ethereum: phase });
const named = z.object({ data: z.array(z.object({ _id: z.string(), proper_name: z.string().nullish() })) });
const ids = z.object({ data: z.array(z.object({ _id: z.string(), title: z.string().optional() })) });

interface Demo {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server with five months of history, in a temporary folder. */
async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hopscope-screenshots-'));
  const child = spawn(process.execPath, [join(root, 'apps/server/src/commands/start.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DEMO_DAYS: '160',
      DEMO_TRANSACTIONS: '2500',
      DEMO_ETHEREUM_TRANSACTIONS: '1500',
      DEMO_BLOCK_SECONDS: '600',
      DEMO_ETHEREUM_BLOCK_SECONDS: '600',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /running at (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes a screenshot of the page as a JPEG of at most `mostBytes`. */
async function take(page: Page, name: string): Promise<void> {
  const file = join(folder, `${name}.jpg`);
  for (const quality of [85, 75, 65, 55, 45, 40, 35, 30]) {
    const picture = await page.screenshot({ type: 'jpeg', quality, animations: 'disabled', caret: 'hide' });
    if (picture.length > mostBytes && quality > 30) continue;
    writeFileSync(file, picture);
    process.stdout.write(`${name}.jpg ${statSync(file).size} bytes, quality ${quality}\n`);
    return;
  }
}

const [given] = process.argv.slice(2);
const demo = given === undefined ? await startDemo() : { url: given, stop: async () => {} };
const browser = await openBrowser();
try {
  const person = await demoPerson(demo.url, 'manager');
  await until('the demo has its history', async () => {
    const { bitcoin, ethereum } = health.parse(await person.ask('GET', '/health'));
    return [bitcoin, ethereum].every(({ status }) => status?.phase === 'following');
  });
  const { stories } = places.parse(await person.ask('GET', '/demo/stories')).data;
  const placeOf = (story: string, role: string): string => {
    const found = stories.find(({ id }) => id === story)?.places.find((place) => place.role === role);
    if (!found) throw new Error(`The story ${story} has no ${role}`);
    return found.value;
  };
  const openCase = await until('the demo has a case', async () => {
    const { data } = ids.parse(await person.ask('GET', '/compliance/cases'));
    return data.find(({ title }) => title?.includes('highest risk'));
  });

  const { page } = await person.enter(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => localStorage.setItem('bs-theme', 'light'));
  /** Resolves once no request except the live stream is pending and the page hasn't changed for a moment. */
  const settled = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const quiet = (): void => {
            observer.disconnect();
            resolve();
          };
          let timer = setTimeout(quiet, 1500);
          const observer = new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(quiet, 1500);
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
  const open = async (path: string): Promise<void> => {
    await page.goto(demo.url + path);
    await page.getByRole('main').waitFor({ timeout });
    await settled();
  };
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  const customer = placeOf('sanctioned', 'customer');
  const thief = placeOf('hack', 'thief');

  await open(`/home/block-explorer/address/${customer}`);
  await take(page, 'address');

  await open(`/home/block-explorer/transaction/${placeOf('hack', 'peel')}`);
  await take(page, 'transaction');

  await open(`/home/risk-dashboard?address=${customer}`);
  await region('Transaction History').getByRole('table').waitFor({ timeout });
  await take(page, 'risk-dashboard');

  await page.goto(`${demo.url}/home/flow-trace?address=${thief}`);
  const tools = page.getByRole('toolbar', { name: 'Investigation' });
  await tools.getByRole('button', { name: 'Auto-trace' }).click({ timeout });
  const auto = page.getByRole('complementary', { name: 'Auto-trace', exact: true });
  await auto.getByRole('textbox', { name: 'Hop limit' }).fill('3');
  await auto.getByRole('textbox', { name: 'Address limit' }).fill('20');
  await auto.getByRole('button', { name: 'Run auto-trace' }).click({ timeout });
  await auto.getByRole('figure').waitFor({ timeout });
  await page.getByRole('button', { name: 'Close Auto-trace' }).click({ timeout });
  await page.getByRole('button', { name: 'Fit', exact: true }).click({ timeout });
  await settled();
  await take(page, 'flow-trace');

  const { data: entities } = named.parse(await person.ask('GET', '/sot'));
  const exchange = entities.find(({ proper_name: name }) => name?.startsWith('Northwind'));
  await open(`/home/blockham?entity=${exchange?._id ?? ''}`);
  await take(page, 'entity');

  await open('/home/compliance-screener?group=none');
  await page.getByRole('row').filter({ hasText: 'High' }).first().waitFor({ timeout });
  await take(page, 'compliance-screener');
  await page.getByRole('row').filter({ hasText: 'High' }).first().click({ timeout });
  await page.getByRole('dialog', { name: /^Transaction/ }).waitFor({ timeout });
  await settled();
  await take(page, 'transaction-details');

  await open('/home/compliance-screener?tab=addresses');
  await page.getByRole('table').first().waitFor({ timeout });
  await take(page, 'monitored-addresses');

  await open(`/home/cases/${openCase._id}`);
  await take(page, 'case');

  await open(`/home/sars?case=${openCase._id}`);
  const begin = page.getByRole('button', { name: 'New report for this case', exact: true });
  const written = page.getByRole('table', { name: 'Reports' }).getByRole('link').first();
  await begin.or(written).first().click({ timeout });
  await page.getByRole('heading', { level: 1, name: /^Case \d+: / }).waitFor({ timeout });
  await settled();
  await take(page, 'filing');

  await open('/home/alerts');
  await take(page, 'alerts');
} finally {
  await browser.close();
  await demo.stop();
}
