import { askOnce } from '../children/child.ts';
import { scriptEnvironment, scriptFlags } from './script-flags.ts';
import type { LoadAnswer, LoadOrder } from '../children/load-child.ts';
import type { BenchLedger } from './free-slots.ts';

/** Imports files in a new process, with the flags of the command. */
export function importInto(
  place: BenchLedger,
  paths: readonly string[],
  more: Partial<Pick<LoadOrder, 'clusters' | 'bulk' | 'keepScripts'>> = {},
): Promise<LoadAnswer> {
  return askOnce<LoadAnswer>(
    new URL('../children/load-child.ts', import.meta.url),
    {
      paths,
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      clusters: 'now',
      bulk: false,
      keepScripts: true,
      ...more,
    } satisfies LoadOrder,
    { flags: scriptFlags('import'), env: scriptEnvironment('import'), seconds: 1800 },
  );
}
