import { createHash } from 'node:crypto';
import { type CopyWriter, createCopyWriter } from '../../../db/copy-binary.ts';
import { type SqlDatabase, type SqlSession, withSession } from '../../../db/session.ts';

/** Rows in memory before they are copied to a staging table. */
const rowsAtOnce = 5_000;

const tables = {
  subject: { name: 'directory_staged_subject', columns: ['local_id', 'same_as', 'by_name'] },
  statement: {
    name: 'directory_staged_statement',
    columns: ['local_id', 'field', 'place', 'value', 'ref', 'confidence', 'valid_from', 'valid_to', 'digest'],
  },
  attribution: {
    name: 'directory_staged_attribution',
    columns: [
      'chain',
      'key',
      'local_id',
      'kind',
      'bo',
      'custodian',
      'label',
      'category',
      'confidence',
      'ref',
      'valid_from',
      'valid_to',
      'digest',
    ],
  },
} as const;
type TableName = keyof typeof tables;

export interface StagedStatement {
  readonly localId: string;
  readonly field: string;
  readonly place: number;
  readonly value: string;
  readonly ref: string;
  readonly confidence: number;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

export interface StagedAttribution {
  readonly chain: number;
  readonly key: Uint8Array;
  readonly localId: string;
  readonly kind: 'direct' | 'derived' | 'denied';
  readonly bo: string | null;
  readonly custodian: string | null;
  readonly label: string | null;
  readonly category: string | null;
  readonly confidence: number;
  readonly ref: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** Collects the data of a source before the directory is changed. */
export interface Staging {
  subject(localId: string, more: { sameAs: string | null; byName: boolean }): Promise<void>;
  statement(statement: StagedStatement): Promise<void>;
  attribution(attribution: StagedAttribution): Promise<void>;
  /** Completes the tables and updates the database's statistics of them. */
  finish(): Promise<void>;
}

/** Returns a short hash of a row, which identifies the same content in the next run. */
export function digestOf(parts: readonly (string | number | null | Uint8Array)[]): Uint8Array {
  const hash = createHash('md5');
  for (const part of parts) {
    if (part instanceof Uint8Array) hash.update(part);
    else hash.update(part === null ? '\u0001' : String(part));
    hash.update('\u0000');
  }
  return new Uint8Array(hash.digest());
}

function digestOfStatement(s: StagedStatement, rank: number): Uint8Array {
  const { localId, field, place, value, ref, confidence, validFrom, validTo } = s;
  return digestOf([rank, localId, field, place, value, ref, confidence, validFrom, validTo]);
}

/** Returns the hash of an attribution, by a source of this rank. */
export function digestOfAttribution(a: StagedAttribution, rank: number): Uint8Array {
  const { chain, key, localId, kind, confidence, ref } = a;
  const words = [a.bo, a.custodian, a.label, a.category];
  return digestOf([rank, chain, key, localId, kind, ...words, confidence, ref, a.validFrom, a.validTo]);
}

const truncateAll = `truncate ${Object.values(tables)
  .map(({ name }) => name)
  .join(', ')}`;

/** Empties the staging tables, which one source at a time uses. */
export async function emptyStaging(db: SqlDatabase): Promise<void> {
  await withSession(db, (session) => session.query(truncateAll));
}

/**
 * Opens empty staging tables for a source of this rank. Rows are copied in batches, each in its own session, so that other
 * work can run between.
 */
export async function openStaging(db: SqlDatabase, rank: number): Promise<Staging> {
  await emptyStaging(db);
  const writers = new Map<TableName, CopyWriter>();
  const utf8 = new TextEncoder();

  async function flush(table: TableName): Promise<void> {
    const writer = writers.get(table);
    if (!writer || writer.rows === 0) return;
    writers.delete(table);
    const { name, columns } = tables[table];
    await withSession(db, (session) => session.copyIn(name, columns, writer.finish()));
  }

  async function write(table: TableName, fill: (out: CopyWriter) => void): Promise<void> {
    const writer = writers.get(table) ?? createCopyWriter();
    writers.set(table, writer);
    writer.row(tables[table].columns.length);
    fill(writer);
    if (writer.rows >= rowsAtOnce) await flush(table);
  }

  const texts = (out: CopyWriter, ...values: (string | null)[]): void => {
    for (const value of values) {
      if (value === null) out.null();
      else out.bytes(utf8.encode(value));
    }
  };

  return {
    subject: (localId, { sameAs, byName }) =>
      write('subject', (out) => {
        texts(out, localId, sameAs);
        out.bytes(Uint8Array.of(byName ? 1 : 0));
      }),
    statement: (s) =>
      write('statement', (out) => {
        texts(out, s.localId, s.field);
        out.int2(s.place);
        texts(out, s.value, s.ref);
        out.int2(s.confidence);
        texts(out, s.validFrom, s.validTo);
        out.bytes(digestOfStatement(s, rank));
      }),
    attribution: (a) =>
      write('attribution', (out) => {
        out.int2(a.chain);
        out.bytes(a.key);
        texts(out, a.localId, a.kind, a.bo, a.custodian, a.label, a.category);
        out.int2(a.confidence);
        texts(out, a.ref, a.validFrom, a.validTo);
        out.bytes(digestOfAttribution(a, rank));
      }),
    async finish() {
      for (const table of ['subject', 'statement', 'attribution'] as const) await flush(table);
      await withSession(db, async (session) => {
        for (const { name } of Object.values(tables)) await session.query(`analyze ${name}`);
      });
    },
  };
}

/** Number of added and removed rows. */
export interface Difference {
  readonly added: number;
  readonly removed: number;
}

/** The source whose rows are applied, and its rank. */
interface TakingOver {
  readonly sourceId: string;
  readonly rank: number;
  readonly release: number;
  readonly retrievedAt: Date;
}

async function takeOver(
  session: SqlSession,
  { table, staged, columns }: { table: string; staged: string; columns: readonly string[] },
  by: TakingOver,
): Promise<Difference> {
  const removed = await session.query(
    `update ${table} d set until = $1 where d.source_id = $2 and d.until is null
       and not exists (select 1 from ${staged} s where s.digest = d.digest)`,
    [by.release, by.sourceId],
  );
  const added = await session.query(
    `insert into ${table} (source_id, rank, retrieved_at, since, ${columns.join(', ')})
     select distinct on (s.digest) $2, $4::int4, $3::timestamptz, $1::int8, ${columns.map((name) => `s.${name}`).join(', ')}
     from ${staged} s
     where not exists (
       select 1 from ${table} d where d.source_id = $2 and d.until is null and d.digest = s.digest
     ) order by s.digest`,
    [by.release, by.sourceId, by.retrievedAt, by.rank],
  );
  return { added: added.affected, removed: removed.affected };
}

/** Replaces a source's live statements with the staged ones. Equal rows stay unchanged. */
export function takeOverStatements(session: SqlSession, by: TakingOver): Promise<Difference> {
  const { name: staged, columns } = tables.statement;
  return takeOver(session, { table: 'directory_statement', staged, columns }, by);
}

/** Replaces a source's live attributions with the staged ones. Equal rows stay unchanged. */
export function takeOverAttributions(session: SqlSession, by: TakingOver): Promise<Difference> {
  const { name: staged, columns } = tables.attribution;
  return takeOver(session, { table: 'directory_attribution', staged, columns }, by);
}

/** Deletes staged attributions whose subject was not staged; returns their number and the first of these subjects. */
export async function removeOrphans(session: SqlSession): Promise<{ count: number; localIds: string[] }> {
  const orphan = 'not exists (select 1 from directory_staged_subject s where s.local_id = a.local_id)';
  const { rows } = await session.query<{ local_id: string }>(
    `select distinct a.local_id from directory_staged_attribution a where ${orphan} order by 1 limit 20`,
  );
  if (rows.length === 0) return { count: 0, localIds: [] };
  const { affected } = await session.query(`delete from directory_staged_attribution a where ${orphan}`);
  return { count: affected, localIds: rows.map((row) => row.local_id) };
}

/** A new subject, with the keys for matching it. */
export interface NewSubject {
  readonly localId: string;
  readonly sameAs: string | null;
  readonly byName: boolean;
  readonly name: string | null;
  readonly type: string | null;
  readonly url: string | null;
}

/** Reads up to `limit` staged subjects after one, sorted, that aren't matched with an entity. */
export async function readNewSubjects(
  session: SqlSession,
  { sourceId, after, limit }: { sourceId: string; after: string; limit: number },
): Promise<NewSubject[]> {
  const first = (field: string): string =>
    `(select v.value from directory_staged_statement v where v.local_id = n.local_id and v.field = '${field}' order by v.place, v.value limit 1)`;
  const { rows } = await session.query<{
    local_id: string;
    same_as: string | null;
    by_name: boolean;
    name: string | null;
    type: string | null;
    url: string | null;
  }>(
    `select n.*, ${first('proper_name')} as name, ${first('entity_type')} as type, ${first('url')} as url from (
       select s.local_id, min(s.same_as) as same_as, bool_and(s.by_name) as by_name from directory_staged_subject s
       where s.local_id collate "C" > $2 and not exists (
         select 1 from directory_subject d where d.source_id = $1 and d.local_id = s.local_id and d.until is null
       ) group by s.local_id order by s.local_id collate "C" limit $3
     ) n order by n.local_id collate "C"`,
    [sourceId, after, limit],
  );
  return rows.map((row) => ({
    localId: row.local_id,
    sameAs: row.same_as,
    byName: row.by_name,
    name: row.name,
    type: row.type,
    url: row.url,
  }));
}

/** Updates the database's statistics, so that it uses the right indexes. */
export async function analyzeDirectory(session: SqlSession): Promise<void> {
  for (const table of ['statement', 'attribution', 'subject', 'entity']) {
    await session.query(`analyze directory_${table}`);
  }
}
