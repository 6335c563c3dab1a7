import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { baseline } from '../apps/server/src/db/baseline/index.ts';
import { openTemporary } from '../apps/server/src/db/open-temporary.ts';
import { type SqlDatabase, withSession } from '../apps/server/src/db/session.ts';

/** Types of PostgreSQL as the driver reads and writes them. */
const baseTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Uint8Array',
  date: 'Date',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  jsonb: 'unknown',
  numeric: 'Numeric',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

/** Columns with types of the contract, and those whose types differ between reading and writing. */
const columnTypes: Readonly<Record<string, string>> = {
  'alert_rule.conditions': 'StoredAlertConditions',
  'app_user.currency': 'Currency',
  'app_user.notifications': 'Partial<Notifications>',
  'app_user.number_format': 'NumberFormat',
  'app_user.theme': 'Theme',
  'case_event.kind': 'CaseEventKind',
  'case_evidence.type': 'EvidenceType',
  'compliance_case.outcome': 'CaseOutcome',
  'compliance_case.status': 'CaseStatus',
  'compliance_finding.transaction_status': 'ComplianceStatus',
  'compliance_transaction.contract': 'Buffer',
  'compliance_transaction.replaced_by': 'Buffer',
  'compliance_transaction.status': 'ComplianceStatus',
  'compliance_transaction.txid': 'Buffer',
  'contact_request.company_size': "ContactRequest['companySize']",
  'directory_job.state': "DirectoryJob['state']",
  'directory_job_step.report': 'Json<StepReport>',
  'directory_job_step.state': "DirectoryJob['steps'][number]['state']",
  'flow_state.records': 'Buffer',
  'invoice.status': "Invoice['status']",
  'issuer_measure.contract': 'Buffer',
  'issuer_measure.txid': 'Buffer',
  'monitored_address.key': 'Buffer',
  'news_feed.contents': "NewsFeedSettings['contents']",
  'news_feed.format': "NewsFeedSettings['format'] | 'demo'",
  'news_feed.last_report': 'Json<FeedReport>',
  'note.type': "Note['type']",
  'price_day.source': 'PriceSource',
  'price_latest.source': 'PriceSource',
  'price_range.source': 'PriceSource',
  'sar_event.kind': 'SarEventKind',
  'sar_report.status': 'SarStatus',
  'screening_check.digest': 'Buffer',
  'subscription.status': 'SubscriptionStatus',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  /** Its check constraint, if any. */
  check: string | null;
}

async function readColumns(db: SqlDatabase): Promise<Column[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<Column>(
      `select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as generated,
         (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1) as check
       from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and c.relname not like 'schema\\_migration%'
       order by c.relname, a.attnum`,
    ),
  );
  return rows;
}

/** Returns comments of columns by `table.column`: the lines that start with `--` above each in the schema's text. */
function readComments(): Map<string, string> {
  const comments = new Map<string, string>();
  let table = '';
  let lines: string[] = [];
  for (const line of baseline.join('\n').split('\n')) {
    const text = /^ +-- (.*)$/.exec(line)?.[1];
    table = /^create table (\w+) \($/.exec(line)?.[1] ?? table;
    const column = /^ +(\w+) /.exec(line)?.[1];
    if (text !== undefined) lines.push(text);
    else {
      if (column !== undefined && lines.length > 0) comments.set(`${table}.${column}`, lines.join(' '));
      lines = [];
    }
  }
  return comments;
}

function typeOf({ table, name, type, nullable, generated, check }: Column): string {
  const known = columnTypes[`${table}.${name}`];
  const values =
    check === null ? undefined : [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`);
  const base = type.startsWith('_') ? `${baseTypes[type.slice(1)]}[]` : baseTypes[type];
  const plain = known ?? (values && values.length > 0 ? values.join(' | ') : base);
  if (plain === undefined) throw new Error(`${table}.${name} has a type that is not known here: ${type}`);
  // `unknown` contains null.
  const wrapped = /^(?:Json<.*>|Numeric|unknown)$/.test(plain);
  const full = nullable
    ? wrapped
      ? plain.replace(/^Numeric$/, 'NullableNumeric')
      : `${plain} | null`
    : plain;
  return generated && (!wrapped || plain === 'unknown') ? `Generated<${full}>` : full;
}

const pascal = (text: string): string =>
  text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the unformatted text of `schema.ts` for a database with the schema. */
export async function describeTables(db: SqlDatabase): Promise<string> {
  const columns = await readColumns(db);
  const comments = readComments();
  const tables = Map.groupBy(columns, ({ table }) => table);
  const unknown = Object.keys(columnTypes).filter(
    (key) => !columns.some(({ table, name }) => key === `${table}.${name}`),
  );
  if (unknown.length > 0) throw new Error(`There is no column ${unknown.join(', ')}`);
  const interfaces = [...tables].map(([table, own]) => {
    const fields = own.map((column) => {
      const comment = comments.get(`${table}.${column.name}`);
      return `${comment === undefined ? '' : `  /** ${comment} */\n`}  ${column.name}: ${typeOf(column)};`;
    });
    return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}\n`;
  });
  const imported = [...new Set(Object.values(columnTypes).flatMap((type) => type.match(/\b[A-Z]\w+/g) ?? []))]
    .filter((name) => !['Buffer', 'Json', 'Partial'].includes(name))
    .toSorted();
  return `// Made from the database by \`npm run types:database\`; not to be changed by hand.
import type { ${imported.join(', ')} } from '@hopscope/contract';
import type { ColumnType, Generated } from 'kysely';

/** Whole numbers of up to 78 digits: read as text. */
type Numeric = ColumnType<string, string | bigint, string | bigint>;
type NullableNumeric = ColumnType<string | null, string | bigint | null, string | bigint | null>;
/** Read as what it holds, written as text. */
type Json<T> = ColumnType<T | null, string | null, string | null>;

${interfaces.join('\n')}
/** Every table by its name. Those of the ledger are written by \`ledger/\` alone, in SQL. */
export interface Schema {
${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`).join('\n')}
}
`;
}

const file = fileURLToPath(new URL('../apps/server/src/db/schema.ts', import.meta.url));

/** Returns the checked-in types of the schema. */
export const readTypesFile = (): string => readFileSync(file, 'utf8');

if (import.meta.main) {
  const { db, close } = await openTemporary();
  try {
    writeFileSync(file, await describeTables(db));
  } finally {
    await close();
  }
}
