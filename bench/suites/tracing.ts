import { join } from 'node:path';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../apps/server/src/sources/demo/write-files.ts';
import { askOnce } from '../children/child.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { importInto } from '../lib/import-into.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import type { TracingAnswer, TracingOrder } from '../children/tracing-child.ts';

export interface TracingFigure extends TracingAnswer {}

export interface TracingResult {
  transactions: number;
  figures: TracingFigure[];
}

/**
 * Measures FlowTrace queries on a large demo with its imperfect directory, one at a time, in one process with the server's
 * modules.
 */
export async function measureTracing(places: FreeSlots, quick: boolean): Promise<TracingResult> {
  const folder = join(places.folder, 'tracing-demo-files');
  const day = 86_400;
  const { transactions, files } = await writeDemoFiles({
    folder,
    demo: {
      seed: 1,
      start: 1_700_000_000,
      length: (quick ? 90 : 365) * day,
      blockInterval: 3600,
      transactions: quick ? 5000 : 1_000_000,
      ethereumTransactions: 0,
    },
    hashing: nativeHashing,
    truth: true,
    signal: new AbortController().signal,
  });
  const [expanded, pairs] = quick ? [100, 10] : [2000, 200];
  const blocks = files.filter((name) => name.endsWith('.dat')).map((name) => join(folder, name));
  const figures: TracingFigure[] = [];
  await withFresh(places, async (place) => {
    await importInto(place, blocks);
    const { dataDir, databaseUrl } = place;
    const order: TracingOrder = {
      dataDir,
      databaseUrl,
      attributionFile: join(folder, 'directory.ndjson'),
      truth: join(folder, 'truth.ndjson'),
      expanded,
      pairs,
    };
    const answer = await askOnce<TracingAnswer>(
      new URL('../children/tracing-child.ts', import.meta.url),
      order,
      {
        flags: scriptFlags('import'),
        seconds: 3600,
      },
    );
    figures.push({ ...answer });
    process.stderr.write(`  ${JSON.stringify(figures.at(-1))}\n`);
  });
  return { transactions, figures };
}
