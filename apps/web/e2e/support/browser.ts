import chromiumBinary from '@sparticuz/chromium';
import { type Browser, type Page, chromium } from 'playwright-core';

/** Flags of the packed browser that weaken what is tested here: tabs and origins must be separate as for people. */
const unwanted =
  /single-process|no-zygote|disable-web-security|site-isolation|insecure-content|angle|swiftshader|gpu/;

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumBinary.executablePath(),
    args: [...chromiumBinary.args.filter((flag) => !unwanted.test(flag)), '--no-sandbox', '--disable-gpu'],
  });
}

/** What a page must never do; filled while it is used. */
export interface Complaints {
  errors: string[];
  foreignRequests: string[];
}

/** Notes script errors, breaches of the content policy and requests that leave the server. */
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
