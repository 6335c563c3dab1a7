import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createContext } from './context.ts';
import { DataFolderError, keepSecret, openDataFolder } from './data-folder.ts';
import { openDatabase } from './db/open.ts';
import { isDiskFull, isUnreachable } from './db/sql-error.ts';
import { createApp } from './http/app.ts';
import { openSources } from './sources/open-sources.ts';

export interface RunningServer {
  /** Where it listens. */
  url: string;
  /** The one-time link that makes the operator, while there is none. */
  setupLink: string | undefined;
  close(): Promise<void>;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Opens everything in order and closes it in reverse. Throws if a part cannot start; what was opened is closed. */
export async function startServer(config: Config, options: { webRoot?: string }): Promise<RunningServer> {
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
    const folder = openDataFolder(config.dataDir, 'a Hopscope server');
    closers.push(() => folder.release());
    const logger = pino({
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    });
    const db = await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      statementTimeoutMs: 60_000,
      onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
    });
    closers.push(() => db.close());
    const tokenSecret = config.tokenSecret ?? keepSecret(config.dataDir, 'token.secret');
    const running = await openSources({ config, db, logger });
    const context = createContext({
      config,
      db,
      logger,
      tokenSecret,
      version: readVersion(),
      sources: running.sources,
    });
    const app = await createApp(context, options);
    closers.push(() => app.close());
    const url = await app.listen({ host: config.host, port: config.port });
    context.publicUrl.listeningAt(url);
    context.jobs.start();
    closers.push(() => context.jobs.stop());
    // Real addresses have no place in a fictional economy.
    await context.directoryUpdate.resume({ withSeed: running.sources.bitcoin.source !== 'demo' });
    closers.push(() => context.directoryUpdate.stop());
    running.onChange(() => context.stream.nudge());
    running.start();
    closers.push(() => running.stop());
    const setupPath = await context.operatorSetup.link();
    return { url, setupLink: setupPath && context.publicUrl.link(setupPath), close: closeAll };
  } catch (error) {
    // What stopped the start is told, not what went wrong while tidying up after it.
    await closeAll().catch(() => {});
    throw error;
  }
}

/** Errors that the operator can act on are told without a stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderError) return error.message;
  if (isDiskFull(error)) return 'Hopscope could not start: the disk is full.';
  if (isUnreachable(error)) return `Hopscope could not start: the database does not answer: ${error.message}`;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return `Hopscope could not start: ${error.message}. HOST and PORT say where it listens.`;
  }
  return `Hopscope could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** Runs the server until SIGINT or SIGTERM; problems that the operator can solve are printed without a stack. */
export async function run(options: {
  env: Readonly<Record<string, string | undefined>>;
  webRoot: string;
}): Promise<void> {
  let server: RunningServer;
  try {
    server = await startServer(readConfig(options.env), { webRoot: options.webRoot });
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
  process.stdout.write(`Hopscope is running at ${server.url}\n`);
  if (server.setupLink !== undefined) {
    process.stdout.write(`Nobody runs this installation yet. Become its operator: ${server.setupLink}\n`);
  }
}
