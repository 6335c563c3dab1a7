import { inflateSync } from 'node:zlib';
import {
  allOf,
  type CanvasNode,
  type Connection,
  documentDigest,
  documentOf,
  emptyDocument,
  readFile,
  writeFile,
} from '@hopscope/canvas';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, foundOrganization, signUp } from '../support/calls.ts';
import { enter, visit, type Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const bitcoin = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;
const ether = { chain: 'ethereum', symbol: 'ETH', contract: null, decimals: 18 } as const;
/** More than 2^53 and odd, so that floating point would change it. */
const wei = '123456789012345678901234567';

function nodeOf(name: string, x: number, y: number, fields: Partial<CanvasNode> = {}): CanvasNode {
  return {
    kind: 'node',
    id: name,
    type: 'custom',
    chain: null,
    address: null,
    label: name,
    x,
    y,
    color: null,
    traced: false,
    stop: null,
    group: null,
    profile: null,
    ...fields,
  };
}

function walletOf(address: string, x: number, y: number): CanvasNode {
  const fields = { type: 'wallet', chain: 'bitcoin', address } as const;
  return nodeOf(`bitcoin:${address}`, x, y, { ...fields, label: address.slice(0, 12) });
}

function transferOf(
  [from, to]: readonly [string, string],
  output: string,
  amount: string,
  fields: Partial<Connection> = {},
): Connection {
  return {
    kind: 'connection',
    id: `${output}|${from}|${to}`,
    from,
    to,
    amount,
    whole: amount,
    asset: bitcoin,
    time: 1_700_000_000,
    height: 800_000,
    transaction: output.split(':')[0] ?? output,
    utxoKey: output,
    fee: '10',
    color: null,
    ...fields,
  };
}

const nth = (name: string, i: number): string => `bc1q${name}${String(i).padStart(34, '0')}`;
const txid = (i: number): string => i.toString(16).padStart(64, '0');

/** A red dot. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const known: CanvasNode['profile'] = {
  entityId: 'red-house',
  entityType: 'exchange',
  name: 'Red House',
  beneficialOwner: null,
  custodian: null,
  logoUrl: '/api/v1/sot/logo/red-house',
  risk: 12,
  balance: null,
  received: null,
  spent: null,
  transactions: null,
  usdCents: null,
  coinJoin: false,
};

/** Returns a file with two transfers between one pair, ether in wei, an entity with a logo, and a peel chain of four steps. */
function fileText(): string {
  const [alice, bob] = ['Alice', 'Bob'];
  const stored = [0, 1, 2, 3, 4].map((i) => walletOf(nth('stored', i), -600 + i * 150, 200));
  const peeled = [0, 1, 2, 3].map((i) => walletOf(nth('paid', i), -600 + i * 150, 300));
  const chain = [0, 1, 2, 3].flatMap((i) => {
    const time = 1_700_000_000 + i * 600;
    const id = (node: CanvasNode | undefined): string => node?.id ?? '';
    return [
      transferOf([id(stored[i]), id(stored[i + 1])], `${txid(i)}:0`, '900000', { time }),
      transferOf([id(stored[i]), id(peeled[i])], `${txid(i)}:1`, '1000', { time }),
    ];
  });
  const records = [
    nodeOf(alice, -220, -100, { traced: true }),
    nodeOf(bob, 220, -100),
    { ...walletOf(nth('red', 0), 0, 0), label: '', profile: known },
    transferOf([alice, bob], `${txid(100)}:0`, '100000001'),
    transferOf([alice, bob], `${txid(101)}:0`, '200000002', { time: 1_700_600_000 }),
    transferOf([bob, alice], `${txid(102)}:0`, wei, { asset: ether }),
    ...stored,
    ...peeled,
    ...chain,
  ];
  return writeFile(documentOf(records, emptyDocument), [], 1_700_000_000);
}

/** Defines the tests of FlowTrace's files and images: all exports of the menu, and their images. */
export function describeFlowTraceFiles(network: DemoNetwork): void {
  describe('FlowTrace: files, pictures and views', () => {
    let account: Account;
    let visitor: Visitor;
    let page: Page;

    beforeAll(async () => {
      const { url } = network.server;
      account = await signUp(url, { name: 'Fay', email: 'fay@example.org' });
      await foundOrganization(url, account, 'Lock');
      visitor = await visit(network.browser, url);
      page = visitor.page;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.route('**/sot/logo/red-house', (route) =>
        route.fulfill({ contentType: 'image/png', body: logo }),
      );
      await enter(page, url, account);
      await page.goto(`${url}/home/flow-trace`);
    });

    afterAll(() => visitor?.context.close());

    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
    const canvas = (): Locator => page.getByRole('application', { name: 'Canvas' });

    async function choose(menu: 'Export' | 'More' | 'Layouts', item: string): Promise<void> {
      await button(menu).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    }

    async function exported(item: string): Promise<{ name: string; bytes: Buffer; text: string }> {
      const [download] = await Promise.all([page.waitForEvent('download'), choose('Export', item)]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
    }

    async function read() {
      const { text } = await exported('FlowTrace file (can be imported)');
      const file = readFile(text);
      if (!file.ok) throw new Error(file.reason);
      return file.document;
    }

    async function importText(text: string, open: () => Promise<void>): Promise<void> {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
      const buffer = Buffer.from(text);
      await chooser.setFiles({ name: 'flow.json', mimeType: 'application/json', buffer });
    }

    /** Counts painted pixels in the middle of the canvas, where there are no tools. */
    async function inked(red = false): Promise<number> {
      const box = await canvas().boundingBox();
      if (!box) throw new Error('The canvas is not there');
      const clip = {
        x: box.x + box.width / 2 - 300,
        y: box.y + box.height / 2 - 150,
        width: 600,
        height: 300,
      };
      const shot = await page.screenshot({ clip });
      return page.evaluate(
        async ([base64, onlyRed]) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const copy = document.createElement('canvas');
          copy.width = image.width;
          copy.height = image.height;
          const context = copy.getContext('2d');
          context?.drawImage(image, 0, 0);
          const points = context?.getImageData(0, 0, image.width, image.height).data ?? [];
          const [r, g, b] = [points[0] ?? 0, points[1] ?? 0, points[2] ?? 0];
          let count = 0;
          for (let i = 0; i < points.length; i += 4) {
            const far =
              Math.abs((points[i] ?? 0) - r) +
              Math.abs((points[i + 1] ?? 0) - g) +
              Math.abs((points[i + 2] ?? 0) - b);
            const isRed = (points[i] ?? 0) > 180 && (points[i + 1] ?? 0) < 60 && (points[i + 2] ?? 0) < 60;
            if (onlyRed ? isRed : far > 60) count += 1;
          }
          return count;
        },
        [shot.toString('base64'), red] as const,
      );
    }

    //
    it('imports a file, says what came, and keeps amounts over 2^53 to the last wei', async () => {
      await importText(fileText(), () => button('Import file').click());
      await page.getByText('Imported 12 nodes and 11 transfers').waitFor();
      await page.locator('[data-renderer="shown"]').waitFor();
      const connections = allOf(await read(), 'connection');
      expect(connections).toHaveLength(11);
      expect(connections.find(({ asset }) => asset.symbol === 'ETH')?.amount).toBe(wei);
    });

    //
    it('a malformed file is an alert and a reason, and nothing changes', async () => {
      const before = allOf(await read(), 'node').length;
      const [dialog] = await Promise.all([
        page.waitForEvent('dialog').then(async (shown) => {
          const text = shown.message();
          await shown.accept();
          return text;
        }),
        importText(fileText().replace(`"${wei}"`, '1e26'), () => choose('More', 'Import file')),
      ]);
      expect(dialog).toBe('Failed to import data. Please check the file format.');
      await page.getByText(/^Import failed: connections\[\d+\]\.amount/).waitFor();
      expect(allOf(await read(), 'node')).toHaveLength(before);
    });

    it('gives the picture as SVG, PNG and PDF, and the graph as CSV, GraphML, GEXF and CASE', async () => {
      const svg = await exported('Image as SVG');
      expect(svg.name).toMatch(/^flow-trace-.*\.svg$/);
      expect(svg.text).toContain('High risk: 70 to 100');
      expect(svg.text).not.toMatch(/<script|href=|url\(/);
      const [, width = ''] = /<svg[^>]* width="(\d+)"/.exec(svg.text) ?? [];
      const png = await exported('Image as PNG');
      expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
      // Twice the natural resolution.
      expect(png.bytes.readUInt32BE(16)).toBe(2 * Number(width));
      const pdf = await exported('Image as PDF');
      const text = pdf.bytes.toString('latin1');
      expect(text.startsWith('%PDF-1.7') && text.endsWith('%%EOF\n')).toBe(true);
      expect(text).toContain(`/MediaBox [0 0 ${(Number(width) * 0.75).toFixed(2)} `);
      const [, across = '', down = '', length = ''] =
        /\/Width (\d+) \/Height (\d+) .*\/Length (\d+) >>/.exec(text) ?? [];
      const from = text.indexOf('stream\n', text.indexOf('/Subtype /Image')) + 'stream\n'.length;
      const points = inflateSync(pdf.bytes.subarray(from, from + Number(length)));
      expect(points.length).toBe(Number(across) * Number(down) * 3);
      expect(new Set(points.subarray(0, 3_000_000)).size).toBeGreaterThan(8);
      expect((await exported('Transactions as CSV')).text).toContain(wei);
      expect((await exported('Graph as GraphML')).text).toMatch(/^<\?xml[^]*<graphml[^]*<edge /);
      expect((await exported('Graph as GEXF')).text).toMatch(/^<\?xml[^]*<gexf[^]*<edge /);
      const jsonld: unknown = JSON.parse((await exported('CASE/UCO as JSON-LD')).text);
      expect(jsonld).toMatchObject({ '@context': expect.anything(), '@graph': expect.any(Array) });
    });

    //
    it('opens aggregated lines into each UTXO, and colors them', async () => {
      const lines = (text: string): number => text.split(' × 2<').length - 1;
      expect(lines((await exported('Image as SVG')).text)).toBe(1);
      await page.getByText('Individual', { exact: true }).click();
      expect(lines((await exported('Image as SVG')).text)).toBe(0);
      await page.getByText('Aggregated', { exact: true }).click();
      await canvas().focus();
      await page.keyboard.press('Escape');
      await button('Edge color').click();
      await button('Edge color 3').click();
      await page.keyboard.press('Escape');
      expect(new Set(allOf(await read(), 'connection').map(({ color }) => color))).toEqual(
        new Set(['#71a00b']),
      );
    });

    it('arranges by hops and by time; each is one step that can be undone', async () => {
      const places = async () => allOf(await read(), 'node').map(({ id, x, y }) => [id, x, y]);
      const before = await places();
      for (const layout of ['By hops', 'By time']) {
        await choose('Layouts', layout);
        expect(await places()).not.toEqual(before);
        await page.getByRole('button', { name: /^Undo/ }).click();
        expect(await places()).toEqual(before);
      }
    });

    it('folds and unfolds a peel chain by menu and key, and nothing is lost', async () => {
      const before = allOf(await read(), 'connection');
      await choose('More', 'Fold peel chains');
      const folded = await read();
      expect(allOf(folded, 'group')).toMatchObject([{ purpose: 'peel_chain', folded: true }]);
      expect(allOf(folded, 'connection')).toEqual(before);
      expect((await exported('Image as SVG')).text).toContain('Peel chain of 4 steps');
      await canvas().focus();
      await page.keyboard.press('p');
      expect(allOf(await read(), 'group')).toMatchObject([{ folded: false }]);
      await button('More').click();
      await page.getByRole('menuitem', { name: 'Fold peel chains' }).waitFor();
      await page.keyboard.press('Escape');
    });

    it('shows the logo of an entity, from this server alone, in the place of letters', async () => {
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await expect.poll(() => inked(true)).toBeGreaterThan(100);
    });

    it('is drawn as sharp as the screen', async () => {
      const sharp = await network.browser.newContext({
        deviceScaleFactor: 2,
        viewport: { width: 1000, height: 700 },
        storageState: await visitor.context.storageState(),
      });
      try {
        const other = await sharp.newPage();
        await other.goto(page.url());
        await other.locator('[data-renderer="shown"]').waitFor();
        // While frames are late, the canvas is drawn with fewer points; it is sharp once it rests.
        const ratio = () =>
          other
            .locator('[data-renderer] canvas:visible')
            .first()
            .evaluate((drawn: HTMLCanvasElement) => drawn.width / drawn.clientWidth);
        await expect.poll(ratio).toBeCloseTo(2, 1);
      } finally {
        await sharp.close();
      }
    });

    it('finds nodes by name and by a part of the address, with pointer and keyboard', async () => {
      const field = page.getByLabel('Address to trace');
      const found = page.getByRole('list', { name: 'On this canvas' });
      const selected = () => new URL(page.url()).searchParams.get('node');
      const [first, second] = allOf(await read(), 'node').filter(({ address }) => address !== null);
      if (!first?.address || !second?.address) throw new Error('The file has addresses');
      await field.fill(first.label.toUpperCase());
      await found.getByRole('button').first().click();
      await expect.poll(selected).toBe(first.id);
      expect(await field.inputValue()).toBe('');
      await field.fill(second.address.slice(3));
      await found.getByRole('button').first().waitFor();
      await field.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(selected).toBe(second.id);
      await field.fill('nobody of this name');
      await found.waitFor({ state: 'hidden' });
      await field.press('Escape');
      expect(await field.inputValue()).toBe('');
    });

    it('divides a large file into steps that one undo takes back, also for whoever opens it next', async () => {
      const before = await read();
      const many = Array.from({ length: 12_000 }, (_, i) =>
        nodeOf(`many${i}`, (i % 100) * 100, Math.floor(i / 100) * 90),
      );
      await importText(writeFile(documentOf(many, emptyDocument), [], 0), () =>
        choose('More', 'Import file'),
      );
      await page.getByText('Imported 12,000 nodes and 0 transfers').waitFor();
      await button(/^Undo/).click();
      await expect.poll(async () => documentDigest(await read())).toBe(documentDigest(before));
      await button(/^Redo/).click();
      await page.getByText(/^Saved /).waitFor();
      await page.reload();
      await page.locator('[data-renderer="shown"]').waitFor();
      await expect.poll(async () => allOf(await read(), 'node').length).toBe(12_000);
      await button(/^Undo/).click();
      await expect.poll(async () => documentDigest(await read())).toBe(documentDigest(before));
    });

    it('phones draw and undo too', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('toolbar', { name: 'Drawing' }).waitFor();
      const shapes = async () => allOf(await read(), 'drawing').map(({ shape }) => shape);
      await button(/^Undo/).scrollIntoViewIfNeeded();
      const undo = await button(/^Undo/).boundingBox();
      expect(undo && undo.x >= 0 && undo.x + undo.width <= 390).toBe(true);
      await button('Rectangle').click();
      const box = await canvas().boundingBox();
      if (!box) throw new Error('The canvas is not there');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 40);
      await page.mouse.up();
      expect(await shapes()).toEqual(['rectangle']);
      await button(/^Undo/).click();
      expect(await shapes()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
