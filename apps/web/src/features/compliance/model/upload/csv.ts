/** Cell separators, most likely first. */
const separators = [',', ';', '\t'] as const;

/** Returns the separator: the most frequent candidate in the first line, outside quotes. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best?.[0] ?? ',';
}

/** A record of a CSV file: its cells, the line on which it starts (from 1), and its end. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
  readonly end: number;
  /** A quote was opened but not closed. */
  readonly open: boolean;
}

/** Reads a quoted cell, starting after its opening quote; returns `at`, the position after the closing one. */
function quotedCell(text: string, from: number): { cell: string; at: number; open: boolean } {
  let cell = '';
  let at = from;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return { cell: cell + text.slice(at), at: text.length, open: true };
    cell += text.slice(at, close);
    if (text[close + 1] !== '"') return { cell, at: close + 1, open: false };
    cell += '"';
    at = close + 2;
  }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === separator || character === '\n' || character === '\r') return at;
    at += 1;
  }
  return at;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Reads records of a CSV text one by one (RFC 4180), so that a long file is read while it is uploaded; skips empty lines. */
export function* readCsv(text: string, separator: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const begun = line;
    let open = false;
    for (;;) {
      if (text[at] === '"') {
        const quoted = quotedCell(text, at + 1);
        line += linesIn(quoted.cell);
        // Text between the closing quote and the separator belongs to the cell: nothing is dropped silently.
        const end = endOfPlain(text, quoted.at, separator);
        cells.push(quoted.cell + text.slice(quoted.at, end));
        open ||= quoted.open;
        at = end;
      } else {
        const end = endOfPlain(text, at, separator);
        cells.push(text.slice(at, end));
        at = end;
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    if (cells.length > 1 || cells[0]?.trim() !== '') yield { cells, line: begun, end: at, open };
  }
}

/** Prefixes a cell that a spreadsheet would evaluate with an apostrophe (OWASP: CSV injection). */
export function neutralCell(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** Formats rows as CSV, with cells that no spreadsheet evaluates. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    cells
      .map(neutralCell)
      .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(',');
  return `${rows.map(line).join('\r\n')}\r\n`;
}
