import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../../../test/until.ts';
import { type Running, start } from '../command.ts';
import { createPostgresDatabase } from '../databases.ts';
import { temporaryFolder } from '../sources/block-files.ts';

const serve = fileURLToPath(new URL('./serve.ts', import.meta.url));
const works = 'this process takes blocks and runs jobs';

/** A server process and where it listens. */
export interface ServerProcess {
  readonly running: Running;
  readonly url: string;
}

/** Several server processes on one PostgreSQL database, each with its own data folder, as on machines of their own. */
export async function createServerProcesses(env: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const database = await createPostgresDatabase();
  const all = new Set<ServerProcess>();
  let count = 0;

  /** Tests whether a process has said that it takes blocks and runs jobs. */
  const hasWorked = ({ running }: ServerProcess): boolean => running.output().includes(works);

  return {
    databaseUrl: database.url,
    hasWorked,
    async start(more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
      const dataDir = join(folder.path, `${count++}`);
      mkdirSync(dataDir, { mode: 0o700 });
      const running = start({
        script: serve,
        env: {
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          TOKEN_SECRET: 'the same secret for all processes',
          PORT: '0',
          LOG_LEVEL: 'info',
          SCORE_THREADS: '0',
          ...env,
          ...more,
        },
      });
      const made = { running, url: await running.where() };
      all.add(made);
      return made;
    },
    /** Waits for one of the processes to take the work, and returns it with the milliseconds that this took. */
    async takenBy(candidates: readonly ServerProcess[]): Promise<{ process: ServerProcess; ms: number }> {
      const begun = performance.now();
      const found = await until('a process has the work', () => candidates.find(hasWorked));
      return { process: found, ms: performance.now() - begun };
    },
    /** Ends what still runs, and removes the database. */
    async close(): Promise<void> {
      for (const { running } of all) {
        running.child.kill('SIGCONT');
        running.child.kill('SIGKILL');
        await running.ended;
      }
      await database.drop();
      folder.remove();
    },
  };
}
