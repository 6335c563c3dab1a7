import { join } from 'node:path';
import { nativeHashing } from '../../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../../apps/server/src/sources/demo/write-files.ts';
import type { ListFigure } from '../../children/screening-child.ts';
import { type FreeSlots, withFresh } from '../../lib/free-slots.ts';
import { importInto } from '../../lib/import-into.ts';
import { askScreening, log } from './screening.ts';

/** What is done with many transactions that were screened. */
export interface ScreenedResult {
  lists: { rows: number; figures: ListFigure[] }[];
  /** Milliseconds to find the `touched` of `rows` transactions that a release affects; and transactions of a demo screened, and screened again. */
  again: {
    rows: number;
    touched: number;
    lookThroughMs: number;
    demoTransactions: number;
    screened: number;
    firstPerSecond: number;
    perSecond: number;
  }[];
}

/** Writes the blocks of a demo with its imperfect directory. */
async function writeLabeledDemo(
  places: FreeSlots,
  quick: boolean,
): Promise<{ transactions: number; blocks: string[]; attributionFile: string }> {
  const folder = join(places.folder, 'screening-labeled-demo');
  const { transactions, files } = await writeDemoFiles({
    folder,
    demo: {
      seed: 1,
      start: 1_700_000_000,
      length: 365 * 86_400,
      blockInterval: 3600,
      transactions: quick ? 10_000 : 100_000,
      ethereumTransactions: 0,
    },
    hashing: nativeHashing,
    truth: true,
    signal: new AbortController().signal,
  });
  const blocks = files.filter((name) => name.endsWith('.dat')).map((name) => join(folder, name));
  return { transactions, blocks, attributionFile: join(folder, 'directory.ndjson') };
}

/** Measures lists and team figures of many compliance transactions, and screening them again after a release. */
export async function measureScreened(places: FreeSlots, quick: boolean): Promise<ScreenedResult> {
  const result: ScreenedResult = { lists: [], again: [] };
  const rows = quick ? 20_000 : 1_000_000;
  const { lists } = await withFresh(places, (place) =>
    askScreening(place, { kind: 'lists', rows, requests: quick ? 5 : 50 }),
  );
  result.lists.push({ rows, figures: lists });
  log(JSON.stringify(lists));
  const touched = rows / 1_000;
  const { lookThroughMs } = await withFresh(places, (place) =>
    askScreening(place, { kind: 'look-through', rows, touched }),
  );
  log(`looked through in ${lookThroughMs.toFixed(0)} ms`);
  const { transactions: demoTransactions, blocks, attributionFile } = await writeLabeledDemo(places, quick);
  const { again } = await withFresh(places, async (place) => {
    await importInto(place, blocks, { bulk: true });
    return askScreening(place, {
      kind: 'again',
      attributionFile,
      addresses: quick ? 30 : 400,
      most: quick ? 50 : 1_000,
    });
  });
  result.again.push({
    rows,
    touched,
    lookThroughMs,
    demoTransactions,
    screened: again.rows,
    firstPerSecond: Math.round(again.rows / again.firstSeconds),
    perSecond: Math.round(again.rows / again.seconds),
  });
  log(JSON.stringify(result.again.at(-1)));
  return result;
}
