import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepSecret } from '../../data-folder.ts';
import { SqlError } from '../sql-error.ts';
import { findBinaries } from './binaries.ts';
import { BuiltInError } from './built-in-error.ts';
import { checkVersion, makeCluster, placeCluster, placeSocket, databaseName } from './cluster.ts';
import { endOrphans, findPostmaster, type Postmaster } from './postmaster-file.ts';
import { openPostgres } from '../postgres.ts';
import { type SqlSession, withSession } from '../session.ts';
import { type DiskGuard, guardDisk, makeRoomToStart } from './disk-guard.ts';
import { databaseEnvironment, databaseUser } from './run-as.ts';
import { lineReader, readLogLine, saysReady, type LogLine } from './server-log.ts';
import { fixedSettings, type ServerSettings, settingsFor, temporarySettings } from './server-settings.ts';

/** Callbacks for messages and events of the server. */
export interface ServerEvents {
  /** A line of its log. */
  onLog?(line: LogLine): void;
  /** It ended unexpectedly, and is being restarted. */
  onCrash?(reason: string): void;
  /** Its disk is almost full, so that it rejects changes; or there is space again. */
  onDisk?(readOnly: boolean, freeBytes: number): void;
  /** A notice to the operator at the start: the location of the data. */
  onNotice?(text: string): void;
}

export interface BuiltInOptions extends ServerEvents {
  /** Locked by the caller. */
  readonly dataDir: string;
  /** Name of the user to run as, if Hopscope runs as root. */
  readonly user?: string | undefined;
  /** Override the settings that depend on the machine. */
  readonly settings?: ServerSettings;
  /** Whether its data is discarded afterwards: commits don't wait for the disk. */
  readonly temporary?: boolean;
}

/** How the server stops while others are connected: `fast` ends their connections, `patient` waits for them. */
export type StopMode = 'fast' | 'patient';

export interface BuiltInServer {
  /** URL of the database with the password. */
  readonly url: string;
  /** Absolute path of PostgreSQL's data folder. */
  readonly dataFolder: string;
  stop(mode: StopMode): Promise<void>;
}

const passwordFile = 'database.password';
const longestBackoffMs = 5000;
/**
 * Timeout in milliseconds: while it stops or recovers from a crash, the server writes its memory to disk, which takes
 * minutes on a slow disk.
 */
const patienceMs = 10 * 60_000;
/** Time in milliseconds after which it is asked to stop immediately, and to recover at the next start. */
const immediateAfterMs = 20_000;

/** Lock that every process that joined the server holds in shared mode, and the one that stops it exclusively. */
const joinLock = 4_207_003;

/** Port number in the name of a Unix socket; no TCP port is opened. */
const socketPort = 5432;

function urlOf(where: { socketFolder: string | undefined; port: number }, password: string): string {
  const host = where.socketFolder === undefined ? '' : `?host=${encodeURIComponent(where.socketFolder)}`;
  return `postgres://${databaseName}:${password}@127.0.0.1:${where.port}/${databaseName}${host}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new BuiltInError('There is no free port for PostgreSQL');
  return address.port;
}

/**
 * Stops a server: SIGINT ends its clients, writes everything, and stops (PostgreSQL, "pg_ctl"). If it doesn't stop, requests
 * an immediate shutdown (SIGQUIT), which also loses nothing: the next start recovers. PostgreSQL 18 never stops if it is
 * asked in the moment after it has recovered.
 */
async function stopServer(
  kill: (signal: 'SIGINT' | 'SIGQUIT') => void,
  ended: Promise<unknown>,
): Promise<void> {
  kill('SIGINT');
  const timer = setTimeout(() => kill('SIGQUIT'), immediateAfterMs);
  await ended.finally(() => clearTimeout(timer));
}

/** Stops a server that an earlier process left running, as that process would have. */
async function stopLeftBehind(dataFolder: string, { pid }: Postmaster): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const gone = async (): Promise<void> => {
    while (findPostmaster(dataFolder)?.pid === pid) {
      if (Date.now() > deadline)
        throw new BuiltInError(
          `PostgreSQL (process ${pid}) still runs on ${dataFolder} and does not stop. End it first.`,
        );
      await delay(20);
    }
  };
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  };
  await stopServer(kill, gone());
}

/**
 * Starts the built-in PostgreSQL on a data folder that the caller has locked: creates the database if there is none, stops a
 * server that a killed process left running, and restarts the server after a crash. Throws BuiltInError if it can't run
 * here; SqlError if the database can't be created or opened.
 */
export async function startBuiltIn(options: BuiltInOptions): Promise<BuiltInServer> {
  const { dataDir } = options;
  const user = databaseUser(options.user);
  const place = await placeCluster(dataDir, user);
  checkVersion(dataDir, place.data);
  const left = findPostmaster(place.data);
  if (left) await stopLeftBehind(place.data, left);
  endOrphans(place.data);
  const binaries = await findBinaries(user, place.around);
  if (place.elsewhere || binaries.copiedTo !== undefined) {
    const programs = binaries.copiedTo === undefined ? '' : `; its programs in ${binaries.copiedTo}`;
    options.onNotice?.(`The database is in ${place.data}${programs}`);
  }
  const reserve = joinPath(place.around, 'reserve');
  await makeRoomToStart(place.around, reserve);
  const password = keepSecret(dataDir, passwordFile);
  await makeCluster(place, { binaries, user, password });
  const socket = await placeSocket(place, user);
  const port = socket ? socketPort : await freePort();
  const settings: ServerSettings = {
    ...settingsFor(totalmem()),
    ...options.settings,
    ...fixedSettings,
    ...(options.temporary === true && temporarySettings),
    listen_addresses: socket ? '' : '127.0.0.1',
    port: String(port),
    unix_socket_directories: socket?.folder ?? '',
  };
  const supervisor = supervise({
    ...options,
    program: binaries.postgres,
    data: place.data,
    user,
    settings,
    beforeRestart: () => makeRoomToStart(place.around, reserve),
  });
  const url = urlOf({ socketFolder: socket?.folder, port }, password);
  const control = openPostgres({ url, poolSize: 1 });
  let guard: DiskGuard | undefined;
  const close = async (mode: StopMode): Promise<void> => {
    await guard?.stop();
    if (mode === 'patient') {
      const alone = (session: SqlSession) => session.query('select pg_advisory_lock($1::int8)', [joinLock]);
      await withSession(control, alone).catch(() => {});
    }
    await control.close();
    await supervisor.stop();
    await socket?.remove();
  };
  try {
    await supervisor.started;
    guard = guardDisk({
      folder: place.data,
      reserve,
      async setReadOnly(readOnly) {
        await withSession(control, async (session) => {
          await session.query(
            `alter system ${readOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
          );
          await session.query('select pg_reload_conf()');
        });
      },
      ...(options.onDisk && { onChange: options.onDisk }),
    });
  } catch (error) {
    await close('fast');
    throw error;
  }
  return {
    url,
    dataFolder: place.data,
    stop: close,
  };
}

