import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { allOf, readFile } from '@hopscope/canvas';
import { autoTraceLine } from '@hopscope/contract';
import { groupDigits, plainNumbers, shortDecimal } from '@hopscope/domain';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { foundOrganization, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { enter, visit, type Visitor } from '../support/people.ts';
import { wholeHistory } from '../support/whole-history.ts';
import type { DemoNetwork } from './network.ts';

const stories = z.object({
  data: z.object({
    stories: z.array(
      z.object({ id: z.string(), places: z.array(z.object({ role: z.string(), value: z.string() })) }),
    ),
  }),
});
/** Name in the demo's directory. */
const exchangeName = 'Nonames Desk (demo)';
const command = fileURLToPath(new URL('../../../server/src/commands/verify-bundle.ts', import.meta.url));

/** Returns the sums by asset in the answer of an auto-trace, and its stops. */
function read(answer: string) {
  const lines = answer
    .trimEnd()
    .split('\n')
    .map((line) => autoTraceLine.parse(JSON.parse(line)));
  const end = lines.at(-1);
  return {
    accounts: end?.line === 'end' ? end.accounts : [],
    stops: lines.flatMap((line) => (line.line === 'stops' ? line.stops : [])),
  };
}

/** Writes satoshis as the page does. */
function bitcoins(units: string): string {
  const [whole = '0', fraction] = shortDecimal(BigInt(units), 8).split('.');
  return `${groupDigits(whole, plainNumbers.marks)}${fraction === undefined ? '' : `.${fraction}`} BTC`;
}

/** Returns an answer in which all money left for an account on Ethereum by a bridge that the ledgers can't follow. */
function crossed(answer: string, account: string): string {
  const chain = { id: 1, name: 'Ethereum' };
  const lines = answer
    .trimEnd()
    .split('\n')
    .map((line) => autoTraceLine.parse(JSON.parse(line)))
    .map((line) =>
      line.line === 'stops'
        ? {
            ...line,
            stops: line.stops.map((stop) => ({
              ...stop,
              crossing: { protocol: 'THORChain', chain, account },
            })),
          }
        : line,
    );
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Runs an auto-trace from its panel, and compares the picture of where it ended with the answer of the API, also after a
 * reload. `account`: on Ethereum, to which money is said to have left.
 */
export async function checkOutcome(page: Page, auto: Locator, account: string): Promise<void> {
  let answer = '';
  await page.route('**/flow-trace/auto', async (route) => {
    const response = await route.fetch();
    answer = crossed(await response.text(), account);
    await route.fulfill({ response, body: answer });
  });
  await auto.getByRole('button', { name: 'Run auto-trace' }).click();
  const picture = auto.getByRole('figure', { name: 'Endpoints of traced BTC' });
  await picture.waitFor();
  // Every band has the sum of the API, and a share that follows from it.
  const { accounts, stops } = read(answer);
  const [sums] = accounts;
  if (!sums) throw new Error('The trace has no sums');
  const rows = await picture.getByRole('button', { expanded: false }).allInnerTexts();
  expect(rows).toHaveLength(sums.stops.length);
  for (const { amount, reason } of sums.stops) {
    const count = stops.filter(
      (stop) => stop.reason === reason && isDeepStrictEqual(stop.asset, sums.asset),
    ).length;
    const tenThousandths = Number(
      (BigInt(amount) * 20_000n + BigInt(sums.followed)) / (2n * BigInt(sums.followed)),
    );
    const share = tenThousandths === 0 && amount !== '0' ? '<0.01%' : `${(tenThousandths / 100).toFixed(2)}%`;
    const words = [share, bitcoins(amount), plainNumbers.counted(count, 'endpoint')];
    const isRow = (row: string): boolean => words.every((word) => row.split('\n').includes(word));
    expect(rows.some(isRow), `${words.join(', ')} in ${JSON.stringify(rows)}`).toBe(true);
  }
  expect(await picture.innerText()).toContain(`${bitcoins(sums.followed)} traced`);
  await picture.getByRole('button', { expanded: false }).first().click();
  await picture
    .getByRole('list', { name: /^Transfers: / })
    .getByRole('listitem')
    .first()
    .waitFor();
  // It is part of the document, so it is still there after a reload.
  await page.getByText(/^Saved \d/).waitFor();
  await page.reload();
  await picture.waitFor();
  expect(await picture.getByRole('button', { expanded: false }).allInnerTexts()).toEqual(rows);
}

/** Finds a path to an address on the other chain, over the bridge and through a swap, and takes it back. */
export async function findPathOverBridge(page: Page, panel: Locator, to: string): Promise<void> {
  await panel.getByRole('textbox', { name: 'Address B' }).fill(to);
  await panel.getByRole('button', { name: 'Find path' }).click();
  await panel.getByText(/^At most [\d,.]+ [A-Z]+ can have reached B this way\.$/).waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
}

/** Adds who received on the other side of a bridge to the canvas, from the picture of an auto-trace, and takes it back. */
export async function traceBeyondBridge(
  page: Page,
  {
    auto,
    recipient,
    nodes,
  }: { auto: Locator; recipient: string; nodes: () => Promise<readonly { id: string }[]> },
): Promise<void> {
  const isShown = async (): Promise<boolean> =>
    (await nodes()).some(({ id }) => id.toLowerCase() === `ethereum:${recipient.toLowerCase()}`);
  await openTool(page, 'Auto-trace');
  await auto.getByRole('figure').getByRole('button', { expanded: false }).first().click();
  await auto.getByText('through THORChain').first().waitFor();
  await auto.getByRole('button', { name: 'Trace on Ethereum' }).first().click();
  await expect.poll(isShown).toBe(true);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(isShown).toBe(false);
}

/** Opens or closes the panel of a tool of FlowTrace. */
export async function openTool(page: Page, name: string): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Investigation' });
  await tools.getByRole('button', { name, exact: true }).click();
}

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Verifies a bundle with the command, and returns its exit code and what it printed. */
async function verify(file: string): Promise<{ code: number; text: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', command, file]);
    return { code: 0, text: stdout };
  } catch (error) {
    const failed = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
    return { code: failed.code, text: failed.stdout + failed.stderr };
  }
}

