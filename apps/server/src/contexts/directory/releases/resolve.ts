import {
  type DirectoryFieldName,
  directoryFieldNames,
  directoryFields,
  type FieldProvenance,
  type FieldStatement,
} from '@hopscope/contract';
import { addUtcDays, byText } from '@hopscope/domain';

/** The source of the editors' statements. */
export const editorsSource = 'editors';

/** A statement about a field of an entity. */
export interface Statement {
  readonly sourceId: string;
  readonly localId: string;
  readonly field: DirectoryFieldName;
  /** Position among the values of the source. */
  readonly place: number;
  /** Null: stated to be empty (editors only). */
  readonly value: string | null;
  readonly ref: string | null;
  readonly confidence: number;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** Milliseconds since 1970. */
  readonly retrievedAt: number;
  /** Rank of the source: lower ranks are trusted more. */
  readonly rank: number;
  /** By editors about an entity that was merged into this one: counts only where nothing else does. */
  readonly merged?: boolean;
}

/** Valid values of an entity by field; fields without values are omitted. */
export type EntityValues = { readonly [Field in DirectoryFieldName]?: readonly string[] };

type Because = FieldStatement['because'];
export interface ResolvedField {
  readonly values: readonly string[];
  readonly rule: FieldProvenance['rule'];
  readonly conflict: boolean;
  /** All statements, best first, with the verdict on each. */
  readonly verdicts: readonly { statement: Statement; because: Because }[];
}

/** Tests whether a statement is valid on a day: from `validFrom` to `validTo`, inclusive. */
export function isValidOn(
  { validFrom, validTo }: Pick<Statement, 'validFrom' | 'validTo'>,
  date: string,
): boolean {
  return (validFrom === null || validFrom <= date) && (validTo === null || date <= validTo);
}

/** Tests whether editors made a statement about the entity itself. */
function isByEditors({ sourceId, merged }: Statement): boolean {
  return sourceId === editorsSource && merged !== true;
}

const steps = [
  {
    rule: 'editor',
    compare: (a: Statement, b: Statement) => Number(isByEditors(b)) - Number(isByEditors(a)),
  },
  {
    rule: 'rank',
    compare: (a: Statement, b: Statement) =>
      Number(a.merged ?? false) - Number(b.merged ?? false) || a.rank - b.rank,
  },
  { rule: 'confidence', compare: (a: Statement, b: Statement) => b.confidence - a.confidence },
  { rule: 'newest', compare: (a: Statement, b: Statement) => b.retrievedAt - a.retrievedAt },
] as const;

/** Compares by trust: editors, then rank of the source (merged entities' editors last), confidence, newest, order in the source, the text itself. */
function compareStatements(a: Statement, b: Statement): number {
  for (const { compare } of steps) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return (
    a.place - b.place ||
    byText(a.value ?? '', b.value ?? '') ||
    byText(a.sourceId, b.sourceId) ||
    byText(a.localId, b.localId) ||
    byText(a.ref ?? '', b.ref ?? '')
  );
}

/** Returns what distinguished the winner from the best statement with another value. */
function decidedBy(winner: Statement, others: readonly Statement[]): FieldProvenance['rule'] {
  const rival = others.find(({ value }) => value !== winner.value);
  if (!rival) return isByEditors(winner) ? 'editor' : 'only';
  return steps.find(({ compare }) => compare(winner, rival) !== 0)?.rule ?? 'text';
}

function resolveOne(valid: readonly Statement[], stale: readonly Statement[]): ResolvedField {
  const [winner] = valid;
  const verdicts = valid.map((statement, i) => ({
    statement,
    because: i === 0 ? 'chosen' : statement.value === winner?.value ? 'same' : 'overruled',
  })) satisfies ResolvedField['verdicts'];
  return {
    values: winner?.value == null ? [] : [winner.value],
    rule: winner ? decidedBy(winner, valid) : 'only',
    conflict: new Set(valid.map(({ value }) => value)).size > 1,
    verdicts: [...verdicts, ...unused(stale)],
  };
}

function unused(stale: readonly Statement[]): ResolvedField['verdicts'] {
  return stale.map((statement) => ({ statement, because: 'not_valid' as const }));
}

/** Returns the editors' list, which replaces all others; of several, the newest. */
function listOfEditors(valid: readonly Statement[]): readonly Statement[] | undefined {
  const newest = valid.find(isByEditors);
  if (!newest) return undefined;
  return valid
    .filter(({ sourceId, localId }) => sourceId === newest.sourceId && localId === newest.localId)
    .toSorted((a, b) => a.place - b.place);
}

function resolveMany(valid: readonly Statement[], stale: readonly Statement[], limit: number): ResolvedField {
  const list = listOfEditors(valid);
  const counting = list ?? valid;
  const ignored = list ? valid.filter((statement) => !list.includes(statement)) : [];
  const values: string[] = [];
  const verdicts: { statement: Statement; because: Because }[] = [];
  for (const statement of counting) {
    const { value } = statement;
    let because: Because = 'chosen';
    if (value !== null && values.includes(value)) because = 'same';
    else if (value !== null && values.length >= limit) because = 'over_limit';
    else if (value !== null) values.push(value);
    verdicts.push({ statement, because });
  }
  const overruled = ignored.map((statement) => ({ statement, because: 'overruled' as const }));
  return {
    values,
    rule: list ? 'editor' : 'union',
    conflict: false,
    verdicts: [...verdicts, ...overruled, ...unused(stale)],
  };
}

/**
 * Returns the valid values of an entity on a day (such as 2026-01-31) by field, with every statement and the reason why it
 * is valid or not. Independent of the order of statements.
 */
export function resolve(
  statements: readonly Statement[],
  date: string,
): Map<DirectoryFieldName, ResolvedField> {
  const byField = Map.groupBy(statements, ({ field }) => field);
  const resolved = new Map<DirectoryFieldName, ResolvedField>();
  for (const field of directoryFieldNames) {
    const all = byField.get(field)?.toSorted(compareStatements);
    if (!all) continue;
    const valid = all.filter((statement) => isValidOn(statement, date));
    const stale = all.filter((statement) => !isValidOn(statement, date));
    const { limit } = directoryFields[field];
    resolved.set(field, limit === 1 ? resolveOne(valid, stale) : resolveMany(valid, stale, limit));
  }
  return resolved;
}

/** Returns only the values. */
export function valuesOf(resolved: ReadonlyMap<DirectoryFieldName, ResolvedField>): EntityValues {
  return Object.fromEntries(
    [...resolved].flatMap(([field, { values }]) => (values.length === 0 ? [] : [[field, values]])),
  );
}

/** Returns the first day after `date` on which the valid statements change; null: never. */
export function nextChange(statements: readonly Statement[], date: string): string | null {
  const days = statements
    .flatMap(({ validFrom, validTo }) => [validFrom ?? [], validTo === null ? [] : addUtcDays(validTo, 1)])
    .flat()
    .filter((day) => day > date);
  return days.toSorted(byText)[0] ?? null;
}
