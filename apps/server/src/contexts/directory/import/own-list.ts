import { directoryFieldOf } from '@hopscope/contract';
import { isRecord } from '@hopscope/domain';
import { attribute } from './attribute.ts';
import { csvRows } from './csv.ts';
import { slugOf } from './entity-kinds.ts';
import { ImportError, type ImportFile, type Importer, type ImportItem } from './import-item.ts';
import { type Fields, fieldsOf, jsonOf, listOf } from './json.ts';
import { createSubjects, type SubjectCollector } from './subjects.ts';

/**
 * Imports an own list, CSV or JSON (docs/operate/directory-sources.md): a row or object describes an entity (any field of
 * the record by its name, several values separated by `;` in CSV), an address of it, or both.
 */
export const importOwnList: Importer = async function* (files, signal) {
  const subjects = createSubjects();
  for (const file of files) {
    yield* /\.(json|jsonl)$/i.test(file.name)
      ? jsonRows(file, subjects, signal)
      : tableRows(file, subjects, signal);
  }
  yield* subjects.subjects();
};

/** Columns other than fields of the record. */
const columns = [
  'entity_id',
  'address',
  'blockchain',
  'kind',
  'label',
  'category',
  'bo',
  'custodian',
  'confidence',
  'ref',
  'valid_from',
  'valid_to',
] as const;
type Column = (typeof columns)[number];

async function* tableRows(
  file: ImportFile,
  subjects: SubjectCollector,
  signal: AbortSignal,
): AsyncGenerator<ImportItem> {
  let checked = false;
  for await (const { place, row, reason } of csvRows(file, signal)) {
    if (row === undefined) {
      yield { kind: 'refused', place, reason };
      continue;
    }
    if (!checked) checkColumns(Object.keys(row), file.name);
    checked = true;
    const values = Object.entries(row).map(([name, cell]): [string, string[]] => [
      name,
      (directoryFieldOf(name)?.limit ?? 1) > 1 ? cell.split(';') : [cell],
    ]);
    yield* rowItems(new Map(values), place, subjects);
  }
}

async function* jsonRows(
  file: ImportFile,
  subjects: SubjectCollector,
  signal: AbortSignal,
): AsyncGenerator<ImportItem> {
  const content = await jsonOf(file, signal);
  const rows = listOf(isRecord(content) ? content['entries'] : content, file.name);
  for (const [index, entry] of rows.entries()) {
    const place = `${file.name}, entry ${String(index + 1)}`;
    const fields: Fields = fieldsOf(entry, place);
    const values = Object.entries(fields).map(([name, value]): [string, string[]] => [name, textsOf(value)]);
    try {
      checkColumns(
        values.map(([name]) => name),
        place,
      );
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      yield { kind: 'refused', place, reason: error.message };
      continue;
    }
    yield* rowItems(new Map(values), place, subjects);
  }
}

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((entry) =>
    typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean'
      ? [String(entry)]
      : [],
  );
}

function isColumn(name: string): name is Column {
  return columns.some((column) => column === name);
}

function checkColumns(names: readonly string[], place: string): void {
  const unknown = names.filter((name) => !isColumn(name) && directoryFieldOf(name) === undefined);
  if (unknown.length > 0) {
    throw new ImportError(
      'not_this_format',
      place,
      `unknown column ${unknown.map((name) => `“${name}”`).join(', ')}`,
    );
  }
  if (!names.includes('proper_name') && !names.includes('entity_id')) {
    throw new ImportError('not_this_format', place, 'no column proper_name or entity_id');
  }
}

function* rowItems(
  row: ReadonlyMap<string, readonly string[]>,
  place: string,
  subjects: SubjectCollector,
): Generator<ImportItem> {
  const cell = (name: Column | 'proper_name'): string | undefined => row.get(name)?.[0]?.trim() || undefined;
  const localId = cell('entity_id') ?? slugOf(cell('proper_name') ?? '');
  if (localId === '') {
    yield { kind: 'refused', place, reason: 'no entity_id or proper_name' };
    return;
  }
  const confidence = Number(cell('confidence') ?? 50);
  if (!Number.isInteger(confidence) || confidence < 0 || confidence > 100) {
    yield { kind: 'refused', place, reason: 'confidence is not a whole number from 0 to 100' };
    return;
  }
  const badDate = (['valid_from', 'valid_to'] as const).find((name) => !isDate(cell(name)));
  if (badDate !== undefined) {
    yield { kind: 'refused', place, reason: `${badDate} is not a date (YYYY-MM-DD)` };
    return;
  }
  const [from, to] = [cell('valid_from'), cell('valid_to')];
  const validity = {
    ...(from === undefined ? {} : { validFrom: from }),
    ...(to === undefined ? {} : { validTo: to }),
  };
  const ref = cell('ref') ?? place;
  const address = cell('address');
  for (const [name, values] of row) {
    if (directoryFieldOf(name) === undefined) continue;
    for (const value of values) {
      // The dates of a row with an address apply to the address.
      subjects.say(localId, {
        field: name,
        value: value.trim(),
        ref,
        confidence,
        ...(address === undefined ? validity : {}),
      });
    }
  }
  if (address === undefined) return;
  const kind = cell('kind');
  if (kind !== undefined && kind !== 'direct' && kind !== 'derived') {
    yield { kind: 'refused', place, reason: 'kind must be direct or derived' };
    return;
  }
  const asset = cell('blockchain');
  const optional = (name: 'bo' | 'custodian' | 'label' | 'category') => {
    const value = cell(name);
    return value === undefined ? {} : { [name]: value };
  };
  yield attribute({
    text: address,
    ...(asset === undefined ? {} : { asset }),
    place,
    localId,
    attribution: kind ?? 'direct',
    ...optional('bo'),
    ...optional('custodian'),
    ...optional('label'),
    ...optional('category'),
    confidence,
    ref,
    ...validity,
  });
}

/** Tests for a valid date; a missing text is valid. */
function isDate(text: string | undefined): boolean {
  if (text === undefined) return true;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
