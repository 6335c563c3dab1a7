import type { SqlSession } from '../../../db/session.ts';
import { RowWriter } from './row-writer.ts';
import { stagedColumns, stagedName, type StagedTable } from './staged-tables.ts';

/** Rows in the format of COPY. */
type CopyRows = Uint8Array<ArrayBuffer>;

/** Bytes of rows that go into one COPY. */
const copyBytes = 4 << 20;

/** COPYs of a table that wait for each other while further rows are written. */
const mostUnderWay = 4;

/** Rows on their way into a staged table, which takes them while the next ones are written. */
export class TableStream {
  readonly rows = new RowWriter(copyBytes + (1 << 16));
  private readonly sending: Promise<void>[] = [];
  readonly session: SqlSession;
  readonly table: StagedTable;
  private readonly freeze: boolean;

  /** `freeze`: the table was created in the transaction of the session. */
  constructor(session: SqlSession, table: StagedTable, { freeze = false }: { freeze?: boolean } = {}) {
    this.session = session;
    this.table = table;
    this.freeze = freeze;
  }

  /** Whether there is enough for a COPY. */
  get full(): boolean {
    return this.rows.at > copyBytes;
  }

  /** Sends what is written if it is much; waits where too much is under way. */
  async flush(): Promise<void> {
    if (!this.full) return;
    while (this.sending.length >= mostUnderWay) await this.sending.shift();
    this.send();
  }

  /** Sends everything that is written. Resolves when the table has all of it. */
  async end(): Promise<void> {
    if (this.rows.rows > 0) this.send();
    await Promise.all(this.sending.splice(0));
  }

  /** Sends rows that were written elsewhere, in the format of COPY; gives their memory to `release` when the table has them. */
  async pass(rows: CopyRows, release: (rows: CopyRows) => void): Promise<void> {
    while (this.sending.length >= mostUnderWay) await this.sending.shift();
    this.begin(rows, release);
  }

  /** Waits until nothing is under way, whether it failed or not. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.sending.splice(0));
  }

  private send(): void {
    this.begin(this.rows.take(), (rows) => this.rows.reuse(rows));
  }

  private begin(rows: CopyRows, release: (rows: CopyRows) => void): void {
    const copy = this.copy(rows, release);
    // A failure is seen when it is waited for.
    copy.catch(() => {});
    this.sending.push(copy);
  }

  private async copy(rows: CopyRows, release: (rows: CopyRows) => void): Promise<void> {
    const { session, table, freeze } = this;
    await session.copyIn(stagedName(table), stagedColumns[table], [rows], { freeze });
    release(rows);
  }
}
