import { createReadStream } from 'node:fs';
import { createKysely } from '../../apps/server/src/db/dialect.ts';
import { openBench } from '../lib/open-bench.ts';
import type { SqlDatabase } from '../../apps/server/src/db/session.ts';
import { createAudit } from '../../apps/server/src/contexts/identity/audit/audit.service.ts';
import { importers } from '../../apps/server/src/contexts/directory/import/importers.ts';
import { createSyncOver } from '../../apps/server/src/contexts/directory/update/sync-over.ts';
import { obey } from './child-side.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** OFAC's list, imported twice. */
export interface ListsOrder {
  dataDir: string;
  databaseUrl: string | undefined;
  path: string;
}

export interface ListsAnswer {
  firstSeconds: number;
  againSeconds: number;
  /** True if the second run created a release. */
  againChanged: boolean;
  attributions: number;
  bytesBefore: number;
  peakBytes: number;
}

async function measure(db: SqlDatabase, path: string): Promise<ListsAnswer> {
  const { sync } = createSyncOver({
    db,
    audit: createAudit({ kysely: createKysely(db), now: Date.now }),
    now: Date.now,
  });
  const run = async () => {
    const start = performance.now();
    const file = { name: 'sdn_advanced.xml', read: () => createReadStream(path, { highWaterMark: 1 << 18 }) };
    const report = await sync({
      source: {
        id: 'ofac-sdn',
        name: 'OFAC',
        importer: 'ofac-sdn',
        url: null,
        license: null,
        acknowledgment: null,
        rank: 1,
      },
      items: importers['ofac-sdn']([file], new AbortController().signal),
    });
    return { seconds: (performance.now() - start) / 1000, report };
  };
  const bytesBefore = process.memoryUsage().rss;
  const first = await run();
  const again = await run();
  return {
    firstSeconds: first.seconds,
    againSeconds: again.seconds,
    againChanged: again.report.release !== null,
    attributions: first.report.attributions.added,
    bytesBefore,
    peakBytes: peakMemory(),
  };
}

obey<{ order: ListsOrder; answer: ListsAnswer }>(async ({ dataDir, databaseUrl, path }) => {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await measure(db, path);
  } finally {
    await close();
  }
});
