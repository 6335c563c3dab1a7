import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type ActivityEntry, unpackActivity } from '../accounts/activity.ts';
import { violate } from './audit-violation.ts';

/** A stored row of btc_account. */
export interface AuditedAccount {
  id: bigint;
  received: bigint;
  spent: bigint;
  txCount: number;
  blockCount: number;
  flags: number;
  key: Uint8Array;
  tail: Uint8Array;
}

interface Chunk {
  id: bigint;
  chunk: number;
  entries: Uint8Array;
}

const accountsPerPage = 2000;
const chunksPerPage = 500;

async function* accountRows(session: SqlSession): AsyncGenerator<AuditedAccount> {
  let after: bigint | undefined;
  for (;;) {
    const where = after === undefined ? '' : `where id > '${after}'::int8`;
    const reader = createCopyReader(
      await session.copyOut(
        `select id, received, spent, tx_count, block_count, flags, key, tail from btc_account ${where} order by id limit ${accountsPerPage}`,
      ),
    );
    const before = after;
    while (reader.next()) {
      const account: AuditedAccount = {
        id: reader.int8(),
        received: reader.int8(),
        spent: reader.int8(),
        txCount: reader.int4(),
        blockCount: reader.int4(),
        flags: reader.int2(),
        key: reader.bytes().slice(),
        tail: reader.bytes(),
      };
      after = account.id;
      yield account;
    }
    if (after === before) return;
  }
}

async function* chunkRows(session: SqlSession): AsyncGenerator<Chunk> {
  let after: Chunk | undefined;
  for (;;) {
    const where: string = after ? `where (id, chunk) > ('${after.id}'::int8, ${after.chunk})` : '';
    const reader = createCopyReader(
      await session.copyOut(
        `select id, chunk, entries from btc_activity ${where} order by id, chunk limit ${chunksPerPage}`,
      ),
    );
    const before: Chunk | undefined = after;
    while (reader.next()) {
      after = { id: reader.int8(), chunk: reader.int4(), entries: reader.bytes() };
      yield after;
    }
    if (after === before) return;
  }
}

/** Receives what `readHistories` reads, in this order for each account: the account, its chunks, its end. */
export interface HistoryVisitor {
  account(account: AuditedAccount): void | Promise<void>;
  /** Receives the entries of a chunk, or of the tail (undefined); `chunk` is the number in the table. */
  entries(account: AuditedAccount, chunk: number | undefined, entries: readonly ActivityEntry[]): void;
  end(account: AuditedAccount): void | Promise<void>;
}

function unpack(packed: Uint8Array, id: bigint): ActivityEntry[] {
  try {
    return unpackActivity(packed);
  } catch (error) {
    if (error instanceof RangeError)
      violate('activity', `Stored activity of account ${id} is damaged: ${error.message}`);
    throw error;
  }
}

function stray(id: bigint): never {
  return violate('activity', `Activity is stored for account ${id}, which does not exist`);
}

/** Reads every account with all its activity, by ID; memory holds one page of each table. Throws ViolationError. */
export async function readHistories(session: SqlSession, visitor: HistoryVisitor): Promise<void> {
  const chunks = chunkRows(session);
  let chunk = await chunks.next();
  for await (const account of accountRows(session)) {
    await visitor.account(account);
    while (!chunk.done && chunk.value.id <= account.id) {
      if (chunk.value.id < account.id) stray(chunk.value.id);
      visitor.entries(account, chunk.value.chunk, unpack(chunk.value.entries, account.id));
      chunk = await chunks.next();
    }
    visitor.entries(account, undefined, unpack(account.tail, account.id));
    await visitor.end(account);
  }
  if (!chunk.done) stray(chunk.value.id);
}
