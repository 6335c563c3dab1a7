import { apiBase } from '@hopscope/contract';
import type { Page, Route } from 'playwright-core';

const call = (path: string): string => `**${apiBase}${path}`;

/** Answers these calls with the error page of a proxy whose server is down until the returned function is called. */
export async function cutOff(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const answer = async (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  };
  await page.route(call(path), answer);
  return () => page.unroute(call(path), answer);
}

/** Delays calls of this path until `release` is called; `count` returns the number of calls received. */
export async function interrupt(
  page: Page,
  path: string,
): Promise<{ count: () => number; release: () => Promise<void> }> {
  const waiting: Route[] = [];
  const seen = { count: 0, open: false };
  const keep = async (route: Route): Promise<void> => {
    seen.count += 1;
    if (seen.open) await route.continue();
    else waiting.push(route);
  };
  await page.route(call(path), keep);
  return {
    count: () => seen.count,
    async release() {
      seen.open = true;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
}

/** Returns the text of the page when the server gave no message: `act` makes the call, which is cut off. */
export async function textWithout(
  page: Page,
  [method, path]: readonly [string, string],
  text: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const mend = await cutOff(page, method, path);
  await act();
  await page.getByText(text, { exact: true }).first().waitFor();
  await mend();
}

/** Returns the width in pixels of the first matching element. */
export async function widthOf(page: Page, selector: string): Promise<number | undefined> {
  return (await page.locator(selector).first().boundingBox())?.width;
}
