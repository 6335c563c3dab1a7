import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { ImportError, type ImportFile } from './import-item.ts';
import { linesOf, textOf } from './text.ts';

export type CsvRow =
  | { readonly place: string; readonly row: Readonly<Record<string, string>>; readonly reason?: never }
  /** An unreadable row; import continues. */
  | { readonly place: string; readonly row?: never; readonly reason: string };

const longestRecord = 1_000_000;

/**
 * Reads rows of a CSV file (RFC 4180; separated by comma, semicolon, or tab, as in the first line) by header names in
 * lower case; skips columns without a name and blank rows. Refuses a row with another number of cells. Throws
 * `ImportError`: `torn` if a quote is never closed, `not_this_format` without a header.
 */
export async function* csvRows(file: ImportFile, signal: AbortSignal): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: await delimiterOf(file, signal),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
  });
  // Errors of the file reach the parser, and the file is closed when the parser ends.
  pipeline(Readable.from(withoutReturns(file, signal)), parser, () => {});
  let names: string[] | undefined;
  try {
    for await (const entry of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const { record, info } = entry;
      const place = `${file.name}, line ${String(info.lines)}`;
      if (names === undefined) {
        names = record.map((name) => name.trim().toLowerCase());
        continue;
      }
      if (record.every((cell) => cell.trim() === '')) continue;
      if (record.length !== names.length) {
        yield { place, reason: `${String(record.length)} cells, the header has ${String(names.length)}` };
        continue;
      }
      yield { place, row: Object.fromEntries(namedCells(names, record)) };
    }
  } catch (error) {
    if (error instanceof CsvError) {
      const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_large' : 'torn';
      throw new ImportError(code, file.name, `invalid CSV: ${error.message}`, { cause: error });
    }
    throw error;
  }
  if (names === undefined) throw new ImportError('not_this_format', file.name, 'empty: no header');
}

function namedCells(names: readonly string[], record: readonly string[]): [string, string][] {
  return names.flatMap((name, at): [string, string][] => (name === '' ? [] : [[name, record[at] ?? '']]));
}

async function delimiterOf(file: ImportFile, signal: AbortSignal): Promise<string> {
  for await (const { text } of linesOf(file, signal)) {
    const count = (mark: string): number => text.split(mark).length;
    return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
  }
  return ',';
}

/** Removes carriage returns: the parser counts CR LF as two lines; within cells the difference is irrelevant. */
async function* withoutReturns(file: ImportFile, signal: AbortSignal): AsyncGenerator<string> {
  let pending = '';
  for await (const text of textOf(file, signal)) {
    const joined = pending + text;
    pending = joined.endsWith('\r') ? '\r' : '';
    yield joined.slice(0, joined.length - pending.length).replaceAll('\r\n', '\n');
  }
  if (pending) yield '\n';
}
