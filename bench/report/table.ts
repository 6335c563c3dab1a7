import { plainNumbers } from '@hopscope/domain';
/** A section of the report: a heading, columns, rows of equal length, and notes. */
export interface Section {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  notes: readonly string[];
}

/** Returns text for a terminal: the first column aligned left, all others right. */
export function renderSection({ title, columns, rows, notes }: Section): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const render = (line: readonly string[]): string =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return [title, rule, render(columns), rule, ...rows.map(render), rule, ...notes, ''].join('\n');
}

export function integer(value: number): string {
  return plainNumbers.count(Math.round(value));
}

export function fixed(value: number, digits: number): string {
  return value.toFixed(digits);
}

/** Returns bytes as MB (millions), the unit of the goals. */
export function megabytes(bytes: number): string {
  return `${integer(bytes / 1e6)} MB`;
}
