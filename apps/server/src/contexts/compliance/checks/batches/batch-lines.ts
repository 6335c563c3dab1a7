import {
  type ScreeningBatchFormat,
  screeningBatchLimits as limits,
  type ScreeningBatchLine,
  screeningBatchLine,
} from '@hopscope/contract';
import { CsvError, type Info, parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../../../lib/app-error.ts';

/** A line of a file, with its number from 1. */
export interface NumberedLine extends ScreeningBatchLine {
  readonly line: number;
}

type LineField = 'address' | 'blockchain' | 'reference';

function wrong(line: number, field: LineField | '', message: string): AppError {
  const name = field === '' ? `lines.${line}` : `lines.${line}.${field}`;
  return new AppError('validation_failed', `Line ${line}${field === '' ? '' : `, ${field}`}: ${message}`, {
    fields: [{ field: name, message }],
  });
}

function checkCount(count: number, line: number): void {
  if (count <= limits.lines) return;
  throw new AppError('payload_too_large', `Line ${line}: a batch has ${limits.lines} lines at most`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Splits bytes into lines, which end with LF or CR LF. Throws 400 for a line that is too long or not UTF-8. */
async function* textLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let rest: Buffer = Buffer.alloc(0);
  function decode(part: Buffer): { line: number; text: string } {
    line += 1;
    if (part.length > limits.line) throw wrong(line, '', `has more than ${limits.line} bytes`);
    try {
      const text = utf8.decode(part);
      return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
    } catch {
      throw wrong(line, '', 'is not UTF-8');
    }
  }
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, from)) {
      yield decode(all.subarray(from, end));
      from = end + 1;
    }
    rest = all.subarray(from);
    if (rest.length > limits.line) throw wrong(line + 1, '', `has more than ${limits.line} bytes`);
  }
  if (rest.length > 0) yield decode(rest);
}

function checkLine(line: number, value: unknown): NumberedLine {
  const { data, error } = screeningBatchLine.safeParse(value);
  if (data) return { line, ...data };
  const [issue] = error.issues;
  const [field] = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys')
    throw wrong(line, '', `has the unknown field "${issue.keys[0] ?? ''}"`);
  const isField = field === 'address' || field === 'blockchain' || field === 'reference';
  throw wrong(line, isField ? field : '', issue?.message ?? 'is not valid');
}

async function* jsonLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<NumberedLine> {
  for await (const { line, text } of textLines(bytes)) {
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw wrong(line, '', 'is not complete JSON');
    }
    yield checkLine(line, value);
  }
}

const names: ReadonlySet<string> = new Set(screeningBatchLine.keyof().options);

/** Returns the columns of a header, or undefined for a file that has one address per line and no header. */
function columnsOf(line: number, cells: readonly string[]): readonly string[] | undefined {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  if (!columns.includes('address')) {
    if (columns.length === 1) return undefined;
    throw wrong(line, 'address', 'the header has no column "address"');
  }
  const unknown = columns.find((name) => !names.has(name));
  if (unknown !== undefined) throw wrong(line, '', `has the unknown column "${unknown}"`);
  if (new Set(columns).size < columns.length) throw wrong(line, '', 'has a column twice');
  return columns;
}

/** Returns the separator of a header: the one that occurs most often. */
function delimiterOf(text: string): string {
  const count = (mark: string): number => text.split(mark).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

async function* csvLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<NumberedLine> {
  const lines = textLines(bytes);
  const first = await lines.next();
  if (first.done) return;
  async function* texts() {
    yield `${first.value?.text ?? ''}\n`;
    for await (const { text } of lines) yield `${text}\n`;
  }
  const parser = parse({
    info: true,
    relax_column_count: true,
    // A quote that is never closed must not collect the whole file.
    max_record_size: 2 * limits.line,
    delimiter: delimiterOf(first.value.text),
  });
  // Errors of the lines reach the parser, and the lines end when the parser does.
  pipeline(Readable.from(texts()), parser, () => {});
  let columns: readonly string[] | undefined;
  let isFirst = true;
  try {
    for await (const entry of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const { record } = entry;
      const line = entry.info.lines;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (isFirst) {
        isFirst = false;
        columns = columnsOf(line, record);
        if (columns) continue;
      }
      const width = columns?.length ?? 1;
      if (record.length !== width) throw wrong(line, '', `has ${record.length} cells instead of ${width}`);
      const cells = (columns ?? ['address']).map((name, at) => [name, record[at]?.trim() ?? ''] as const);
      yield checkLine(
        line,
        Object.fromEntries(cells.filter(([name, cell]) => name === 'address' || cell !== '')),
      );
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw wrong(parser.info.lines, '', 'a quote is not closed up to here, or stands inside a cell');
    throw error;
  }
}

/**
 * Reads the lines of a batch; empty ones are skipped. Throws 400 with number and field of the first wrong line, 413 for too
 * many, and errors of `bytes`.
 */
export async function* batchLines(
  bytes: AsyncIterable<Buffer>,
  format: ScreeningBatchFormat,
): AsyncGenerator<NumberedLine> {
  let count = 0;
  for await (const each of format === 'csv' ? csvLines(bytes) : jsonLines(bytes)) {
    checkCount(++count, each.line);
    yield each;
  }
  if (count === 0) throw new AppError('validation_failed', 'The file has no addresses');
}
