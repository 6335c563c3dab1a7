import { execFile } from 'node:child_process';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { explorerPageSize, getAddress, getStatus, listAddressTransactions } from '@hopscope/contract';
import { openArchive } from '../../apps/server/src/backup/archive-reader.ts';
import { openSource } from '../../apps/server/src/backup/places.ts';
import { pathOf } from '../lib/api-paths.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { importInto } from '../lib/import-into.ts';
import { npmStart } from '../lib/npm-start.ts';
import { scriptEnvironment, scriptFlags } from '../lib/script-flags.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';
import { writeLongHistory } from '../lib/long-history.ts';

/** A backup while a server answers requests, its restore into a new built-in database, and a start after a kill. */
export interface BackupResult {
  transactions: number;
  /** Bytes of all rows and files, and of the archive. */
  rawBytes: number;
  archiveBytes: number;
  /** Seconds of the commands, with their start. */
  backupSeconds: number;
  /** With keys and indexes, without the audits. */
  restoreSeconds: number;
  /** Milliseconds from `npm start` to a healthy server, after all of its processes were killed; individual starts. */
  afterKillMs?: number[];
  pages: { without: Latencies; during: Latencies };
}

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const clients = 4;
const pauseMs = 20;

/** Runs a command to its end; returns its seconds. */
async function runCommand(
  name: 'backup' | 'restore',
  args: string[],
  place: { dataDir: string; databaseUrl?: string },
): Promise<number> {
  const script = fileURLToPath(new URL(`../../apps/server/src/commands/${name}.ts`, import.meta.url));
  const env = {
    ...process.env,
    ...scriptEnvironment(name),
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
  };
  const begun = performance.now();
  await run(process.execPath, [...scriptFlags(name), script, ...args], { env });
  return (performance.now() - begun) / 1000;
}

async function measureServed(served: ServedLedger, place: BenchLedger, to: string, addr: string) {
  const paths = [
    pathOf(getStatus),
    pathOf(getAddress, { addr }),
    pathOf(listAddressTransactions, { addr }, { page: 1, limit: explorerPageSize }),
  ];
  const pages = Array.from({ length: clients }, () => paths)
    .flat()
    .map((path) => ({ name: 'page', path }));
  const ask = async (): Promise<number[]> =>
    (await served.sendSlowly(pages, clients, pauseMs)).milliseconds['page'] ?? [];
  for (let warm = 0; warm < 5; warm++) await ask();
  const without: number[] = [];
  while (without.length < 600) without.push(...(await ask()));
  const during: number[] = [];
  const ended = new AbortController();
  const backup = runCommand('backup', [to], place).finally(() => ended.abort());
  while (!ended.signal.aborted) during.push(...(await ask()));
  return { backupSeconds: await backup, pages: { without: summarize(without), during: summarize(during) } };
}

/** Kills a server with the restored ledger, and measures its next start. */
async function measureKills(dataDir: string, kills: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const start = () => npmStart(root, dataDir, { BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off' });
  let server = await start();
  for (let kill = 0; kill < kills; kill++) {
    await server.stop('kill');
    server = await start();
    milliseconds.push(server.healthyMs);
  }
  await server.stop();
  return milliseconds;
}

/** Backs up a ledger of payments while clients request pages, and restores the archive into an empty database. */
export async function measureBackup(places: FreeSlots, quick: boolean): Promise<BackupResult> {
  const transactions = quick ? 20_000 : 3_000_000;
  const file = join(places.folder, 'backup-payments.dat');
  const { address } = await writeLongHistory(file, transactions);
  const to = await mkdtemp(join(places.folder, 'backup-'));
  const measured = await withFresh(places, async (place) => {
    await importInto(place, [file], { bulk: true });
    return withServer(place, (served) => measureServed(served, place, to, address));
  });
  const [name = ''] = await readdir(to);
  const archive = join(to, name);
  const { manifest } = await (await openArchive(openSource(archive, undefined), undefined)).verify();
  const dataDir = join(places.folder, 'restored');
  const restoreSeconds = await runCommand('restore', ['--without-audit', archive], { dataDir });
  const afterKillMs = await measureKills(dataDir, quick ? 1 : 5);
  return {
    transactions,
    rawBytes: manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0),
    archiveBytes: (await stat(archive)).size,
    restoreSeconds,
    afterKillMs,
    ...measured,
  };
}
