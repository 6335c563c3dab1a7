import { autoTraceLine } from '@hopscope/contract';
import { groupDigits, plainNumbers, shortDecimal } from '@hopscope/domain';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

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

/**
 * Returns an answer in which all money left for an account on Ethereum: bridges are known only on mainnet, so those of the demo
 * have no other side.
 */
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
    const count = stops.filter((stop) => stop.reason === reason).length;
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
