import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A loaded script: its name without the content hash, and its transferred bytes, including headers. */
export interface LoadedScript {
  name: string;
  bytes: number;
}

/** Timings of a first visit without cache, in milliseconds since the page was requested. */
export interface ColdVisit {
  firstContentfulPaint: number;
  /** The first rows of a list are visible. */
  rows: number;
  /** From here on, no task has blocked the page for more than 50 ms within the watched time. */
  interactive: number;
  /** Scripts loaded until then, largest first. */
  scripts: LoadedScript[];
}

interface Seen {
  paint: number;
  rows: number;
  busyUntil: number;
}

/** Duration after the first rows, in milliseconds, in which long tasks and loads are observed. */
const watchMs = 3000;
const rowSelector = 'main table tr[data-row]';

/** Counts scripts by the browser's network events: compressed sizes, as transferred. */
async function countScripts(page: Page): Promise<() => LoadedScript[]> {
  const cdp = await page.context().newCDPSession(page);
  const names = new Map<string, string>();
  const loaded: LoadedScript[] = [];
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const file = new URL(response.url).pathname.split('/').at(-1) ?? '';
    if (type === 'Script' || /javascript/.test(response.mimeType))
      names.set(requestId, file.replace(/-[\w-]{8}\.js$/, ''));
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name !== undefined) loaded.push({ name, bytes: encodedDataLength });
  });
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  return () => loaded.toSorted((a, b) => b.bytes - a.bytes);
}

/** Records paints, the first rows, and long tasks in the page. */
function observe([selector, key]: readonly [string, string]): void {
  const seen: Seen = { paint: 0, rows: 0, busyUntil: 0 };
  Object.defineProperty(window, key, { value: seen });
  const on = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime;
  });
  on('longtask', ({ startTime, duration }) => {
    seen.busyUntil = Math.max(seen.busyUntil, startTime + duration);
  });
  new MutationObserver((_, own) => {
    if (document.querySelector(selector) === null) return;
    seen.rows = performance.now();
    own.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Opens `url` in a new context, signed in with the session in `storage`, and watches until the list is shown and the page is
 * idle.
 */
export async function visitCold(
  browser: Browser,
  url: string,
  storage: NonNullable<BrowserContextOptions['storageState']>,
): Promise<ColdVisit> {
  const context = await browser.newContext({ storageState: storage });
  try {
    const page = await context.newPage();
    const scripts = await countScripts(page);
    const key = 'seenByVisit';
    await page.addInitScript(observe, [rowSelector, key] as const);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(rowSelector).first().waitFor();
    await page.waitForTimeout(watchMs);
    const seen: Seen = await page.evaluate((name) => Reflect.get(window, name), key);
    const { paint, rows, busyUntil } = seen;
    return {
      firstContentfulPaint: paint,
      rows,
      interactive: Math.max(paint, busyUntil),
      scripts: scripts(),
    };
  } finally {
    await context.close();
  }
}
