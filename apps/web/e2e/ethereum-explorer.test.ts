import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { signUp } from './support/calls.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { atPath, enter, visit, type Visitor } from './support/people.ts';
import { seedEthereum, type StoryNames } from './support/seeded-server.ts';

const explorer = '/home/block-explorer';
/** An address with letters, so that its checksum can be right or wrong. */
const right = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const wrong = right.replace('dA6', 'DA6');

function pathOf(page: Page): string {
  const url = new URL(page.url());
  return url.pathname + url.search;
}

async function search(page: Page, text: string): Promise<string> {
  await page.locator('main').focus();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search' }).fill(text);
  return page.getByRole('search').getByRole('status').innerText();
}

describe('Ethereum in the block explorer', () => {
  let browser: Browser;
  let server: LedgerServer;
  let person: Visitor;
  let page: Page;
  let names: StoryNames;

  beforeAll(async () => {
    const seed = async (dataDir: string) => {
      names = await seedEthereum(dataDir);
    };
    const settings = { BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off' };
    [browser, server] = await Promise.all([
      openBrowser(),
      startLedgerServer('blk_000000_002100.dat', settings, seed),
    ]);
    person = await visit(browser, server.url);
    ({ page } = person);
    await enter(page, server.url, await signUp(server.url, { name: 'Ada', email: 'ada@example.org' }));
    await page.goto(`${server.url}${explorer}?blockchain=ethereum`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('shows the newest blocks of the chain that was chosen', async () => {
    const blocks = page.getByRole('region', { name: 'Latest blocks' });
    await blocks.getByRole('link', { name: '30', exact: true }).waitFor();
    await page.getByRole('link', { name: /^Ethereum ledger: Complete/ }).waitFor();
    await blocks.getByText('Bitcoin').click();
    await blocks.getByRole('link', { name: '2,100', exact: true }).waitFor();
    expect(pathOf(page)).toBe(explorer);
    await page.goBack();
    await blocks.getByRole('link', { name: '30', exact: true }).click();
    await atPath(page, `${explorer}/block/30`);
    expect(pathOf(page)).toBe(`${explorer}/block/30?blockchain=ethereum`);
  });

  it('shows a block: figures, transactions, withdrawals, and goes to its neighbor', async () => {
    await page.getByRole('heading', { name: 'Block 30' }).waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('heading', { name: 'Block 29' }).waitFor();
    expect(pathOf(page)).toBe(`${explorer}/block/29?blockchain=ethereum`);
    await page.getByRole('region', { name: 'Withdrawals' }).getByText('validator 77').waitFor();
    await page.getByText('20 gwei').first().waitFor();
    await page.getByRole('button', { name: 'Show sender and receiver' }).click();
    await page.getByText('0 internal transfers · 0 token movements · 0 events').waitFor();
  });

  it('offers a height on both chains that hold it', async () => {
    expect(await search(page, '3')).toBe('Block of Bitcoin or Ethereum');
    await page.getByRole('search').getByRole('link', { name: 'Ethereum' }).click();
    await page.getByRole('heading', { name: 'Block 3', exact: true }).waitFor();
    expect(pathOf(page)).toBe(`${explorer}/block/3?blockchain=ethereum`);
  });

  it('finds a transaction by its hash and shows what it did', async () => {
    expect(await search(page, names.busy.toUpperCase())).toBe('Ethereum transaction or block');
    await page.keyboard.press('Enter');
    await atPath(page, `${explorer}/transaction/${names.busy}`);
    await page.getByText('Success', { exact: true }).waitFor();
    await page.getByText('execute()', { exact: true }).waitFor();
    const internal = page.getByRole('list', { name: 'Internal transfers' }).getByRole('listitem');
    expect((await internal.allInnerTexts()).map((text) => text.match(/^[\d.]+|[\d.]+(?=\s*ETH)/g))).toEqual([
      ['1', '0.7'],
      ['2', '0.3'],
      ['2.1', '0.1'],
    ]);
    const tokens = page.getByRole('list', { name: 'Token movements' });
    await tokens.getByText('250.5').waitFor();
    await tokens.getByText('#7').waitFor();
  });

  it('shows a hostile name as text and an unknown unit as unknown', async () => {
    const tokens = page.getByRole('list', { name: 'Token movements' });
    await tokens.getByText('<img src=x>').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await tokens.getByText(/42.*units of/).waitFor();
  });

  it('reads events and input', async () => {
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByRole('button', { name: 'Show arguments' }).first().click();
    await events.getByText('1250000000').waitFor();
    const input = page.getByRole('region', { name: 'Input data' });
    await input.getByText('execute(bytes,bytes[])').waitFor();
    await input.getByText('inferred from the selector').waitFor();
  });

  it('says what failed and that nothing moved', async () => {
    await page.goto(`${server.url}${explorer}/transaction/${names.failed}`);
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByText('not moved: failed').waitFor();
  });

  it('shows an address with its assets, and its contract with who made it', async () => {
    await page.goto(`${server.url}${explorer}/transaction/${names.creation}`);
    await page.getByText('new contract').waitFor();
    await page.goto(`${server.url}${explorer}/address/${names.vault}`);
    await page.getByTitle('Account with code').waitFor();
    await page.getByRole('region', { name: 'Contract' }).getByText('Deployed by').waitFor();
    await page.goto(`${server.url}${explorer}/address/${names.ada}`);
    const assets = page.getByRole('region', { name: 'Assets' });
    await assets.getByText('Show more').waitFor({ state: 'detached' });
    await assets.getByText('Spam token').waitFor();
    expect(await assets.getByText('Unknown', { exact: true }).count()).toBe(1);
  });

  it('hides spam with its count, and shows it on request, in the address bar too', async () => {
    const movements = page.getByRole('region', { name: 'Movements' });
    await movements.getByText('1–20 of 48').waitFor();
    await movements.getByLabel('Show 3 hidden as spam').check();
    await movements.getByText('1–20 of 51').waitFor();
    expect(pathOf(page)).toBe(`${explorer}/address/${names.ada}?hidden=true`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 3' }).click();
    await movements.getByText('41–51 of 51').waitFor();
    await page.reload();
    await movements.getByText('41–51 of 51').waitFor();
    await movements.getByLabel('Show 3 hidden as spam').uncheck();
    await movements.getByText('1–20 of 48').waitFor();
  });

  it('lists the movements of one asset alone', async () => {
    const assets = page.getByRole('region', { name: 'Assets' });
    const row = assets.getByRole('row', { name: /^XUSD/ });
    await row.getByTitle('Show movements of this asset').click();
    const movements = page.getByRole('region', { name: 'Movements' });
    await movements.getByText('1–2 of 2').waitFor();
    expect(pathOf(page)).toContain('asset=0x');
    await movements.getByRole('link', { name: 'Show all' }).click();
    await movements.getByText('1–20 of 48').waitFor();
  });

  it('shows movements that belong to a block', async () => {
    await page.goto(`${server.url}${explorer}/address/${names.validator}`);
    const movements = page.getByRole('region', { name: 'Movements' });
    await movements.getByText('1–20 of 30').waitFor();
    await movements.getByText('Beacon chain').first().waitFor();
  });

  it('takes an address in any case, warns of wrong capitals and offers the right ones', async () => {
    expect(await search(page, right.toLowerCase())).toBe('Ethereum address');
    await page.keyboard.press('Enter');
    await atPath(page, `${explorer}/address/${right}`);
    await page.getByRole('heading', { name: 'Never used' }).waitFor();
    await page.goto(`${server.url}${explorer}/address/${right.toLowerCase()}?hidden=true`);
    await atPath(page, `${explorer}/address/${right}`);
    expect(pathOf(page)).toBe(`${explorer}/address/${right}?hidden=true`);
    await page.goto(`${server.url}${explorer}/address/${right}`);
    await page.getByRole('heading', { name: 'Never used' }).waitFor();
    const hint = await search(page, wrong);
    expect(hint).toMatch(/^Invalid blockchain address\. The checksum does not match/);
    await page.keyboard.press('Enter');
    expect(pathOf(page)).toBe(`${explorer}/address/${right}`);
    await page.goto(`${server.url}${explorer}/address/${wrong}`);
    await page.getByRole('heading', { name: 'Checksum does not match' }).waitFor();
    await page.getByRole('link', { name: right }).click();
    await page.getByRole('heading', { name: 'Never used' }).waitFor();
  });

  it('says what is not there', async () => {
    await page.goto(`${server.url}${explorer}/block/31?blockchain=ethereum`);
    await page.getByRole('heading', { name: 'Block not found' }).waitFor();
    await page.goto(`${server.url}${explorer}/transaction/0x${'0'.repeat(64)}`);
    await page.getByRole('heading', { name: 'Transaction not found' }).waitFor();
    await page.goto(`${server.url}${explorer}/block/0x12?blockchain=ethereum`);
    await page.getByRole('heading', { name: 'Invalid block number' }).waitFor();
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const paths = [
      `/address/${names.ada}?hidden=true`,
      `/transaction/${names.busy}`,
      '/block/3?blockchain=ethereum',
    ];
    for (const path of paths) {
      await page.goto(server.url + explorer + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main :is(table, dl)').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
  });

  it('made no script error and no request to anywhere else', () => {
    expect(person.complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
