import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** An unreachable URL. */
const address = 'https://receiver.invalid/hook';

/** Adds a webhook, shows its secret once, renews it, switches the webhook off, and deletes it. */
export async function webhookPanel(page: Page, place: string): Promise<void> {
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const secretOf = async (): Promise<string> => {
    const shown = dialog('Secret of the webhook');
    const secret = await shown.getByText(/^whsec_/).innerText();
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'hidden' });
    return secret;
  };
  await page.goto(place);
  await button('Delivery').click();
  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true });
  await webhooks.getByText('No webhooks yet.').waitFor();
  await button('Add webhook').click();
  const adding = dialog('Add webhook');
  await adding.getByLabel('Address').fill('receiver');
  await adding.getByRole('button', { name: 'Add webhook' }).click();
  await adding.getByText('Please enter an address that begins with https://').waitFor();
  await adding.getByLabel('Address').fill('https://10.0.0.1/hook');
  await adding.getByRole('button', { name: 'Add webhook' }).click();
  await adding.getByText(/10\.0\.0\.1 is not on the public internet/).waitFor();
  await adding.getByLabel('Address').fill(address);
  await adding.getByRole('button', { name: 'Add webhook' }).click();
  const first = await secretOf();
  await webhooks.getByText(address).waitFor();
  await button(`New secret: ${address}`).click();
  await dialog('Create new secret').getByRole('button', { name: 'Create new secret' }).click();
  const second = await secretOf();
  expect(second).not.toBe(first);
  await webhooks.getByText(/The old secret signs until/).waitFor();
  expect(await page.getByText(/whsec_/).count()).toBe(0);
  await button(`Turn off: ${address}`).click();
  await button(`Turn on: ${address}`).waitFor();
  await button(`Delete: ${address}`).click();
  await dialog('Delete webhook').getByRole('button', { name: 'Delete' }).click();
  await toast('Webhook deleted');
  await webhooks.getByText('No webhooks yet.').waitFor();
}
