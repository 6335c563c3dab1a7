import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Complaints, watch } from './browser.ts';

export const password = 'correct horse battery';

/** A person with a separate browser context. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  complaints: Complaints;
}

/** Reduces motion: on a slow machine, a button would move between press and release of a click. */
export const quietContext: BrowserContextOptions = {
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
};

/** Opens a new browser context without a session. */
export async function visit(browser: Browser, origin: string): Promise<Visitor> {
  const context = await browser.newContext(quietContext);
  const page = await context.newPage();
  return { context, page, complaints: watch(page, origin) };
}

export async function atPath(page: Page, pathname: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === pathname);
}

/** Fills the open registration form and submits it. */
export async function fillRegistration(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('First Name').fill(name);
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await atPath(page, '/login');
}

/** Selects an option of a select by its label. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the page as a person who signed in earlier. */
export async function enter(
  page: Page,
  url: string,
  { accessToken, refreshToken, ...user }: { accessToken: string; refreshToken: string },
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { accessToken, refreshToken, user: JSON.stringify(user) },
  );
}
