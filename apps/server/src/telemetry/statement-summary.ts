/** What a statement does, without its values. */
export interface StatementSummary {
  operation: string;
  table: string | undefined;
}

const tableOf = /\b(?:from|into|update|join|copy)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i;
const operationOf =
  /^\s*(?:with\b[\s\S]*?\b)?(select|insert|update|delete|begin|commit|rollback|set|execute|copy|lock|listen|notify)\b/i;

/** Reads operation and first table of a statement, as far as they are plain to see. */
export function summaryOf(sql: string): StatementSummary {
  return {
    operation: operationOf.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER',
    table: tableOf.exec(sql)?.[1],
  };
}
