import { type Logger, pino } from 'pino';
import { readVersion } from '../build/read-version.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { remoteChains } from '../composition/base.ts';
import { followAnnouncements } from '../composition/announcements.ts';
import { createContext } from '../context.ts';
import { createScoreThreads } from '../contexts/risk/scores/threads/score-threads.ts';
import { DataFolderError, keepSecret } from '../data-folder.ts';
import { BuiltInError } from '../db/built-in/built-in-error.ts';
import type { ServerEvents } from '../db/built-in/built-in-server.ts';
import { SchemaError } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { isDiskFull, isUnreachable } from '../db/sql-error.ts';
import { createApp } from '../http/app.ts';
import type { Pages } from '../http/pages.ts';
import { createProcessMessages, noMessages } from '../processes/messages.ts';
import { forgetProcess, ProcessError, registerProcess } from '../processes/register-process.ts';
import { createWorkLease } from '../processes/work-lease.ts';
import { openSources } from '../sources/open-sources.ts';

export interface RunningServer {
  /** Where it listens. */
  url: string;
  /** The one-time link that makes the operator, while there is none. */
  setupLink: string | undefined;
  close(): Promise<void>;
}

/** What happens to a running server, for who started it. */
export interface RunningEvents {
  /** Another process took over the work of this one, which has to end. */
  onFenced(): void;
  /** The link that makes the operator, if this process takes over the work of another one later. */
  onSetupLink(link: string): void;
}

/** Opens everything in order and closes it in reverse. Throws if a part cannot start; what was opened is closed. */
export async function startServer(
  config: Config,
  pages: Pages,
  events: RunningEvents = { onFenced: endFenced, onSetupLink: showSetupLink },
): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const logger = pino({
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    });
    const version = readVersion();
    const telemetry =
      config.telemetry &&
      (await import('../telemetry/start-telemetry.ts')).startTelemetry(config.telemetry, { version, logger });
    if (telemetry) closers.push(() => telemetry.close());
    // Once the data folder is this process's own.
    const readSecret = (): string => config.tokenSecret ?? keepSecret(config.dataDir, 'token.secret');
    const { db, close: closeDatabase } = await openDatabase({
      config,
      as: 'server',
      what: 'a Hopscope server',
      statementTimeoutMs: 60_000,
      onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
      events: logServer(logger),
      register: (opened) =>
        registerProcess(opened, { mode: config.mode, version, tokenSecret: readSecret() }),
    });
    closers.push(closeDatabase);
    const database = db.share();
    const processId = database.processId ?? '';
    // Where the database is gone, a later process removes it.
    closers.push(() => forgetProcess(db, processId).catch(() => {}));
    const running = await openSources({ config, db, logger });
    const count = config.scoreThreads;
    const scores =
      count === 0
        ? undefined
        : createScoreThreads({
            db,
            logger,
            now: Date.now,
            count,
            remote: remoteChains(running.sources),
          });
    if (scores) closers.push(() => scores.close());
    // No other process uses the built-in database.
    const messages = database.builtIn ? noMessages : createProcessMessages({ db, processId, logger });
    let setupLink: string | undefined;
    let isRunning = false;
    const lease = createWorkLease({
      database,
      logger,
      onLost: events.onFenced,
      // The last process of the built-in database is gone.
      ...(database.builtIn && { times: { withoutConnections: 0 } }),
      onTaken: async () => {
        // Real addresses have no place in a fictional economy.
        await context.directoryUpdate.resume({ withSeed: running.sources.bitcoin.source !== 'demo' });
        const path = await context.operatorSetup.link();
        setupLink = path && context.publicUrl.link(path);
        context.jobs.start();
        running.start();
        if (isRunning && setupLink !== undefined) events.onSetupLink(setupLink);
      },
    });
    const context = createContext({
      works: lease.mayWork,
      config,
      db: telemetry?.traceDatabase(db) ?? db,
      logger,
      tokenSecret: readSecret(),
      version,
      sources: running.sources,
      messages,
      ...(scores && { scores }),
      ...(telemetry && { telemetry }),
    });
    const app = await createApp(context, pages);
    closers.push(() => app.close());
    const url = await app.listen({ host: config.host, port: config.port });
    context.publicUrl.listeningAt(url);
    closers.push(() => lease.stop());
    closers.push(() => context.directoryUpdate.stop());
    if (!database.builtIn) {
      context.jobs.every(1000, 'answer requests to sources', () => running.answerRequests(), [
        'source_request',
      ]);
      running.follow();
    }
    closers.push(() => context.jobs.stop());
    closers.push(followAnnouncements({ ...context, onTable: (table) => running.look(table) }));
    running.onChange(() => {
      context.health.observe();
      context.stream.nudge();
    });
    closers.push(() => running.stop());
    if (config.mode !== 'api') await lease.start();
    isRunning = true;
    return { url, setupLink, close: closeAll };
  } catch (error) {
    // What stopped the start is told, not what went wrong while tidying up after it.
    await closeAll().catch(() => {});
    throw error;
  }
}

/** Writes what happens to the built-in database into the log. */
function logServer(logger: Logger): ServerEvents {
  const log = logger.child({ part: 'database' });
  return {
    onLog: ({ level, code, text }) => log[level]({ code }, text),
    onCrash: (reason) => log.error({ reason }, 'the database stopped and is being restarted'),
    onDisk: (readOnly, freeBytes) =>
      readOnly
        ? log.error({ freeBytes }, 'the disk is nearly full: changes are refused until space is freed')
        : log.info({ freeBytes }, 'changes are accepted again'),
    onNotice: (text) => process.stdout.write(`${text}\n`),
  };
}

/** Errors that the operator can act on are told without a stack. */
function explain(error: unknown): string {
  if (
    [ConfigError, DataFolderError, BuiltInError, SchemaError, ProcessError].some(
      (kind) => error instanceof kind,
    ) &&
    error instanceof Error
  )
    return error.message;
  if (isDiskFull(error)) return 'Hopscope could not start: the disk is full.';
  if (isUnreachable(error))
    return `Hopscope could not start: the database is not responding: ${error.message}`;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return `Hopscope could not start: ${error.message}. Check HOST and PORT.`;
  }
  return `Hopscope could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function showSetupLink(link: string): void {
  process.stdout.write(`This installation has no operator yet. Become the operator: ${link}\n`);
}

/** Ends at once: whatever this process still does for its former work, the database refuses. */
function endFenced(): void {
  process.stderr.write(
    'Another process has taken over the work of this one, which was paused or cut off. It ends.\n',
  );
  process.exit(1);
}

/** Runs the server until SIGINT, SIGTERM or SIGHUP; problems that the operator can solve are printed without a stack. */
export async function run(options: {
  env: Readonly<Record<string, string | undefined>>;
  pages: Pages;
}): Promise<void> {
  let server: RunningServer;
  try {
    server = await startServer(readConfig(options.env), options.pages);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
    return;
  }
  let closing = false;
  const stop = (): void => {
    if (closing) process.exit(1);
    closing = true;
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  process.stdout.write(`Hopscope is running at ${server.url}\n`);
  if (server.setupLink !== undefined) showSetupLink(server.setupLink);
}
