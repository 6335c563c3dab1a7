import { join } from 'node:path';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../apps/server/src/sources/demo/write-files.ts';
import { askOnce } from '../children/child.ts';
import { importInto } from '../lib/import-into.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import type { RiskAnswer, RiskOrder } from '../children/risk-child.ts';

export interface RiskFigure extends RiskAnswer {}

export interface RiskResult {
  transactions: number;
  /** Addresses scored at each number of hops. */
  scored: number;
  figures: RiskFigure[];
}

/**
 * Measures scores of addresses of a large demo with its imperfect directory, one at a time, in one process with the
 * server's modules.
 */
export async function measureRisk(places: FreeSlots, quick: boolean): Promise<RiskResult> {
  const folder = join(places.folder, 'risk-demo-files');
  const day = 86_400;
  const { transactions, files } = await writeDemoFiles({
    folder,
    demo: {
      seed: 1,
      start: 1_700_000_000,
      length: (quick ? 60 : 365) * day,
      blockInterval: 3600,
      transactions: quick ? 5000 : 1_000_000,
      ethereumTransactions: 0,
    },
    hashing: nativeHashing,
    truth: true,
    signal: new AbortController().signal,
  });
  const [scored, many, again] = quick ? [30, 100, 50] : [1000, 10_000, 2000];
  const blocks = files.filter((name) => name.endsWith('.dat')).map((name) => join(folder, name));
  const figures: RiskFigure[] = [];
  await withFresh(places, async (place) => {
    await importInto(place, blocks);
    const { dataDir, databaseUrl } = place;
    const attributionFile = join(folder, 'directory.ndjson');
    const order: RiskOrder = { dataDir, databaseUrl, attributionFile, scored, many, again };
    const answer = await askOnce<RiskAnswer>(new URL('../children/risk-child.ts', import.meta.url), order, {
      // As the thread that scores (`score-threads.ts`).
      flags: ['--max-old-space-size=2048'],
      seconds: 5400,
    });
    figures.push({ ...answer });
  });
  return { transactions, scored, figures };
}
