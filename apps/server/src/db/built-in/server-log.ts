/** A line of PostgreSQL's log (`log_line_prefix` is `%e %p `). */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  /** SQLSTATE; 00000 if there is no error. */
  readonly code: string;
  readonly text: string;
}

const ready = /database system is ready to accept connections/;

/** Returns true for the line that reports that the server accepts connections. */
export const saysReady = (line: string): boolean => ready.test(line);

/** Parses a line; one with another format (a library's message) counts as information. */
export function readLogLine(line: string): LogLine {
  const [, code = '00000', severity = 'LOG', text = line] =
    /^([0-9A-Z]{5}) \d+ ([A-Z0-9]+): {2}(.*)$/.exec(line) ?? [];
  return { level: levelOf(severity, code), code, text };
}

function levelOf(severity: string, code: string): LogLine['level'] {
  switch (severity) {
    case 'PANIC':
      return 'fatal';
    case 'FATAL':
      // A rejected or disconnected client gets the error; the server is healthy.
      return /^(28|3D|57P)/.test(code) ? 'info' : 'error';
    case 'ERROR':
      // The client gets the error; resources, the system, and damage concern the operator.
      return /^(53|58|XX|F0)/.test(code) ? 'error' : 'debug';
    case 'WARNING':
      return 'warn';
    default:
      return 'debug';
  }
}

/** Splits a stream of bytes into lines and passes each to `take`. */
export function lineReader(take: (line: string) => void): (part: Buffer) => void {
  let rest = '';
  return (part) => {
    const lines = (rest + part.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') take(line);
  };
}
