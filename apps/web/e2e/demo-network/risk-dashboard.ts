import { apiBase, type DemoPlaceRole, type DemoStoryId } from '@hopscope/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsInBothThemes, violationsOf } from '../support/accessibility.ts';
import { delayResponses } from '../support/browser.ts';
import { type Account, foundOrganization, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { type Visitor, enter, visit } from '../support/people.ts';
import { paidByAMixer, tokenHolder } from './demo-finds.ts';
import type { DemoNetwork } from './network.ts';
import { compareWithApi } from '../support/risk-methods.ts';
import { wholeHistory } from '../support/whole-history.ts';

const place = z.object({ role: z.string(), kind: z.string(), value: z.string() });
const figures = z.object({
  data: z.object({
    auc: z.array(z.object({ hops: z.number(), value: z.number().nullable() })),
    groups: z.array(z.unknown()),
  }),
});
const stories = z.object({
  data: z.object({ stories: z.array(z.object({ id: z.string(), places: z.array(place) })) }),
});
const entities = z.object({
  data: z.array(z.object({ entity_id: z.string(), entity_type: z.string().optional() })),
});
const cluster = z.object({ data: z.object({ up_to: z.number() }) });
const crossing = z.object({ recipient: z.string() });
const received = z.object({ data: z.object({ to: z.string().nullable(), crossings: z.array(crossing) }) });

/** Defines the tests of the Risk Dashboard on the stories of a demo network. */
export function describeRiskDashboard(network: DemoNetwork): void {
  describe('the Risk Dashboard on the stories of the demo network', () => {
    let server: DemoNetwork['server'];
    let account: Account;
    let visitor: Visitor;
    let page: Page;
    let reported: z.infer<typeof stories>['data']['stories'];

    const ask = (path: string, body?: object) =>
      call(server.url, account, body === undefined ? 'GET' : 'POST', path, body);

    function placeOf(story: DemoStoryId, role: DemoPlaceRole): string {
      const found = reported.find(({ id }) => id === story)?.places.find((each) => each.role === role);
      if (!found) throw new Error(`The story ${story} has no ${role}`);
      return found.value;
    }

    beforeAll(async () => {
      server = network.server;
      account = await signUp(server.url, { name: 'Ada', email: 'ada@example.org' });
      await foundOrganization(server.url, account, 'Harbour');
      // Scores are of the whole history, with all names and clusters.
      const ready = async () => {
        const chains = wholeHistory.safeParse(await ask('/health')).data;
        if (!chains) return false;
        reported = stories.parse(await ask('/demo/stories')).data.stories;
        const known = entities.parse(await ask('/sot')).data.length;
        if (known === 0 || reported.length < 6) return false;
        const thief = placeOf('hack', 'thief');
        const made = cluster.safeParse(await ask(`/blockchain/bitcoin/address/${thief}/cluster`)).data;
        return made !== undefined && made.data.up_to >= chains.bitcoin.height;
      };
      await until('names and clusters of the whole history are there', ready);
      visitor = await visit(network.browser, server.url);
      page = visitor.page;
      await enter(page, server.url, account);
    });

    afterAll(async () => {
      await visitor?.context.close();
    });

    const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
    const gauge = (): Locator => card('Risk score').getByRole('img', { name: /^Risk score/ });

    async function open(address: string): Promise<void> {
      await page.goto(`${server.url}/home/risk-dashboard?address=${address}`);
      await gauge().waitFor();
    }

    /** Reads the score of the gauge (none if data is insufficient), its level, and the factors with their points. */
    async function read(): Promise<{
      score: number | undefined;
      word: string;
      factors: string[];
      points: number[];
    }> {
      const name = (await gauge().getAttribute('aria-label')) ?? '';
      const [, score = '', word = ''] = /^Risk score (?:(\d+) of 100, |unknown: )(.+)$/.exec(name) ?? [];
      const drives = card('Risk factors');
      const more = drives.getByRole('button', { name: /more factor/ });
      if (await more.isVisible()) await more.click();
      return {
        score: score === '' ? undefined : Number(score),
        word,
        factors: await drives.getByRole('heading', { level: 3 }).allInnerTexts(),
        points: (await drives.getByLabel(/^adds \d+ points?$/).allInnerTexts()).map(Number),
      };
    }

    //
    it('welcomes, says what is wrong with a text, and searches an address; the browser goes back', async () => {
      await page.goto(`${server.url}/home`);
      await page.getByRole('link', { name: 'Risk Dashboard' }).first().click();
      await page.getByRole('heading', { name: 'Welcome to Risk Dashboard' }).waitFor();
      const field = page.getByPlaceholder('Enter a Bitcoin or Ethereum address');
      const analyze = page.getByRole('button', { name: 'Analyze' });
      await analyze.click();
      await page.getByText('Please enter a Bitcoin or Ethereum address').waitFor();
      for (const [text, message] of [
        ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'Invalid blockchain address'],
        ['12345', 'This is a block.'],
      ] as const) {
        await field.fill(text);
        await analyze.click();
        await page.getByText(message).waitFor();
      }
      const address = placeOf('sanctioned', 'customer');
      const letThrough = await delayResponses(page, '**/blockchain/address/*');
      await field.fill(`  ${address} `);
      await field.press('Enter');
      await page.getByText('Analyzing blockchain address and gathering risk intelligence...').waitFor();
      letThrough();
      await gauge().waitFor();
      expect(new URL(page.url()).searchParams.get('address')).toBe(address);
      await page.goBack();
      await page.getByRole('heading', { name: 'Welcome to Risk Dashboard' }).waitFor();
      await page.goto(`${server.url}/home/risk-dashboard?address=nonsense`);
      await page
        .getByRole('region', { name: 'Address Error' })
        .getByText('Invalid blockchain address')
        .waitFor();
    });

    it('every story comes out as its truth says, and points add up to the score', async () => {
      const mixed = await paidByAMixer(ask);
      // The demo's directory doesn't name every address of an actor: unnamed ones are Medium because of their counterparties.
      const truth = [
        [placeOf('hack', 'thief'), /^Stolen funds/, /^(Medium|High)$/],
        [placeOf('ransomware', 'collector'), /^Ransomware/, /^(Medium|High)$/],
        [mixed, /^Mixer, received directly/, /^(Low|Medium|High|Insufficient data)$/],
        [placeOf('sanctioned', 'customer'), /^Sanctioned, received directly/, /^High$/],
        [placeOf('structuring', 'customer'), /^Structuring/, /^(Low|Medium|Insufficient data)$/],
        [placeOf('clean_customer', 'customer'), undefined, /^(Very Low|Insufficient data)$/],
      ] as const;
      for (const [address, factor, word] of truth) {
        await open(address);
        const shown = await read();
        expect(shown.word, address).toMatch(word);
        if (factor)
          expect(
            shown.factors.some((name) => factor.test(name)),
            shown.factors.join(),
          ).toBe(true);
        if (shown.score === undefined) continue;
        expect(
          shown.points.reduce((sum, each) => sum + each, 0),
          address,
        ).toBe(shown.score);
      }
    });

    //
    it('a factor opens its path and transactions, a walk adds up, and details say everything of a score', async () => {
      const address = placeOf('sanctioned', 'customer');
      await open(address);
      const drives = card('Risk factors');
      await drives.getByRole('button', { name: 'Evidence of Sanctioned, received directly' }).click();
      await drives.getByText(/Without this factor, the score would be/).waitFor();
      const links = drives.getByRole('list', { name: 'Path of transactions' }).first().getByRole('link');
      expect(await links.first().getAttribute('target')).toBe('_blank');
      expect(await links.first().getAttribute('href')).toMatch(/^\/home\/block-explorer\/transaction\//);
      await drives
        .getByRole('link', { name: /Blackreef Group/ })
        .first()
        .waitFor();
      const exposure = card('Exposure');
      await exposure.getByText('Total 100.00% of').waitFor();
      await exposure.getByRole('button', { name: 'Show path and evidence' }).first().click();
      await exposure.getByRole('list', { name: 'Evidence' }).waitFor();
      const part = exposure.getByRole('button', { name: /^Paths of .+, [\d.]+%$/ }).first();
      await part.focus();
      await page.keyboard.press('Enter');
      const paths = exposure.getByRole('region', { name: /^Paths of / });
      await paths.getByRole('list', { name: 'Path of transactions' }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => paths.count()).toBe(0);
      await card('Risk score')
        .getByText(/data to block [\d,]+ · directory \d+ · haircut/)
        .waitFor();
      await card('Risk score').getByRole('button', { name: 'See Details' }).click();
      const dialog = page.getByRole('dialog', { name: 'Risk Score Details' });
      await dialog.getByText(address).first().waitFor();
      for (const name of ['Overall risk', /^Entity risk/, /^Transaction risk/, /^Jurisdiction risk/]) {
        await dialog.getByText(name).first().waitFor();
      }
      await dialog.getByText('Jurisdiction Risk Factors').click();
      await dialog.getByText(/No jurisdiction risk factors|Nothing is known that a jurisdiction/).waitFor();
      await page.keyboard.press('Escape');
      await card('Composition of the score').getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Compare methods' }).click();
      await compareWithApi(card('Taint methods'), () =>
        ask('/risk-scoring/methods', { identifier: address, type: 'address' }),
      );
      await card('Taint methods').getByRole('button', { name: 'Show table' }).click();
      const methods = page.getByRole('table', { name: 'Score by method' });
      for (const name of ['Haircut', 'FIFO', 'LIFO', 'Poison'])
        await methods.getByText(name).first().waitFor();
      const history = card('Score history').getByRole('row').nth(1);
      await history.getByText(/^\d+ (High|Medium|Low|Very Low)$/).waitFor();
      await history.getByText('First score with this profile').waitFor();
    });

    it('Model quality: figures as the server has them, also where they miss; a factor says its own', async () => {
      await page.goto(`${server.url}/home/risk-dashboard`);
      await page.getByRole('link', { name: 'Model quality' }).click();
      await page.getByRole('heading', { name: 'Model quality' }).waitFor();
      const { data } = figures.parse(await ask('/risk-scoring/evaluation'));
      const goals = page.getByRole('table', { name: 'Targets' });
      const two = data.auc.find(({ hops }) => hops === 2);
      const row = goals.getByRole('row').filter({ hasText: 'ROC AUC at 2 hops' });
      expect(await row.innerText()).toContain((two?.value ?? 0).toFixed(4));
      expect(await row.innerText()).toContain((two?.value ?? 0) >= 0.98 ? 'Met' : 'Not met');
      expect(await page.getByRole('table', { name: 'Levels by actual type' }).getByRole('row').count()).toBe(
        data.groups.length + 1,
      );
      await page.getByRole('list', { name: 'Illicit addresses by score' }).waitFor();
      const bars = await page
        .getByRole('list', { name: 'Illicit above clean by distance' })
        .locator('[data-value]')
        .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('data-value'))));
      expect(bars).toEqual(expect.arrayContaining(data.auc.map(({ value }) => value ?? 'unknown')));
      expect(await violationsOf(page)).toEqual([]);
      await open(placeOf('ransomware', 'collector'));
      await card('Risk factors')
        .getByRole('button', { name: /^Evidence of / })
        .first()
        .click();
      await card('Risk factors').getByRole('link', { name: 'Model quality' }).first().waitFor();
    });

    //
    it('shows totals, history, flow and counterparties; a counterparty is searched by a click', async () => {
      const address = placeOf('sanctioned', 'customer');
      await open(address);
      const history = card('Transaction History');
      const rows = history.getByRole('table').locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(5);
      await history.getByLabel('Rows per page').selectOption('12');
      await expect.poll(() => rows.count()).toBeGreaterThan(5);
      await history.getByText('Out', { exact: true }).click();
      await history.getByText('All', { exact: true }).click();
      await rows.first().click();
      const dialog = page.getByRole('dialog', { name: 'Transaction details' });
      expect(await dialog.getByRole('link').first().getAttribute('target')).toBe('_blank');
      await dialog.getByText('Value at the time').waitFor();
      await page.keyboard.press('Escape');
      const flow = card('Address Flow Analysis');
      await flow.getByRole('figure', { name: 'Money flow by entity' }).waitFor();
      await flow.getByRole('button', { name: 'Show table' }).click();
      await flow.getByRole('table').getByText('Received from').first().waitFor();
      await card('Transaction Activity').getByRole('grid').waitFor();
      const sender = card('Top Counterparties: Received from').getByRole('link').first();
      const other = await sender.getAttribute('title');
      await sender.click();
      await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBe(other);
      await gauge().waitFor();
      await page.goBack();
      await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBe(address);
    });

    it('a token is scored apart from ether, and the address bar says so', async () => {
      const { data } = received.parse(await ask(`/blockchain/transaction/${placeOf('hack', 'bridge_out')}`));
      const holder = await tokenHolder(ask, data.to === null ? [] : [data.to]);
      await open(holder);
      const choice = page.getByLabel('Asset of the score');
      await choice.waitFor();
      const [, token] = await choice
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
      await choice.selectOption(token ?? '');
      await expect.poll(() => new URL(page.url()).searchParams.get('asset')).toBe(token);
      const [question] = await Promise.all([page.waitForRequest(/risk-scoring\/calculate/), page.reload()]);
      expect(question.postDataJSON()).toMatchObject({ identifier: holder, asset: token });
      await card('Risk score')
        .getByText(/data to block|This is not a score of 0/)
        .first()
        .waitFor();
      await choice.selectOption({ label: 'Ether' });
      await expect.poll(() => new URL(page.url()).searchParams.get('asset')).toBeNull();
    });

    //
    it('unknown is not 0, and a card that fails takes no other along', async () => {
      await page.goto(`${server.url}/home/risk-dashboard?address=1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2`);
      await card('Risk score').getByText('No risk score data available for this address').waitFor();
      await card('Risk score').getByRole('img', { name: 'Risk score unknown' }).waitFor();
      await card('Top Counterparties: Received from').getByText('No counterparties found').waitFor();
      await card('Transaction History').getByText('No transactions found').waitFor();
      await card('Entity Details').getByText('No entity information available for this address').waitFor();
      await card('Address Flow Analysis')
        .getByText(/^No transaction data available for flow analysis/)
        .waitFor();
      const broken = [
        'risk-scoring/calculate',
        'social-media/address/*',
        'blockchain/address/*/counterparties?*',
      ];
      for (const path of broken) {
        await page.route(`**${apiBase}/${path}`, (route) => route.fulfill({ status: 400, body: '{}' }));
      }
      await page.goto(`${server.url}/home/risk-dashboard?address=${placeOf('sanctioned', 'customer')}`);
      await card('Risk score').getByText('Failed to fetch risk score').waitFor();
      await page.getByText('Error loading news').waitFor();
      await card('Top Counterparties: Received from').getByText('Failed to fetch counterparties').waitFor();
      await card('Transaction History').getByRole('table').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await card('Risk score').getByRole('button', { name: 'Retry' }).click();
      await gauge().waitFor();
      await page.route(`**${apiBase}/blockchain/address/*`, (route) =>
        route.fulfill({ status: 400, body: '{}' }),
      );
      await page.reload();
      await page.getByText('Failed to fetch address data').waitFor();
      await gauge().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('a new block is told, and what is shown stays until somebody asks for it', async () => {
      const path = `**${apiBase}/blockchain/status?*`;
      await page.route(path, async (route) => {
        const answer = z.looseObject({ data: z.looseObject({ tip: z.looseObject({ number: z.number() }) }) });
        const status = answer.parse(await (await route.fetch()).json());
        status.data.tip.number += 1;
        await route.fulfill({ json: status });
      });
      await open(placeOf('sanctioned', 'customer'));
      const notice = page.getByRole('status').filter({ hasText: /^New data since block [\d,]+:/ });
      await notice.waitFor();
      const [again] = await Promise.all([
        page.waitForRequest(/risk-scoring\/calculate/),
        notice.getByRole('button', { name: 'Refresh' }).click(),
      ]);
      expect(again.method()).toBe('POST');
      await page.unrouteAll({ behavior: 'wait' });
    });

    //
    it('a report comes as a file, and the explorer leads here with the score', async () => {
      const address = placeOf('ransomware', 'collector');
      await open(address);
      const { score } = await read();
      for (const format of ['PDF', 'JSON']) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: `Report as ${format}` }).click(),
        ]);
        expect(download.suggestedFilename()).toBe(`risk-report-${address}.${format.toLowerCase()}`);
        const chunks: Buffer[] = [];
        for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
        const bytes = Buffer.concat(chunks).toString('latin1');
        if (format === 'PDF') expect(bytes.slice(0, 5)).toBe('%PDF-');
        else expect(JSON.parse(bytes)).toMatchObject({ address });
      }
      await page.goto(`${server.url}/home/block-explorer/address/${address}`);
      const link = card('Risk').getByRole('link');
      await expect.poll(() => link.textContent()).toMatch(new RegExp(`^${score} (Medium|High)$`));
      expect(await link.getAttribute('href')).toBe(`/home/risk-dashboard?address=${address}`);
      expect(await link.getAttribute('target')).toBe('_blank');
    });

    it('axe-core finds no violation in both themes, on both chains; phones need not scroll sideways', async () => {
      const { data } = received.parse(await ask(`/blockchain/transaction/${placeOf('hack', 'bridge_out')}`));
      const found: Record<string, string[]> = {};
      for (const address of [placeOf('hack', 'thief'), data.to ?? '']) {
        await open(address);
        await card('Transaction History').getByRole('table').waitFor();
        await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
        found[address] = await violationsInBothThemes(page);
      }
      expect(Object.values(found).flat()).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      for (const address of [placeOf('sanctioned', 'customer'), data.crossings[0]?.recipient ?? '']) {
        await open(address);
        await card('Transaction History').getByRole('table').waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(360);
      }
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
