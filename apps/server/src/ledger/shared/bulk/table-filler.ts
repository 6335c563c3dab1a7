import { type SqlSession, transactionOn } from '../../../db/session.ts';
import { createStaged, indexStaged, type StagedTable } from './staged-tables.ts';
import { TableStream } from './table-stream.ts';

/**
 * Connections for filling tables: writes the rows of one table at a time, while the database adds keys to those that are
 * complete.
 */
export class TableFiller {
  private readonly free: SqlSession[];
  private readonly waiting: ((session: SqlSession) => void)[] = [];
  private readonly indexing: Promise<void>[] = [];

  constructor(sessions: readonly SqlSession[]) {
    this.free = [...sessions];
  }

  private take(): Promise<SqlSession> {
    const session = this.free.pop();
    return session ? Promise.resolve(session) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private giveBack(session: SqlSession): void {
    const next = this.waiting.shift();
    if (next) next(session);
    else this.free.push(session);
  }

  /** Starts adding the keys of complete tables, one after another. */
  index(tables: readonly StagedTable[]): void {
    const done = (async () => {
      const session = await this.take();
      try {
        for (const table of tables) await indexStaged(session, table);
      } finally {
        this.giveBack(session);
      }
    })();
    // A failure is reported when all are awaited.
    done.catch(() => {});
    this.indexing.push(done);
  }

  /**
   * Fills tables on one session, then starts adding their keys; in one transaction with their creation, so that the rows
   * need no second write to be marked as committed.
   */
  async load<Tables extends readonly StagedTable[]>(
    tables: Tables,
    write: (...streams: { [I in keyof Tables]: TableStream }) => Promise<void>,
  ): Promise<void> {
    const session = await this.take();
    const filled = Promise.withResolvers<void>();
    const done = transactionOn(session, async () => {
      const streams: TableStream[] = [];
      for (const table of tables) {
        await createStaged(session, table);
        streams.push(new TableStream(session, table, { freeze: true }));
      }
      await write(...(streams as { [I in keyof Tables]: TableStream }));
      await Promise.all(streams.map((stream) => stream.end()));
      filled.resolve();
      for (const table of tables) await indexStaged(session, table);
    }).finally(() => this.giveBack(session));
    // A failure is reported here, or when all are awaited.
    done.catch(() => {});
    this.indexing.push(done);
    await Promise.race([filled.promise, done]);
  }

  /** Waits until all keys exist. */
  async finish(): Promise<void> {
    await Promise.all(this.indexing);
  }
}
