import pg from 'pg';

/** Thrown for an error of the database, with its SQLSTATE. */
export class SqlError extends Error {
  override name = 'SqlError';
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(message: string, code: string, constraint?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.constraint = constraint;
  }
}

/** Another server process has taken over the work of this one (`processes/work-lease.ts`). */
export class FencedError extends SqlError {
  override name = 'FencedError';

  constructor() {
    super('Another process has taken over the work of this one', '28000');
  }
}

interface DriverError {
  message?: unknown;
  code?: unknown;
  constraint?: unknown;
}

/** Converts an error of a driver to a SqlError; keeps the cause. */
export function toSqlError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const raw: DriverError = typeof error === 'object' && error !== null ? error : {};
  const code = typeof raw.code === 'string' ? raw.code : 'XX000';
  const constraint = typeof raw.constraint === 'string' ? raw.constraint : undefined;
  return new SqlError(typeof raw.message === 'string' ? raw.message : String(error), code, constraint, {
    cause: error,
  });
}

/**
 * Creates the error of a failed connection: the server's message, or that it can't be reached (SQLSTATE 08001). Codes of the
 * system can look like an SQLSTATE (EPIPE), so only errors that the server sent keep theirs.
 */
export function connectionError(error: unknown): SqlError {
  const known = toSqlError(error);
  if (error instanceof SqlError || error instanceof pg.DatabaseError) return known;
  const reason = known.code === 'XX000' ? known.message : `${known.message} (${known.code})`;
  return new SqlError(reason, '08001', undefined, { cause: error });
}

const fullDiskCodes = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);
const fullDiskText = /no space left on device|disk quota exceeded|file too large/i;

/** Returns true if the disk (or a quota) is full; SQLSTATE 53100 or an error of the file system. */
export function isDiskFull(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (fullDiskCodes.has(code) || fullDiskText.test(e.message)) return true;
  }
  return false;
}

/**
 * Returns true if there is no connection: no response, the sign-in is rejected, or the database doesn't exist or is shutting
 * down.
 */
export function isUnreachable(error: unknown): error is SqlError {
  return (
    error instanceof SqlError &&
    /^(08|28|3D|57P|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(error.code)
  );
}

/**
 * Returns true if the database lacks resources (connections, memory) at present, or rolled back a transaction in favor of
 * another one.
 */
export function isBusy(error: unknown): error is SqlError {
  return error instanceof SqlError && /^(40|53|55P03|57014)/.test(error.code);
}
