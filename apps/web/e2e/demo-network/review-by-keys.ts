import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { isDeep } from '../../../../test/depth.ts';
import type { OpenScreener } from './open-screener.ts';

const response = z.object({ data: z.object({ transactions: z.array(z.object({ _id: z.string() })) }) });
const notes = z.object({ data: z.object({ transactions: z.array(z.object({ notes: z.string() })) }) });
const reviewers = z.object({ data: z.array(z.object({ userId: z.string(), name: z.string() })) });
const counts = z.object({ data: z.object({ mine: z.number(), archived: z.number() }) });

const reviews = isDeep ? 40 : 10;
/** Every tenth is closed with a note instead. */
const noted = 10;

/** Assigns this many transactions to Ada; returns her ID. */
async function handOut(screener: OpenScreener): Promise<string> {
  const { data } = response.parse(
    await screener.ask('GET', `/compliance/transactions?status=UNASSIGNED&limit=${reviews}`),
  );
  expect(data.transactions).toHaveLength(reviews);
  const members = reviewers.parse(await screener.ask('GET', '/compliance/reviewers'));
  const ada = members.data.find(({ name }) => name === 'Ada Example')?.userId ?? '';
  await screener.ask('POST', '/compliance/transactions/bulk/assignee', {
    transactionIds: data.transactions.map(({ _id }) => _id),
    assigneeId: ada,
  });
  return ada;
}

/** Reviews this many transactions in a row with the keyboard only. */
export async function reviewByKeys(page: Page, screener: OpenScreener, place: string): Promise<void> {
  const ada = await handOut(screener);
  const before = counts.parse(await screener.ask('GET', '/compliance/transactions/counts')).data;
  expect(before.mine).toBe(reviews);
  await page.goto(`${place}?tab=active&reviewer=${ada}&group=none`);
  await page.locator('tr[data-transaction]').first().waitFor();
  const open = () => new URL(page.url()).searchParams.get('transaction');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const approve = page.getByRole('button', { name: 'Approve…' });
  let last: string | null = null;
  for (let n = 1; n <= reviews; n += 1) {
    await expect.poll(open).not.toBe(last);
    last = open();
    expect(last, `transaction ${n}`).not.toBeNull();
    await approve.waitFor();
    if (n % noted === 0) {
      // Text typed before the question appears isn't lost.
      await page.keyboard.press('c');
      await page.keyboard.type(`Looked at, ${n}`);
      await page.keyboard.press('Control+Enter');
    } else {
      // At once: the question may not be shown yet.
      await page.keyboard.press('a');
      await page.keyboard.press('Enter');
    }
  }
  await expect.poll(open).toBeNull();
  const after = counts.parse(await screener.ask('GET', '/compliance/transactions/counts')).data;
  const closed = notes.parse(
    await screener.ask('GET', '/compliance/transactions?status=CLOSED_WITH_NOTE&limit=100'),
  );
  expect(closed.data.transactions.map((each) => each.notes).toSorted()).toEqual(
    Array.from({ length: reviews / noted }, (_, i) => `Looked at, ${(i + 1) * noted}`),
  );
  expect([after.mine, after.archived - before.archived]).toEqual([0, reviews]);
}
