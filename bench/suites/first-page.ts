import { fileURLToPath } from 'node:url';
import { signup } from '@hopscope/contract';
import { buildWebIfStale, compressWeb } from '../../apps/server/src/build/build-web.ts';
import { openBrowser } from '../../apps/web/e2e/support/browser.ts';
import { type ColdVisit, type LoadedScript, visitCold } from '../../apps/web/e2e/support/cold-visit.ts';
import { pathOf } from '../lib/api-paths.ts';
import { importInto } from '../lib/import-into.ts';
import { sampleMainFile } from '../lib/main-file-sample.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { mainFile } from '../lib/reference-data.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { median } from '../lib/statistics.ts';

/** The page of the busiest address in browsers with an empty cache; median milliseconds over the visits. */
export interface FirstPageResult {
  visits: number;
  firstContentfulPaint: number;
  /** When the first rows of the list are visible. */
  rows: number;
  /** The end of the last task that blocked the page for more than 50 ms, or the first paint. */
  interactive: number;
  /** Compressed transfer sizes, largest first; the same in every visit. */
  scripts: LoadedScript[];
}

export const webRoot = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

/** Returns the browser storage of a new person who is signed in. */
export async function signedIn({ url, post }: Pick<ServedLedger, 'url' | 'post'>) {
  const body = {
    name: 'Bench',
    surname: 'Visitor',
    email: 'visitor@example.org',
    password: 'a password of the bench',
  };
  const { data } = signup.response.parse(await post(pathOf(signup), body));
  const { accessToken, refreshToken, ...user } = data.user;
  const stored = { accessToken, refreshToken, user: JSON.stringify(user) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] };
}

async function visitMany(served: ServedLedger, address: string, visits: number): Promise<FirstPageResult> {
  const storage = await signedIn(served);
  const page = new URL(`/home/block-explorer/address/${address}`, served.url).href;
  const browser = await openBrowser();
  try {
    // The first visit warms up the server, and the browser's own process.
    await visitCold(browser, page, storage);
    const seen: ColdVisit[] = [];
    for (let i = 0; i < visits; i++) seen.push(await visitCold(browser, page, storage));
    const middle = (of: (visit: ColdVisit) => number): number => median(seen.map(of));
    return {
      visits,
      firstContentfulPaint: middle((visit) => visit.firstContentfulPaint),
      rows: middle((visit) => visit.rows),
      interactive: middle((visit) => visit.interactive),
      scripts: seen[0]?.scripts ?? [],
    };
  } finally {
    await browser.close();
  }
}

/** Measures the first page on real blocks, with server and browser on this machine. */
export async function measureFirstPage(places: FreeSlots, quick: boolean): Promise<FirstPageResult> {
  await buildWebIfStale(webRoot);
  await compressWeb(webRoot);
  return withFresh(places, async (place) => {
    await importInto(place, [mainFile]);
    const { busiest } = sampleMainFile();
    return withServer(place, (served) => visitMany(served, busiest, quick ? 1 : 9), {}, webRoot);
  });
}
