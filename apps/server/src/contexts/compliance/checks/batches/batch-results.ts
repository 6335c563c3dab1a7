import {
  screeningBatchColumns,
  type ScreeningBatchFormat,
  type ScreeningBatchKind,
  type ScreeningBatchResult,
} from '@hopscope/contract';
import { textCell } from '../../../explorer/addresses/export-text.ts';

function csvLine({ score, rules, ...row }: ScreeningBatchResult): string {
  const cells: Record<(typeof screeningBatchColumns)[number], string> = {
    line: String(row.line),
    address: row.address,
    reference: row.reference ?? '',
    decision: row.decision ?? '',
    score: score?.score === null || score === null ? '' : String(score.score),
    level: score?.level ?? '',
    rules: rules.map(({ id }) => id).join(' '),
    problem: row.problem ?? '',
  };
  return `${screeningBatchColumns.map((name) => textCell(cells[name])).join(',')}\r\n`;
}

const csvHeader = `${screeningBatchColumns.join(',')}\r\n`;

/**
 * Yields the wanted lines as text. `after` is the last line that the reader has; parts without lines become empty lines in
 * JSON Lines, so that the connection stays open.
 */
export async function* resultTexts(
  parts: AsyncIterable<ScreeningBatchResult[]>,
  asked: {
    format: ScreeningBatchFormat;
    only?: ScreeningBatchKind | undefined;
    after: number;
    limit: number;
  },
): AsyncGenerator<string> {
  const { format, only, after, limit } = asked;
  const isWanted = (row: ScreeningBatchResult): boolean =>
    only === undefined || (only === 'problem' ? row.problem !== null : row.decision === only);
  const lineOf = format === 'csv' ? csvLine : (row: ScreeningBatchResult) => `${JSON.stringify(row)}\n`;
  if (format === 'csv' && after === 0) yield csvHeader;
  let left = limit;
  for await (const rows of parts) {
    const wanted = rows.filter(isWanted).slice(0, left);
    const text = wanted.map(lineOf).join('');
    left -= wanted.length;
    if (text !== '') yield text;
    else if (rows.length === 0 && format === 'ndjson') yield '\n';
    if (left === 0) return;
  }
}
