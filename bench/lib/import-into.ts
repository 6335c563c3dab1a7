import { askOnce } from '../children/child.ts';
import { importFlags } from './import-flags.ts';
import type { IngestAnswer, IngestOrder } from '../children/ingest-child.ts';
import type { BenchLedger } from './free-slots.ts';

/** Imports files in a process of its own, with the flags of the command. */
export function importInto(
  place: BenchLedger,
  paths: readonly string[],
  more: Partial<Pick<IngestOrder, 'clusters' | 'bulk' | 'keepScripts'>> = {},
): Promise<IngestAnswer> {
  return askOnce<IngestAnswer>(
    new URL('../children/ingest-child.ts', import.meta.url),
    {
      paths,
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      clusters: 'now',
      bulk: false,
      keepScripts: true,
      ...more,
    } satisfies IngestOrder,
    { flags: importFlags(), seconds: 1800 },
  );
}
