import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fromHex } from '@hopscope/chain';
import { createKysely } from '../../apps/server/src/db/dialect.ts';
import type { SqlDatabase } from '../../apps/server/src/db/session.ts';
import { createAudit } from '../../apps/server/src/contexts/identity/audit/audit.service.ts';
import { demoItems } from '../../apps/server/src/demo/demo-directory.ts';
import { createSyncOver } from '../../apps/server/src/contexts/directory/update/sync-over.ts';

type DatedAttributions = Parameters<typeof demoItems>[0][number][];

async function readAttributions(path: string): Promise<DatedAttributions> {
  const attributions: DatedAttributions = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { blockchain, key, entity, confidence } = JSON.parse(line);
    attributions.push({ blockchain, key: fromHex(key), entity, confidence, due: 0 });
  }
  return attributions;
}

/** Imports `directory.ndjson` of a demo into the directory with all attributions due; returns their number. */
export async function fillDirectory(db: SqlDatabase, path: string): Promise<number> {
  const now = Date.now;
  const { sync } = createSyncOver({ db, audit: createAudit({ kysely: createKysely(db), now }), now });
  const rows = await readAttributions(path);
  async function* items() {
    yield* demoItems(rows, 1);
  }
  const source = { id: 'demo', name: 'Demo', importer: 'demo', url: null, license: null, rank: 900 };
  const { attributions } = await sync({ source: { ...source, acknowledgment: null }, items: items() });
  return attributions.added;
}
