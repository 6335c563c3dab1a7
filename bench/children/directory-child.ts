import { openBench } from '../lib/open-bench.ts';
import { createKysely } from '../../apps/server/src/db/dialect.ts';
import type { SqlDatabase } from '../../apps/server/src/db/session.ts';
import { relabel } from '../../apps/server/src/ledger/bitcoin/clusters/clusters.ts';
import { createAudit } from '../../apps/server/src/contexts/identity/audit/audit.service.ts';
import type { ImportItem } from '../../apps/server/src/contexts/directory/import/import-item.ts';
import { createDirectorySync } from '../../apps/server/src/contexts/directory/releases/sync.service.ts';
import {
  addressOf,
  attribution,
  sourceOf,
  subject,
} from '../../apps/server/test/support/servers/directory-source.ts';
import { obey } from './child-side.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** A source with attributions to subjects, imported twice, then once more with a hundredth changed. */
export interface DirectoryOrder {
  dataDir: string;
  databaseUrl: string | undefined;
  attributions: number;
  subjects: number;
}

export interface DirectoryAnswer {
  /** Seconds of the first run, of the second, and of one with a hundredth of the rows changed. */
  firstSeconds: number;
  sameSeconds: number;
  changedSeconds: number;
  /** Memory of the process in bytes, before the first run and at most. */
  bytesBefore: number;
  peakBytes: number;
}

async function* items(
  { attributions, subjects }: DirectoryOrder,
  changed: number,
): AsyncGenerator<ImportItem> {
  for (let i = 0; i < subjects; i++) {
    yield subject(`s${i}`, {
      proper_name: `Entity number ${i}`,
      entity_type: 'exchange',
      url: `https://e${i}.example`,
      entity_tag: ['cex', `group ${i % 50}`],
      description: `Entity number ${i} of a list that only exists to be measured.`,
    });
  }
  for (let i = 0; i < attributions; i++) {
    const label = i < changed ? 'changed' : 'wallet';
    yield attribution(`s${i % subjects}`, addressOf(i), { label, bo: `Owner ${i % 1000}` });
  }
}

async function measure(db: SqlDatabase, order: DirectoryOrder): Promise<DirectoryAnswer> {
  const { sync } = createDirectorySync({
    db,
    audit: createAudit({ kysely: createKysely(db), now: Date.now }),
    now: Date.now,
    network: async () => 'mainnet',
    clusters: { relabel },
  });
  const timed = async (changed: number): Promise<number> => {
    const start = performance.now();
    await sync({ source: sourceOf('bench'), items: items(order, changed) });
    return (performance.now() - start) / 1000;
  };
  const bytesBefore = process.memoryUsage().rss;
  const firstSeconds = await timed(0);
  const sameSeconds = await timed(0);
  const changedSeconds = await timed(Math.ceil(order.attributions / 100));
  return { firstSeconds, sameSeconds, changedSeconds, bytesBefore, peakBytes: peakMemory() };
}

obey<{ order: DirectoryOrder; answer: DirectoryAnswer }>(async (order) => {
  const { dataDir, databaseUrl } = order;
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await measure(db, order);
  } finally {
    await close();
  }
});
