import { createCopyReader, createCopyWriter } from '../../db/copy-binary.ts';
import type { SqlSession } from '../../db/session.ts';
import { inParts, int8Array, plainBytes } from './byte-keys.ts';
import { addDays, type Days, inRows, packDays, unpackDays } from './days.ts';
import { createPackWriter } from './varint.ts';

/** The tables with figures of days by chain. */
export type DayTable = 'btc_days' | 'eth_days';

/** A change of an account's stored figures. */
export interface DayChange {
  readonly id: bigint;
  /** `add`: to the stored figures (negative figures subtract); `replace`: instead of them. */
  readonly how: 'add' | 'replace';
  readonly days: Days;
}

interface Row {
  readonly id: bigint;
  readonly part: number;
  readonly days: Days;
}

const partSize = 20_000;

/** Returns an account's stored figures, optionally limited to a range of parts. */
export async function readDays(
  session: SqlSession,
  table: DayTable,
  id: bigint,
  parts: { from: number; to: number } = { from: -(2 ** 31), to: 2 ** 31 - 1 },
): Promise<Days> {
  const { rows } = await session.query<{ part: number; days: Uint8Array }>(
    `select part, days from ${table} where id = $1 and part between $2 and $3 order by part`,
    [String(id), parts.from, parts.to],
  );
  const days: Days = new Map();
  for (const row of rows) addDays(days, unpackDays(row.part, row.days));
  return days;
}

/** Returns the sum of the stored figures of several accounts. */
export async function sumStoredDays(
  session: SqlSession,
  table: DayTable,
  ids: readonly bigint[],
): Promise<Days> {
  const days: Days = new Map();
  for (const some of inParts(ids, partSize)) {
    const reader = createCopyReader(
      await session.copyOut(`select part, days from ${table} where id = any(${int8Array(some)})`),
    );
    while (reader.next()) {
      const part = reader.int4();
      addDays(days, unpackDays(part, plainBytes(reader.bytes())));
    }
  }
  return days;
}

/** Applies changes to the table; at most one per account. */
export async function changeDays(
  session: SqlSession,
  table: DayTable,
  changes: readonly DayChange[],
): Promise<void> {
  const replaced = changes.filter(({ how }) => how === 'replace').map(({ id }) => id);
  for (const part of inParts(replaced, partSize)) {
    await session.query(`delete from ${table} where id = any(${int8Array(part)})`);
  }
  const rows = changes.flatMap(({ id, how, days }) =>
    [...inRows(days)].map(([part, own]) => ({ how, row: { id, part, days: own } })),
  );
  const added = rows.filter(({ how }) => how === 'add').map(({ row }) => row);
  const stored = await readRows(session, table, added);
  for (const { id, part, days } of added) {
    const before = stored.get(nameOf({ id, part }));
    if (before) addDays(before.days, days);
  }
  const pack = createPackWriter();
  const packed = (list: readonly Row[]) => list.map((row) => ({ ...row, bytes: packDays(pack, row.days) }));
  await updateRows(session, table, packed([...stored.values()]));
  const fresh = rows.map(({ row }) => row).filter((row) => !stored.has(nameOf(row)));
  await insertRows(session, table, packed(fresh));
}

function nameOf({ id, part }: Pick<Row, 'id' | 'part'>): string {
  return `${id}/${part}`;
}

async function readRows(
  session: SqlSession,
  table: DayTable,
  wanted: readonly Row[],
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const some of inParts(wanted, partSize)) {
    const reader = createCopyReader(
      await session.copyOut(
        `select d.id, d.part, d.days from unnest(${int8Array(some.map(({ id }) => id))}, ${int8Array(some.map(({ part }) => part))}) as w(id, part)
         join ${table} d on d.id = w.id and d.part = w.part`,
      ),
    );
    while (reader.next()) {
      const [id, part] = [reader.int8(), reader.int4()];
      found.set(nameOf({ id, part }), { id, part, days: unpackDays(part, plainBytes(reader.bytes())) });
    }
  }
  return found;
}

type Packed = Row & { readonly bytes: Uint8Array };

async function updateRows(session: SqlSession, table: DayTable, rows: readonly Packed[]): Promise<void> {
  const saved = rows.filter(({ bytes }) => bytes.length > 0);
  const gone = rows.filter(({ bytes }) => bytes.length === 0);
  for (const some of inParts(gone, partSize)) {
    await session.query(
      `delete from ${table} d using unnest(${int8Array(some.map(({ id }) => id))}, ${int8Array(some.map(({ part }) => part))}) as w(id, part)
       where d.id = w.id and d.part = w.part`,
    );
  }
  if (saved.length === 0) return;
  await session.query(`create temp table if not exists ${table}_stage (like ${table}) on commit delete rows`);
  await copyRows(session, `${table}_stage`, saved);
  await session.query(
    `update ${table} d set days = s.days from ${table}_stage s where d.id = s.id and d.part = s.part`,
  );
  await session.query(`delete from ${table}_stage`);
}

async function insertRows(session: SqlSession, table: DayTable, rows: readonly Packed[]): Promise<void> {
  const saved = rows.filter(({ bytes }) => bytes.length > 0);
  if (saved.length > 0) await copyRows(session, table, saved);
}

async function copyRows(session: SqlSession, table: string, rows: readonly Packed[]): Promise<void> {
  const out = createCopyWriter();
  for (const { id, part, bytes } of rows) {
    out.row(3);
    out.int8(id);
    out.int4(part);
    out.bytes(bytes);
  }
  await session.copyIn(table, ['id', 'part', 'days'], out.finish());
}
