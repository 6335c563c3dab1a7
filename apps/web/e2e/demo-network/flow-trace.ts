import { readFile } from '@hopscope/canvas';
import { apiBase, type DemoPlaceRole, type DemoStoryId } from '@hopscope/contract';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { delayResponses } from '../support/browser.ts';
import { type Account, foundOrganization, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { type Visitor, enter, visit } from '../support/people.ts';
import { checkOutcome, findPathOverBridge, openTool, traceBeyondBridge } from './auto-trace.ts';
import type { DemoNetwork } from './network.ts';

const place = z.object({ role: z.string(), kind: z.string(), value: z.string() });
const stories = z.object({
  data: z.object({ stories: z.array(z.object({ id: z.string(), places: z.array(place) })) }),
});
const entities = z.object({ data: z.array(z.unknown()) });
const received = z.object({ data: z.object({ to: z.string().nullable() }) });
const file = z.looseObject({
  version: z.number(),
  nodes: z.array(
    z.looseObject({
      id: z.string(),
      x: z.number(),
      y: z.number(),
      name: z.string().nullable(),
      stop: z.string().nullable(),
    }),
  ),
  connections: z.array(z.looseObject({ id: z.string(), from: z.string(), to: z.string() })),
  drawings: z.array(z.looseObject({ shape: z.string() })),
});

const withNotes = z.looseObject({
  steps: z.unknown(),
  timestamp: z.unknown(),
  notes: z.array(z.looseObject({ time: z.unknown() })),
});

const asksFor = z.looseObject({ categories: z.array(z.string()).optional() });

/** Name in the demo's directory. */
const thiefName = /wallet thief \(demo\)/;

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Defines the tests of FlowTrace on the demo's stories by pointer and keyboard, checked by its tree view and file. */
export function describeFlowTrace(network: DemoNetwork): void {
  describe('FlowTrace on the stories of the demo network', () => {
    let server: DemoNetwork['server'];
    let account: Account;
    let visitor: Visitor;
    let page: Page;
    let reported: z.infer<typeof stories>['data']['stories'];
    /** The thief's canvas, once it exists. */
    let documentId: string;

    const ask = (path: string) => call(server.url, account, 'GET', path);

    function placeOf(story: DemoStoryId, role: DemoPlaceRole): string {
      const found = reported.find(({ id }) => id === story)?.places.find((each) => each.role === role);
      if (!found) throw new Error(`The story ${story} has no ${role}`);
      return found.value;
    }

    beforeAll(async () => {
      server = network.server;
      account = await signUp(server.url, { name: 'Flo', email: 'flo@example.org' });
      await foundOrganization(server.url, account, 'Canal');
      const ready = async () => {
        reported = stories.parse(await ask('/demo/stories')).data.stories;
        return reported.length >= 6 && entities.parse(await ask('/sot')).data.length > 0;
      };
      await until('stories and directory are there', ready);
      visitor = await visit(network.browser, server.url);
      page = visitor.page;
      await page.setViewportSize({ width: 1440, height: 900 });
      await enter(page, server.url, account);
    });

    afterAll(() => visitor?.context.close());

    const canvas = (): Locator => page.getByRole('application', { name: 'Canvas' });
    const details = (): Locator => page.getByRole('complementary', { name: 'Entity details' });
    const panel = (name: string): Locator => page.getByRole('complementary', { name, exact: true });
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

    async function choose(menu: 'Export' | 'More' | 'Layouts', item: string): Promise<void> {
      await button(menu).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    }

    async function exported(item = 'FlowTrace file (can be imported)'): Promise<string> {
      const [download] = await Promise.all([page.waitForEvent('download'), choose('Export', item)]);
      return textOf(download);
    }

    const parsed = async () => file.parse(JSON.parse(await exported()));
    /** Returns the file without its time and origin; note times are set by the server. */
    async function contents(): Promise<object> {
      const { steps, timestamp, notes, ...rest } = withNotes.parse(JSON.parse(await exported()));
      expect([Array.isArray(steps), typeof timestamp]).toEqual([true, 'string']);
      return { ...rest, notes: notes.map(({ time: _time, ...note }) => note) };
    }

    /** Returns the screen position of a world point while the traced address is in the middle, at zoom 1. */
    async function at([x, y]: readonly [number, number]): Promise<{ x: number; y: number }> {
      const box = await canvas().boundingBox();
      if (!box) throw new Error('The canvas is not there');
      return { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y };
    }

    async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    }

    async function treeTexts(): Promise<string[]> {
      await canvas().focus();
      await page.keyboard.press('t');
      await panel('Tree view').getByRole('treegrid').waitFor();
      const texts = await panel('Tree view').getByRole('row').allInnerTexts();
      await page.getByRole('button', { name: 'Close Tree view' }).click();
      return texts;
    }

    //
    it('greets with what it can do, judges what is typed, and explains itself', async () => {
      await page.goto(`${server.url}/home`);
      await page.getByRole('link', { name: 'FlowTrace' }).first().click();
      await page.getByRole('heading', { name: 'Trace the flow of funds' }).waitFor();
      await page.getByText('Tip:').waitFor();
      expect(await page.getByRole('listitem').filter({ hasText: 'Auto-trace and paths' }).count()).toBe(1);
      const field = page.getByLabel('Address to trace');
      for (const [text, message] of [
        ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'Invalid blockchain address'],
        ['12345', 'This is a block.'],
        [placeOf('hack', 'thief'), 'Bitcoin address'],
        ['0x52908400098527886E0F7030069857D2E4169EE7', 'Ethereum address'],
      ] as const) {
        await field.fill(text);
        await page.getByText(message).last().waitFor();
      }
      await button('Tutorial').click();
      const dialog = page.getByRole('dialog', { name: 'How FlowTrace works' });
      await dialog.getByText('Step 1 of 8').waitFor();
      await page.keyboard.press('End');
      await dialog.getByText('Step 8 of 8').waitFor();
      await page.keyboard.press('Home');
      await dialog.getByRole('button', { name: 'Play' }).click();
      await dialog.getByText('Step 2 of 8').waitFor();
      await page.keyboard.press('Escape');
    });

    //
    it('traces the thief: a node with its profile, and the chosen transactions with both sides', async () => {
      const letThrough = await delayResponses(page, `**${apiBase}/flow-trace/profiles`);
      const asked: number[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(`${apiBase}/flow-trace/expand`))
          asked.push(z.object({ limit: z.number() }).parse(request.postDataJSON()).limit);
      });
      const thief = placeOf('hack', 'thief');
      await page.getByLabel('Address to trace').fill(thief);
      await page.keyboard.press('Enter');
      await page.getByText('Tracing address...').waitFor();
      letThrough();
      await details()
        .getByText(/^\d+ (Medium|High)$/)
        .waitFor();
      for (const fact of ['Balance', 'Value', 'Transactions', 'Custodian', 'Beneficial owner'])
        await details().getByRole('term').filter({ hasText: fact }).waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBe(thief);
      await expect.poll(() => new URL(page.url()).searchParams.get('document')).toMatch(/^(?!new-).+/);
      documentId = new URL(page.url()).searchParams.get('document') ?? '';
      await page.locator('[data-renderer="shown"]').waitFor();
      const toolbar = await page.getByRole('toolbar', { name: 'Drawing' }).boundingBox();
      const debug = await page.getByRole('region', { name: 'Debug' }).boundingBox();
      if (!toolbar || !debug) throw new Error('Toolbar and debug panel are shown at 1440 × 900');
      const beside = toolbar.x + toolbar.width < debug.x;
      expect(beside || debug.y + debug.height < toolbar.y).toBe(true);
      const rows = details().getByRole('checkbox', { name: /^Select / });
      await rows.first().waitFor();
      const count = await rows.count();
      expect(count).toBeGreaterThan(1);
      // Tracing fetches 50 transactions, the panel 20.
      expect(asked).toEqual([50, 20]);
      for (let i = 0; i < count; i++) await rows.nth(i).check();
      await details()
        .getByRole('button', { name: `Add ${count} transactions` })
        .click();
      await details()
        .getByRole('checkbox', { name: /on the canvas$/ })
        .first()
        .waitFor();
      const { nodes, connections, version } = await parsed();
      expect(version).toBe(2);
      const own = `bitcoin:${thief}`;
      expect(nodes.find(({ id }) => id === own)).toMatchObject({ traced: true, x: 0, y: 0 });
      const out = connections.filter(({ from }) => from === own);
      expect(out.length).toBeGreaterThan(1);
      // Receivers are 220 to the right, 80 apart, without overlaps.
      const right = nodes.filter(({ id }) => out.some(({ to }) => to === id));
      expect(new Set(right.map(({ x }) => x))).toEqual(new Set([220]));
      expect(new Set(right.map(({ y }) => y)).size).toBe(right.length);
      expect(right.every(({ y }) => Math.abs(y) % 80 === 0)).toBe(true);
      const texts = await treeTexts();
      expect(texts.filter((text) => /^(traced|[−+]1 hop): /.test(text))).toHaveLength(3);
      expect(texts.filter((text) => text.includes('address,'))).toHaveLength(nodes.length);
      await canvas().focus();
    });

    //
    it('is moved, drawn on and undone to the start, and done again to the end, by pointer and keyboard', async () => {
      const before = await contents();
      const right = (await parsed()).nodes.find(({ x, y }) => x === 220 && y === 0);
      if (!right) throw new Error('Nobody stands right of the thief');
      await drag(await at([220, 0]), await at([280, -40]));
      await expect
        .poll(async () => (await parsed()).nodes.find(({ id }) => id === right.id))
        .toMatchObject({ x: 280, y: -40 });
      await canvas().focus();
      await page.keyboard.press('Shift+ArrowDown');
      for (const [tool, from, to] of [
        ['Rectangle', [-300, 120], [-200, 180]],
        ['Line', [-300, 200], [-200, 240]],
        ['Circle', [-100, 200], [-60, 200]],
      ] as const) {
        await button(tool).click();
        await drag(await at(from), await at(to));
      }
      await button('Drawing color 2').click();
      await button('Text').click();
      const spot = await at([-300, -180]);
      await page.mouse.click(spot.x, spot.y);
      const words = page.getByRole('dialog', { name: 'Add text' });
      await words.getByRole('textbox', { name: 'Text' }).fill('<b>Round logs</b>');
      await words.getByRole('button', { name: 'Add text' }).click();
      // Without the pointer: a circle of 140 by 80 around the center.
      await canvas().focus();
      for (const key of ['o', 'Enter', 'ArrowRight']) await page.keyboard.press(key);
      await page.getByText('Drawing a circle: end point 140 right, 80 down.').waitFor({ state: 'attached' });
      for (const key of ['Enter', 'v']) await page.keyboard.press(key);
      const { drawings, nodes } = await parsed();
      expect(nodes.find(({ id }) => id === right.id)).toMatchObject({ x: 280, y: -20 });
      expect(drawings.map(({ shape }) => shape).sort()).toEqual([
        'circle',
        'circle',
        'line',
        'rectangle',
        'text',
      ]);
      expect(drawings.map((each) => (each.shape === 'circle' ? each['radius'] : null))).toContain(161);
      expect(drawings.find(({ shape }) => shape === 'text')).toMatchObject({ text: '<b>Round logs</b>' });
      expect(drawings.find(({ shape }) => shape === 'rectangle')).toMatchObject({
        x: -300,
        y: 120,
        width: 100,
        height: 60,
        color: '#d9822b',
      });
      const after = await contents();
      const undo = page.getByRole('button', { name: /^Undo/ });
      const redo = page.getByRole('button', { name: /^Redo/ });
      await canvas().focus();
      for (let i = 0; i < 7; i++) await page.keyboard.press('Control+z');
      expect(await contents()).toEqual(before);
      while (await undo.isEnabled()) await undo.click();
      await page.getByRole('heading', { name: 'Trace the flow of funds' }).waitFor();
      while (await redo.isEnabled()) await redo.click();
      expect(await contents()).toEqual(after);
      await page.reload();
      await page.locator('[data-renderer="shown"]').waitFor();
      expect(await contents()).toEqual(after);
      expect(await undo.isEnabled()).toBe(true);
    });

    //
    it('names only what nobody else has named; keys open, expand and go from node to node', async () => {
      const thief = placeOf('hack', 'thief');
      await page.goto(
        `${server.url}/home/flow-trace?document=${documentId}&address=${thief}&node=bitcoin:${thief}`,
      );
      await details().getByText(thiefName).first().waitFor();
      // The directory names the thief, so no one else can.
      expect(await details().getByRole('button', { name: 'Rename' }).count()).toBe(0);
      await button('Add node').click();
      const own = page.getByRole('dialog', { name: 'Add node' });
      await own.getByRole('textbox', { name: 'Address or name' }).fill('Somebody');
      await page.keyboard.press('Enter');
      await own.waitFor({ state: 'hidden' });
      await details().getByRole('button', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('   ');
      expect(await dialog.getByRole('button', { name: 'Rename' }).isEnabled()).toBe(false);
      await dialog.getByRole('textbox', { name: 'Name' }).fill('First wallet');
      await page.keyboard.press('Enter');
      await details().getByText('First wallet').waitFor();
      await details()
        .getByRole('button', { name: /^Notes/ })
        .click();
      const notes = page.getByRole('dialog', { name: 'Notes: First wallet' });
      await notes.getByRole('textbox', { name: 'New note' }).fill('Seen in the report');
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.getByText('Seen in the report').waitFor();
      await page.keyboard.press('Escape');
      await details().getByRole('button', { name: 'Notes 1' }).waitFor();
      await page.goto(
        `${server.url}/home/flow-trace?document=${documentId}&address=${thief}&node=bitcoin:${thief}`,
      );
      await details().getByText(thiefName).first().waitFor();
      await canvas().focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => details().getByText('1 hop').isVisible()).toBe(true);
      await button('Add node').click();
      const add = page.getByRole('dialog', { name: 'Add node' });
      await add
        .getByRole('textbox', { name: 'Address or name' })
        .fill(placeOf('sanctioned', 'sanctioned_wallet'));
      await add.getByText('Bitcoin address. It will be traced.').waitFor();
      await page.keyboard.press('Enter');
      await details().getByText(thiefName).first().waitFor({ state: 'detached' });
      await details()
        .getByText(/\(demo\)$/)
        .first()
        .waitFor();
      expect(await details().getByRole('button', { name: 'Rename' }).count()).toBe(0);
      const { connections } = await parsed();
      await canvas().focus();
      await page.keyboard.press('e');
      const expand = page.getByRole('dialog', { name: /^Expand Node/ });
      await expand.getByRole('button', { name: 'More filters' }).click();
      await expand.getByRole('button', { name: 'Select categories' }).click();
      await expand.getByRole('checkbox', { name: 'Mixer', exact: true }).check();
      const asked = page.waitForRequest((request) => {
        const { categories } = asksFor.parse(request.postDataJSON() ?? {});
        return categories?.join() === 'mixer,none';
      });
      await expand.getByRole('checkbox', { name: 'Not in the directory' }).check();
      await asked;
      await expand.getByRole('button', { name: 'Any category' }).click();
      await expand
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await expand.getByText('Selected:').first().waitFor();
      // The whole dialog is inside the window, whatever it lists.
      const outside = () =>
        expand.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return Math.max(0, -top, bottom - window.innerHeight);
        });
      expect(await outside()).toBe(0);
      await expand.getByRole('button', { name: /^Add \d+ transaction/ }).click();
      await expand.waitFor({ state: 'hidden' });
      expect((await parsed()).connections.length).toBeGreaterThan(connections.length);
    });

    it('follows the money by itself, and finds the way to where it went', async () => {
      const thief = placeOf('hack', 'thief');
      await page.goto(
        `${server.url}/home/flow-trace?document=${documentId}&address=${thief}&node=bitcoin:${thief}`,
      );
      await details().getByText(thiefName).first().waitFor();
      await openTool(page, 'Auto-trace');
      const auto = panel('Auto-trace');
      await auto.getByRole('textbox', { name: 'Hop limit' }).fill('3');
      await auto.getByRole('textbox', { name: 'Address limit' }).fill('40');
      // An account to which so short a trace doesn't lead.
      const recipient = placeOf('hack', 'frozen');
      await checkOutcome(page, auto, recipient);
      const { nodes } = await parsed();
      expect(nodes.some(({ stop }) => stop !== null)).toBe(true);
      const prefix = 'bitcoin:';
      const far = nodes
        .filter(({ id, stop }) => stop !== null && id.startsWith(prefix))
        .map(({ id }) => id.slice(prefix.length));
      await openTool(page, 'Path from A to B');
      const path = panel('Path from A to B');
      await path.getByRole('textbox', { name: 'Address A' }).fill(thief);
      await path
        .getByRole('textbox', { name: 'Address B' })
        .fill(far.find((address) => address !== thief) ?? '');
      await path.getByRole('button', { name: 'Find path' }).click();
      await path.getByText(/^From A to B: Path found/).waitFor();
      await findPathOverBridge(page, path, recipient);
      await openTool(page, 'Time and taint');
      const taint = panel('Time and taint');
      await taint.getByLabel('Method').selectOption('haircut');
      await taint.getByText(/^Traced [\d,]+\.\d+ BTC/).waitFor();
      await taint
        .getByRole('list', { name: 'Share of funds by line' })
        .getByText(/^.* to .*: \d+\.\d%$/)
        .first()
        .waitFor();
      const slider = taint.getByLabel('Shown up to');
      await slider.focus();
      await page.keyboard.press('Home');
      await taint.getByText(/^Shown up to/).waitFor();
      await taint.getByRole('button', { name: 'Show all' }).click();
      await taint.getByText('All transfers are shown.').waitFor();
      for (const method of ['fifo', 'lifo', 'poison']) {
        await taint.getByLabel('Method').selectOption(method);
        await taint.getByText(/^Traced [\d,]+\.\d+ BTC/).waitFor();
      }
      // Transfers hidden by the slider reappear when the panel is closed.
      await slider.focus();
      await page.keyboard.press('Home');
      await taint.getByText(/^Shown up to/).waitFor();
      await openTool(page, 'Steps');
      await panel('Steps').getByText('Auto-trace forward').first().waitFor();
      await panel('Steps')
        .getByText(/^You, .* · block \d+, directory \d+$/)
        .first()
        .waitFor();
      await openTool(page, 'Time and taint');
      await taint.getByText('All transfers are shown.').waitFor();
      await traceBeyondBridge(page, { auto, recipient, nodes: async () => (await parsed()).nodes });
    });

    //
    it('exports, clears after it was asked, and imports the same again; a malformed file changes nothing', async () => {
      const text = await exported();
      expect(readFile(text).ok).toBe(true);
      const before = await contents();
      expect(await exported('Transactions as CSV')).toContain(placeOf('hack', 'thief'));
      expect(await exported('Image as SVG')).toContain('<svg');
      await choose('More', 'Clear all data');
      const confirm = page.getByRole('dialog', { name: 'Clear all data' });
      await confirm.getByRole('button', { name: 'Cancel' }).click();
      await choose('More', 'Clear all data');
      await confirm.getByRole('button', { name: 'Clear all data' }).click();
      const empty = page.getByRole('heading', { name: 'Trace the flow of funds' });
      await empty.waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBe(null);
      await page.getByText(/^Saved \d/).waitFor();
      await page.reload();
      await empty.waitFor();
      const give = async (content: string) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          choose('More', 'Import file'),
        ]);
        await chooser.setFiles({
          name: 'f.json',
          mimeType: 'application/json',
          buffer: Buffer.from(content),
        });
      };
      const alerts: string[] = [];
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message());
        void dialog.accept();
      });
      await give('{"version":2,"nodes":[{"id":1}]}');
      await expect.poll(() => alerts).toEqual(['Failed to import data. Please check the file format.']);
      await give(text);
      await details().waitFor();
      expect(await contents()).toEqual(before);
      await page.getByRole('button', { name: /^Undo/ }).click();
      await page.getByRole('button', { name: /^Undo/ }).click();
      expect(await contents()).toEqual(before);
    });

    //
    it('follows Ethereum too, tokens apart from ether; failed calls say so', async () => {
      const { data } = received.parse(await ask(`/blockchain/transaction/${placeOf('hack', 'bridge_out')}`));
      const address = data.to ?? '';
      await page.goto(`${server.url}/home/flow-trace?address=${address}`);
      await details().getByText('Traced address', { exact: true }).first().waitFor();
      await details().getByText('ETH').first().waitFor();
      await expect
        .poll(async () => (await parsed()).nodes.map(({ id }) => id))
        .toContainEqual(expect.stringMatching(new RegExp(`^ethereum:${address}$`, 'i')));
      await page.route(`**${apiBase}/flow-trace/expand`, (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body: '{}' }),
      );
      await details().getByText('Out', { exact: true }).click();
      await details().getByText('Error loading transactions').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await details().getByRole('button', { name: 'Retry' }).click();
      await details()
        .getByRole('checkbox')
        .first()
        .or(details().getByText('No out transactions found'))
        .first()
        .waitFor();
    });

    it('can be worked with where nothing can be drawn; a trace can be broken off, and what came stays', async () => {
      const { page: other, context } = await visit(network.browser, server.url);
      try {
        await other.addInitScript(() => {
          const own = Reflect.get(HTMLCanvasElement.prototype, 'getContext');
          Reflect.set(
            HTMLCanvasElement.prototype,
            'getContext',
            function getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
              return kind === '2d' ? null : Reflect.apply(own, this, [kind, ...rest]);
            },
          );
        });
        await enter(other, server.url, account);
        const thief = placeOf('hack', 'thief');
        await other.goto(`${server.url}/home/flow-trace?address=${thief}`);
        await other.getByText('Canvas not supported').waitFor();
        await other.getByRole('button', { name: 'Open tree view' }).click();
        const tree = other.getByRole('treegrid', { name: 'Canvas contents' });
        await tree.getByText(/traced, risk \d+, high/).waitFor();
        const tools = other.getByRole('toolbar', { name: 'Investigation' });
        await tools.getByRole('button', { name: 'Auto-trace' }).click();
        // The answer starts, but never ends.
        await other.evaluate(() => {
          const own = window.fetch;
          window.fetch = async (input, init) => {
            const answer = await own(input, init);
            if (!answer.url.endsWith('/flow-trace/auto') || !answer.body) return answer;
            const text = await answer.text();
            const lines = text.split('\n').filter((line) => line !== '' && !line.includes('"line":"end"'));
            const body = new ReadableStream({
              start(controller) {
                controller.enqueue(new TextEncoder().encode(`${lines.join('\n')}\n`));
                init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
              },
            });
            return new Response(body, { status: 200 });
          };
        });
        await other.getByRole('textbox', { name: 'Hop limit' }).fill('2');
        await other.getByRole('button', { name: 'Run auto-trace' }).click();
        await other.getByText(/^[1-9]\d* transfers?, \d+ address/).waitFor();
        await other.getByText('Results appear on the canvas.').waitFor();
        await other.getByRole('button', { name: 'Cancel' }).click();
        await other.getByText(/^Canceled\. Results so far stay/).waitFor();
        await tools.getByRole('button', { name: 'Tree view' }).click();
        await other.getByText(/^\d+ nodes, 1 traced; [1-9]\d* transfers?;/).waitFor();
      } finally {
        await context.close();
      }
    });

    it('axe-core finds no violation in both themes; phones need not scroll sideways', async () => {
      const found: Record<string, string[]> = {};
      const thief = placeOf('hack', 'thief');
      for (const side of ['tree', 'auto', 'path']) {
        await page.goto(
          `${server.url}/home/flow-trace?document=${documentId}&address=${thief}&node=bitcoin:${thief}&panel=${side}`,
        );
        await details().getByText(thiefName).first().waitFor();
        await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
        found[side] = await violationsInBothThemes(page);
      }
      expect(Object.values(found).flat()).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(`${server.url}/home/flow-trace?document=${documentId}&address=${thief}`);
      await details().getByText(thiefName).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
