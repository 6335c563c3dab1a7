import { join } from 'node:path';
import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { pathOf } from './api-paths.ts';
import { historyLength } from './history-length.ts';
import { importInto } from './import-into.ts';
import { writeLongHistory } from './long-history.ts';
import { sampleMainFile } from './main-file-sample.ts';
import { type FreeSlots, withFresh } from './free-slots.ts';
import { mainFile } from './reference-data.ts';
import { type ServedLedger, withServer } from './running-server.ts';
import { type Latencies, summarize } from './statistics.ts';

export type PageName = 'first' | 'middle' | 'last';

export interface PagesFigure {
  history: 'busiest address' | 'long history';
  entries: number;
  pages: Record<PageName, Latencies>;
  /** p99 of the last page ÷ p99 of the first one. */
  lastToFirst: number;
  /** Ratio of the medians, which single outliers don't change. */
  lastToFirstMedian: number;
}

const limit = explorerPageSize;
const longHistory = 100_000;

/** Requests the three pages in turn, one at a time, so that load on the machine affects all alike. */
async function measure(
  served: ServedLedger,
  address: string,
  requests: number,
): Promise<Pick<PagesFigure, 'entries' | 'pages' | 'lastToFirst' | 'lastToFirstMedian'>> {
  const entries = await historyLength(served, address);
  const last = Math.ceil(entries / limit);
  // The very last page may have fewer rows: the one before it costs as much as a full page.
  const fullLast = entries % limit === 0 ? last : Math.max(1, last - 1);
  const numbers: Record<PageName, number> = { first: 1, middle: Math.ceil(last / 2), last: fullLast };
  const turn = (['first', 'middle', 'last'] as const).map((name) => ({
    name,
    path: pathOf(listAddressTransactions, { addr: address }, { page: numbers[name], limit }),
  }));
  const rounds = (count: number) => Array.from({ length: count }, () => turn).flat();
  await served.send(rounds(Math.ceil(requests / 4)), 1);
  const { milliseconds } = await served.send(rounds(requests), 1);
  const of = (name: PageName): Latencies => summarize(milliseconds[name] ?? []);
  const pages = { first: of('first'), middle: of('middle'), last: of('last') };
  return {
    entries,
    pages,
    lastToFirst: pages.last.p99 / pages.first.p99,
    lastToFirstMedian: pages.last.p50 / pages.first.p50,
  };
}

/** Measures pages of a busy real address and of one with a very long history, over HTTP. */
export async function measurePages(places: FreeSlots, quick: boolean): Promise<PagesFigure[]> {
  const requests = quick ? 20 : 200;
  const longFile = join(places.folder, 'long-history.dat');
  const { address } = await writeLongHistory(longFile, quick ? 10_000 : longHistory);
  const histories = [
    { history: 'busiest address', path: mainFile, address: sampleMainFile().busiest },
    { history: 'long history', path: longFile, address },
  ] as const;
  const figures: PagesFigure[] = [];
  for (const { history, path, address: asked } of histories) {
    const figure = await withFresh(places, async (place) => {
      await importInto(place, [path]);
      return withServer(place, (served) => measure(served, asked, requests));
    });
    figures.push({ history, ...figure });
  }
  return figures;
}
