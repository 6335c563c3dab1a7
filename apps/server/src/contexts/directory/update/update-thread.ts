import { parentPort, workerData } from 'node:worker_threads';
import type { StepProgress, StepReport } from '@hopscope/contract';
import { createKysely } from '../../../db/dialect.ts';
import { openShared } from '../../../db/postgres.ts';
import type { SharedDatabase } from '../../../db/session.ts';
import { isDiskFull } from '../../../db/sql-error.ts';
import { createOutbound } from '../../../outbound/outbound.ts';
import { readAllowedPrivate } from '../../../outbound/public-address.ts';
import { createAudit } from '../../identity/audit/audit.service.ts';
import { ImportError } from '../import/import-item.ts';
import { createSyncOver } from './sync-over.ts';
import { importFeed } from './import-feed.ts';
import type { FeedRow } from './feeds.store.ts';
import { createSourceFiles } from './source-files.ts';

/** Data for the thread at its start. */
export interface UpdateThreadData {
  feed: FeedRow;
  database: SharedDatabase;
  folder: string;
  workFolder: string;
  outboundAllow: string;
}

/** Messages from the thread. It ends after `done` or `failed`. */
export type UpdateThreadReply =
  | { kind: 'progress'; progress: StepProgress }
  | { kind: 'done'; report: StepReport }
  | { kind: 'failed'; reason: string }
  | { kind: 'warning'; message: string };

const port = parentPort;
if (!port) throw new Error('update-thread runs in a worker thread');
const post = (reply: UpdateThreadReply): void => port.postMessage(reply, []);
// The only sender, step-runner.ts, is typed.
const { feed, database, folder, workFolder, outboundAllow }: UpdateThreadData = workerData;

const stopping = new AbortController();
port.on('message', () => stopping.abort());

const db = openShared(database, (error) => post({ kind: 'warning', message: error.message }));
const kysely = createKysely(db);
const openFiles = createSourceFiles({
  outbound: createOutbound({ allowed: readAllowedPrivate(outboundAllow) }),
  folder,
  workFolder,
});

/** Returns a reason for the operator; other errors are returned unchanged, and logged with their stack by the caller. */
function reasonOf(error: unknown): string {
  if (error instanceof ImportError) return `${error.place}: ${error.message}`;
  if (isDiskFull(error) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')) {
    return 'The disk is full.';
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  const sync = createSyncOver({ db, audit: createAudit({ kysely, now: Date.now }), now: Date.now });
  const report = await importFeed(feed, {
    openFiles,
    sync,
    behavior: sync.behavior,
    signal: stopping.signal,
    onProgress: (progress) => post({ kind: 'progress', progress }),
  });
  post({ kind: 'done', report });
} catch (error) {
  post({ kind: 'failed', reason: stopping.signal.aborted ? 'Canceled' : reasonOf(error) });
} finally {
  await db.close();
  port.close();
}
