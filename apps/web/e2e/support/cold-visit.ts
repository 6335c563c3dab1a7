import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A script as it came: its name without the hash of its content, and bytes on the wire with headers. */
export interface LoadedScript {
  name: string;
  bytes: number;
}

/** What a browser that has never been here went through; milliseconds since the page was asked for. */
export interface ColdVisit {
  firstContentfulPaint: number;
  /** The first rows of a list can be seen. */
  rows: number;
  /** Nothing has held the page for more than 50 ms from here on, for as long as was watched. */
  interactive: number;
  /** Scripts loaded until then, the largest first. */
  scripts: LoadedScript[];
}

interface Seen {
  paint: number;
  rows: number;
  busyUntil: number;
}

/** How long after the first rows is looked for what still holds the page, or loads. */
const watchMs = 3000;
const rowSelector = 'main table tr[data-row]';

/** Counts scripts by what the browser says of its connection: compressed, as they are sent. */
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

/** Notes in the page when something is painted, when there are rows, and what holds it. */
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

/** Opens `url` in a context of its own, signed in by what `storage` holds, and watches until its list is there and it is quiet. */
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