/** Defines the test of a trace that continues on the other chain. */
export function describeCrossChain(network: DemoNetwork): void {
  describe('A trace over both chains', () => {
    let visitor: Visitor;
    let folder: string;
    let thief: string;
    let exchanges: readonly string[];

    beforeAll(async () => {
      const { server, browser } = network;
      const account = await signUp(server.url, { name: 'Iris', email: 'iris@example.org' });
      await foundOrganization(server.url, account, 'Crossing');
      [thief, exchanges] = await until('the demo has its history, and the hack has sold', async () => {
        const { success: isHealthy } = wholeHistory.safeParse(
          await call(server.url, account, 'GET', '/health'),
        );
        const reported = stories.parse(await call(server.url, account, 'GET', '/demo/stories')).data.stories;
        const places = reported.find(({ id }) => id === 'hack')?.places ?? [];
        const valuesOf = (role: string) => places.flatMap((each) => (each.role === role ? [each.value] : []));
        const [[first], sold] = [valuesOf('thief'), valuesOf('cash_out')];
        return isHealthy && first !== undefined && sold.length > 0 ? ([first, sold] as const) : undefined;
      });
      await until('the directory knows the exchange', async () => {
        const known = await call(server.url, account, 'POST', '/blockchain/attributions', {
          addresses: exchanges,
        });
        return JSON.stringify(known).includes(exchangeName);
      });
      folder = await mkdtemp(join(tmpdir(), 'hopscope-crossing-'));
      visitor = await visit(browser, server.url);
      await visitor.page.setViewportSize({ width: 1440, height: 900 });
      await enter(visitor.page, server.url, account);
    });

    afterAll(async () => {
      await visitor?.context.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('leads from Bitcoin over the bridge and through a swap to an exchange on Ethereum, and is verified offline', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/flow-trace?address=${thief}`);
      await page.getByText(/^Saved \d/).waitFor();
      await openTool(page, 'Auto-trace');
      const auto = page.getByRole('complementary', { name: 'Auto-trace', exact: true });
      await auto.getByRole('textbox', { name: 'Hop limit' }).fill('12');
      await auto.getByRole('textbox', { name: 'Address limit' }).fill('1500');
      await auto.getByRole('textbox', { name: 'Smallest share (%)' }).fill('0.001');
      await auto.getByRole('button', { name: 'Run auto-trace' }).click();
      await auto.getByText(/^(All traced funds reached|Stopped at)/).waitFor({ timeout: 60_000 });
      // The first chain comes first.
      await auto.getByRole('figure', { name: 'Endpoints of traced ETH' }).waitFor();
      const figures = await auto.getByRole('figure').all();
      expect(await figures[0]?.getAttribute('aria-label')).toBe('Endpoints of traced BTC');
      await page.getByText(/^Saved \d/).waitFor();

      const exported = async (): Promise<string> => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        const item = page.getByRole('menuitem', { name: 'FlowTrace file (can be imported)', exact: true });
        const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
        return textOf(download);
      };
      const drawn = readFile(await exported());
      if (!drawn.ok) throw new Error(drawn.reason);
      const conversions = allOf(drawn.document, 'conversion');
      const crossings = conversions.filter(({ crossing }) => crossing !== null);
      expect(crossings.length).toBeGreaterThan(0);
      for (const { from, to, crossing } of crossings) {
        expect(crossing?.proof).toBe('exact');
        expect([from.split(':')[0], to.split(':')[0]]).toEqual(['bitcoin', 'ethereum']);
      }
      const swaps = conversions.filter(
        ({ crossing, got }) => crossing === null && got.asset.contract !== null,
      );
      expect(swaps.length).toBeGreaterThan(0);
      // A token that was received in a swap goes to a service; to which one depends on when the demo began.
      const ends = allOf(drawn.document, 'node').filter(({ stop }) => stop === 'service');
      const sold = allOf(drawn.document, 'connection').filter(
        ({ from, to, asset }) =>
          ends.some(({ id }) => id === to) &&
          swaps.some((swap) => swap.to === from && swap.got.asset.contract === asset.contract),
      );
      expect(sold.length).toBeGreaterThan(0);

      const [first] = crossings;
      const selected = new URL(page.url());
      selected.searchParams.set('node', first?.to ?? '');
      await page.goto(selected.href);
      const details = page.getByRole('complementary', { name: 'Entity details' });
      const conversion = details.getByRole('region', { name: 'Conversions' });
      await conversion
        .getByText(/ BTC crossed to Ethereum as .* ETH \(Spanwire Bridge \(demo\), exact(, \d+ \w+ later)?\)/)
        .first()
        .waitFor();
      expect(await conversion.getByRole('link').count()).toBeGreaterThanOrEqual(2);

      await page.getByRole('button', { name: /^Canvas: / }).click();
      const [bundle] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Download evidence bundle', exact: true }).click(),
      ]);
      const path = join(folder, 'bundle.zip');
      await bundle.saveAs(path);
      const { code, text } = await verify(path);
      // 2: nothing is wrong, and ether that contracts moved is declared as not provable.
      expect(code, text.slice(0, 2000)).toBe(2);
      const proven = conversions.filter(({ crossing, got }) => crossing ?? got.asset.contract !== null);
      expect(text).toContain(
        `${proven.length} of ${conversions.length} conversions match their transactions.`,
      );
    });
  });
}
