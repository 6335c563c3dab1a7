import { createColumnReader, createColumnVerifier, networks } from '@hopscope/chain';
import { withSession } from '../../apps/server/src/db/session.ts';
import {
  createStaged,
  dropStaged,
  indexStaged,
  stagedColumns,
  stagedName,
  stagedTables,
} from '../../apps/server/src/ledger/shared/bulk/staged-tables.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { unframe } from '../../apps/server/test/support/sources/block-files.ts';
import { openBench } from '../lib/open-bench.ts';
import { obey } from './child-side.ts';

/** A ledger loaded from a file of the demo network. */
export interface FloorOrder {
  path: string;
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Lower bounds for the time of a load. */
export interface FloorAnswer {
  /** Copying the rows of all tables back into empty tables with COPY over one connection, then creating the keys. */
  copySeconds: number;
  /** Reading blocks into columns and verifying them on one thread. */
  decodeSeconds: number;
}

function decode(path: string): number {
  const blocks = unframe(path);
  const reader = createColumnReader(nativeHashing);
  const verifier = createColumnVerifier(nativeHashing);
  const started = performance.now();
  for (const block of blocks) verifier.verify(reader.read(block), networks.demo);
  return (performance.now() - started) / 1000;
}

obey<{ order: FloorOrder; answer: FloorAnswer }>(async ({ path, dataDir, databaseUrl }) => {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  const copySeconds = await withSession(db, async (session) => {
    let seconds = 0;
    await session.query("set synchronous_commit = off; set maintenance_work_mem = '128MB'");
    for (const table of stagedTables.bitcoin) {
      const rows = await session.copyOut(`select ${stagedColumns[table].join(',')} from ${table}`);
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < rows.length; at += 1 << 20) chunks.push(rows.subarray(at, at + (1 << 20)));
      const started = performance.now();
      await createStaged(session, table);
      await session.copyIn(stagedName(table), stagedColumns[table], chunks);
      await indexStaged(session, table);
      seconds += (performance.now() - started) / 1000;
    }
    await dropStaged(session, 'bitcoin');
    return seconds;
  });
  await close();
  return { copySeconds, decodeSeconds: decode(path) };
});
