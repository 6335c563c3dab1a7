import type { SqlSession } from '../../../db/session.ts';
import { RowWriter } from './row-writer.ts';
import { stagedColumns, stagedName, type StagedTable } from './staged-tables.ts';

/** Bytes of rows that go into one COPY. */
const copyBytes = 4 << 20;

/** Rows on their way into a staged table; one COPY is under way while the next rows are written. */
export class TableStream {
  readonly rows = new RowWriter(copyBytes + (1 << 16));
  private sending: Promise<void> = Promise.resolve();
  private readonly session: SqlSession;
  private readonly table: StagedTable;

  constructor(session: SqlSession, table: StagedTable) {
    this.session = session;
    this.table = table;
  }

  /** Whether there is enough for a COPY. */
  get full(): boolean {
    return this.rows.at > copyBytes;
  }

  /** Sends what is written if it is much, or in any case with `all`, and then waits until the table has it. */
  async flush(all = false): Promise<void> {
    if (this.rows.rows > 0 && (all || this.full)) {
      await this.sending;
      this.sending = this.session.copyIn(stagedName(this.table), stagedColumns[this.table], [this.rows.take()]);
      // A failure is seen when the next one waits.
      this.sending.catch(() => {});
    }
    if (all) await this.sending;
  }
}
