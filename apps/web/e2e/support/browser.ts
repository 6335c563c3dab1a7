import chromiumBinary from '@sparticuz/chromium';
import { type Browser, type Page, chromium } from 'playwright-core';
import { eventTimeout } from '../../../../test/timeouts.ts';

/** Flags of the packed browser that weaken what is tested here: tabs and origins must be isolated as in a normal browser. */
const unwanted =
  /single-process|no-zygote|disable-web-security|site-isolation|insecure-content|angle|swiftshader|gpu/;

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await chromiumBinary.executablePath(),
    args: [...chromiumBinary.args.filter((flag) => !unwanted.test(flag)), '--no-sandbox', '--disable-gpu'],
    timeout: eventTimeout,
  });
  browser.on('context', (context) => context.setDefaultTimeout(eventTimeout));
  return browser;
}

/** Delays a page's requests to these URLs, to show its loading state; the returned function releases them. */
export async function delayResponses(page: Page, urls: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(urls, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Violations that a page must never cause, collected while it is used. */
export interface Complaints {
  errors: string[];
  foreignRequests: string[];
}

/** Collects script errors, violations of the content security policy, and requests to other servers. */
export function watch(page: Page, origin: string): Complaints {
  const complaints: Complaints = { errors: [], foreignRequests: [] };
  page.on('pageerror', (error) => complaints.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /policy|Uncaught/i.test(message.text()))
      complaints.errors.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.foreignRequests.push(request.url());
  });
  return complaints;
}
