import type { Logger } from 'pino';

/** Writes a log line (JSON) of a thread as one of this process. */
export function relayLog(logger: Logger, line: string): void {
  const { level, msg, time: _time, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const name = logger.levels.labels[Number(level)];
  const write = name === 'fatal' || name === 'error' || name === 'warn' || name === 'debug' ? name : 'info';
  logger[write](rest, String(msg));
}
