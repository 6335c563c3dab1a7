import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { choose } from '../support/people.ts';
import type { OpenScreener } from './open-screener.ts';

const response = z.object({ data: z.object({ transactions: z.array(z.object({ _id: z.string() })) }) });
const reviewers = z.object({ data: z.array(z.object({ userId: z.string(), name: z.string() })) });
const made = z.object({ data: z.object({ _id: z.string() }) });

/** Returns shared helpers of the pages of the queue. */
function createQueue(page: Page, place: string) {
  return {
    open: (search: string) => page.goto(place + search),
    rows: (): Locator => page.locator('tr[data-transaction]'),
    details: (): Locator => page.getByRole('dialog', { name: /^Transaction/ }),
    dialog: (name: string): Locator => page.getByRole('dialog', { name, exact: true }),
    toast: (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor(),
    param: (name: string) => new URL(page.url()).searchParams.get(name),
  };
}

/** Assigns unassigned transactions to Grace; returns their IDs. */
async function giveToGrace(screener: OpenScreener, count: number): Promise<string[]> {
  const path = `/compliance/transactions?status=UNASSIGNED&limit=${String(count)}`;
  const ids = response.parse(await screener.ask('GET', path)).data.transactions.map(({ _id }) => _id);
  expect(ids).toHaveLength(count);
  const members = reviewers.parse(await screener.ask('GET', '/compliance/reviewers'));
  const assigneeId = members.data.find(({ name }) => name === 'Grace Example')?.userId ?? '';
  await screener.ask('POST', '/compliance/transactions/bulk/assignee', { transactionIds: ids, assigneeId });
  return ids;
}

/** Confirms one of Grace's decisions and rejects another; snoozes the rejected transaction and ends the snooze. */
export async function approveAndSnooze(page: Page, screener: OpenScreener, place: string): Promise<void> {
  const { open, rows, details, dialog, toast } = createQueue(page, place);
  const settings = (approvalRiskScore: number | null) =>
    screener.ask('PATCH', `/organizations/${screener.organizationId}`, { settings: { approvalRiskScore } });
  await settings(0);
  const [first = '', second = ''] = await giveToGrace(screener, 2);
  for (const id of [first, second]) {
    const decision = { status: 'CLOSED_WITH_NOTE', note: 'Wages, documented by a payslip' };
    await screener.askAsGrace('PUT', `/compliance/transactions/${id}/status`, decision);
  }

  // Not grouped: both may be of one client and counterparty.
  await open('?tab=active&queue=approval&group=none');
  await expect.poll(() => rows().count()).toBe(2);
  await open(`?tab=active&queue=approval&group=none&transaction=${first}`);
  await details().getByText('Awaiting approval by another person.').waitFor();
  await details()
    .getByText(/Closed with note, proposed by Grace Example, .*: Wages, documented by a payslip$/)
    .waitFor();
  await details().getByRole('button', { name: 'Reject…' }).click();
  const rejecting = dialog('Reject decision');
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await rejecting.getByText('Please enter a reason').waitFor();
  await rejecting.getByLabel('Reason').fill('The payslip is of another month');
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await toast('Decision rejected');
  await details().getByText('The payslip is of another month').waitFor();
  await expect.poll(() => rows().count()).toBe(1);

  await open(`?tab=active&queue=approval&group=none&transaction=${second}`);
  await details().getByRole('button', { name: 'Confirm', exact: true }).click();
  await toast('Decision confirmed');
  await details().getByText('Confirmed by').waitFor();
  await expect.poll(() => rows().count()).toBe(0);
  await settings(null);

  await open(`?tab=active&transaction=${first}`);
  await details().getByText('Counterparties').first().waitFor();
  await details().getByRole('heading', { level: 2 }).click();
  await page.keyboard.press('s');
  const asking = dialog('Snooze transaction');
  await asking.getByRole('button', { name: 'Snooze', exact: true }).click();
  await asking.getByText('Please enter a reason').waitFor();
  await choose(page, 'How long', '3 days');
  await asking.getByLabel('Reason').fill('Waits for the right payslip');
  await asking.getByRole('button', { name: 'Snooze', exact: true }).click();
  await toast('Transaction snoozed');
  await open(`?tab=active&queue=snoozed&group=none&transaction=${first}`);
  await details()
    .getByText(/by Ada Example: Waits for the right payslip$/)
    .waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await details().getByRole('button', { name: 'Back to the queue' }).click();
  await expect.poll(() => rows().count()).toBe(0);
}

/** Saves a filter, applies, renames, and deletes it. */
export async function saveFilters(page: Page, place: string): Promise<void> {
  const { open, rows, dialog, toast, param } = createQueue(page, place);
  const item = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Saved filters', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await open('?risk=high&sort=amount.desc');
  await page.getByText(/^Total: /).waitFor();
  await item('Save this filter…');
  const naming = dialog('Save filter');
  await naming.getByRole('button', { name: 'Save', exact: true }).click();
  await naming.getByText('Please enter a name').waitFor();
  await naming.getByLabel('Name').fill('Large and risky');
  await naming.getByRole('button', { name: 'Save', exact: true }).click();
  await toast('Filter saved');
  await open('?group=none');
  await rows().first().waitFor();
  await item('Large and risky');
  await expect.poll(() => [param('risk'), param('sort')]).toEqual(['high', 'amount.desc']);
  await item('Rename or delete…');
  await dialog('Saved filters').getByRole('button', { name: 'Rename Large and risky' }).click();
  await dialog('Rename filter').getByLabel('Name').fill('Large ones');
  await dialog('Rename filter').getByRole('button', { name: 'Save', exact: true }).click();
  await dialog('Rename filter').waitFor({ state: 'hidden' });
  await item('Rename or delete…');
  await dialog('Saved filters').getByRole('button', { name: 'Delete Large ones' }).click();
  await toast('Filter deleted');
  await dialog('Saved filters').getByText('No saved filters').waitFor();
}

/** Closes a transaction with a report about it, and follows the link to the report. */
export async function closeWithReport(page: Page, screener: OpenScreener, place: string): Promise<void> {
  const { open, details, dialog, toast } = createQueue(page, place);
  const [id = ''] = await giveToGrace(screener, 1);
  const report = made.parse(
    await screener.ask('POST', '/compliance/sars', { title: 'Wages', transactionIds: [id] }),
  );
  await open(`?tab=active&transaction=${id}`);
  await details().getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Close with SAR…' }).click();
  const closing = dialog('Close with SAR');
  const own = closing.getByRole('radio', { name: /^Report 1: Wages/ });
  await own.waitFor();
  expect(await own.isChecked()).toBe(true);
  await closing.getByRole('radio', { name: /^Filed elsewhere/ }).check();
  await closing.getByRole('button', { name: 'Close with SAR' }).click();
  await closing.getByText('Please enter the reference').waitFor();
  await own.check();
  await closing.getByRole('button', { name: 'Close with SAR' }).click();
  await toast('Transaction status updated successfully');
  await open(`?tab=archived&transaction=${id}`);
  const links = details().getByRole('link', { name: 'Report 1', exact: true });
  await expect.poll(() => links.count()).toBe(2);
  expect(await links.first().getAttribute('href')).toBe(`/home/sars/${report.data._id}`);
  await page.goto(new URL(`/home/sars/${report.data._id}`, page.url()).href);
  await page.getByRole('link', { name: 'Open its review' }).click();
  await details().getByText('Closed with SAR', { exact: true }).first().waitFor();
}
