import type { SqlSession } from '../../../db/session.ts';
import { RowWriter } from './row-writer.ts';
import { stagedColumns, stagedName, type StagedTable } from './staged-tables.ts';

/** Rows in COPY format. */
type CopyRows = Uint8Array<ArrayBuffer>;

/** Size in bytes of the rows of one COPY. */
const copyBytes = 4 << 20;

/** Maximum number of pending COPYs of a table while further rows are written. */
const mostUnderWay = 4;

/** Sends rows to a staged table while the next ones are written. */
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

  /** Whether there are enough rows for a COPY. */
  get full(): boolean {
    return this.rows.at > copyBytes;
  }

  /** Sends written rows if there are enough; waits if too many are pending. */
  async flush(): Promise<void> {
    if (!this.full) return;
    while (this.sending.length >= mostUnderWay) await this.sending.shift();
    this.send();
  }

  /** Sends all written rows. Resolves when the table contains them. */
  async end(): Promise<void> {
    if (this.rows.rows > 0) this.send();
    await Promise.all(this.sending.splice(0));
  }

  /**
   * Sends rows in COPY format that were written elsewhere; calls `release` with their memory when the table contains them.
   */
  async pass(rows: CopyRows, release: (rows: CopyRows) => void): Promise<void> {
    while (this.sending.length >= mostUnderWay) await this.sending.shift();
    this.begin(rows, release);
  }

  /** Waits until nothing is pending, regardless of failures. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.sending.splice(0));
  }

  private send(): void {
    this.begin(this.rows.take(), (rows) => this.rows.reuse(rows));
  }

  private begin(rows: CopyRows, release: (rows: CopyRows) => void): void {
    const copy = this.copy(rows, release);
    // A failure is reported when it is awaited.
    copy.catch(() => {});
    this.sending.push(copy);
  }

  private async copy(rows: CopyRows, release: (rows: CopyRows) => void): Promise<void> {
    const { session, table, freeze } = this;
    await session.copyIn(stagedName(table), stagedColumns[table], [rows], { freeze });
    release(rows);
  }
}