export interface JoinedServer {
  readonly url: string;
  /** Disconnects, so that the process that runs the server can stop it. */
  leave(): Promise<void>;
}

/**
 * Joins the server that another process runs on this data folder, once it accepts connections: a command that runs the
 * server waits for this one. Returns undefined if there is none and `isLocked` reports that the folder isn't locked any more.
 */
export async function joinBuiltIn(
  dataDir: string,
  isLocked: () => boolean,
): Promise<JoinedServer | undefined> {
  for (;;) {
    const running = findPostmaster(`${dataDir}/postgres`);
    const joined = running?.ready ? await join(urlOf(running, keepSecret(dataDir, passwordFile))) : undefined;
    if (joined || !isLocked()) return joined;
    await delay(50);
  }
}

/** Returns undefined if the server has just been stopped. */
async function join(url: string): Promise<JoinedServer | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'hopscope' });
  // Users of the database notice the loss themselves.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${joinLock})`);
    return { url, leave: () => client.end() };
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

interface Supervised extends ServerEvents {
  program: string;
  data: string;
  user: ReturnType<typeof databaseUser>;
  settings: ServerSettings;
  beforeRestart(): Promise<void>;
}

/** Runs the server until `stop`; `started` rejects if it never accepts connections. */
function supervise(options: Supervised): { started: Promise<void>; stop(): Promise<void> } {
  const { program, data, user, settings } = options;
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let server: ChildProcess | undefined;
  const stopping = new AbortController();
  // Ends the server at least, if this process doesn't end in an orderly way.
  const onExit = (): void => void server?.kill('SIGINT');
  process.on('exit', onExit);

  /** Runs the server once; resolves with why it ended. Calls `onReady` when it accepts connections. */
  async function live(onReady: () => void): Promise<string> {
    let last: string[] = [];
    const child = spawn(program, args, {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: '/',
      env: databaseEnvironment(),
      // Signals of a terminal are for Hopscope, which stops the server at the end.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    child.stderr.on(
      'data',
      lineReader((line) => {
        if (saysReady(line)) onReady();
        const read = readLogLine(line);
        if (read.level !== 'debug') last = [...last, read.text].slice(-3);
        options.onLog?.(read);
      }),
    );
    const reason = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      // Orphans keep its log open: without this, its end would not be noticed.
      child.once('exit', () => endOrphans(data));
      child.once('close', (code, signal) => resolve([...last, `it ended with ${signal ?? code}`].join('; ')));
    });
    server = undefined;
    return reason;
  }

  let ready: () => void;
  let failed: (error: Error) => void;
  const started = new Promise<void>((resolve, reject) => {
    ready = resolve;
    failed = reject;
  });
  async function run(): Promise<void> {
    let hasStarted = false;
    let backoffMs = 100;
    while (!stopping.signal.aborted) {
      const reason = await live(() => {
        hasStarted = true;
        backoffMs = 100;
        ready();
      });
      if (stopping.signal.aborted) break;
      if (!hasStarted) {
        failed(
          new SqlError(
            `The built-in PostgreSQL did not start: ${reason}`,
            /no space left/i.test(reason) ? '53100' : '58000',
          ),
        );
        break;
      }
      options.onCrash?.(reason);
      await delay(backoffMs, undefined, { signal: stopping.signal }).catch(() => {});
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
      await options.beforeRestart().catch(() => {});
    }
  }
  const running = run();

  return {
    started,
    async stop() {
      stopping.abort();
      await stopServer((signal) => void server?.kill(signal), running);
      process.off('exit', onExit);
    },
  };
}
