import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributionPath, fullOfacList } from '../../apps/server/test/support/recorded/attribution-files.ts';
import { askOnce } from '../children/child.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import type { ListsAnswer, ListsOrder } from '../children/lists-child.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';

/** A public list imported into the directory. */
export interface ListsFigure extends ListsAnswer {
  bytes: number;
}

/** Imports OFAC's whole list into a fresh directory, twice; returns nothing if the file is missing. */
export async function measureLists(places: FreeSlots): Promise<ListsFigure[]> {
  if (!existsSync(attributionPath('ofac/sdn_advanced.xml.bz2'))) return [];
  const list = fullOfacList();
  const path = join(places.folder, 'sdn_advanced.xml');
  writeFileSync(path, list);
  const figures: ListsFigure[] = [];
  await withFresh(places, async ({ dataDir, databaseUrl }) => {
    const order: ListsOrder = { dataDir, databaseUrl, path };
    const answer = await askOnce<ListsAnswer>(new URL('../children/lists-child.ts', import.meta.url), order, {
      flags: scriptFlags('import'),
      seconds: 300,
    });
    figures.push({ bytes: list.length, ...answer });
  });
  return figures;
}
