import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionError, isUnreachable, SqlError, toSqlError } from './sql-error.ts';

const systemError = (code: string): Error => Object.assign(new Error(`write ${code}`), { code });

function serverError(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

test.each(['EPIPE', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EBUSY'])(
  'a connection that the system ended with %s has no database behind it',
  (code) => {
    const error = connectionError(systemError(code));
    expect(error).toMatchObject({ code: '08001', message: `write ${code} (${code})` });
    expect(isUnreachable(error)).toBe(true);
  },
);

test('the driver’s own words about a connection are kept', () => {
  expect(connectionError(new Error('timeout expired'))).toMatchObject({
    code: '08001',
    message: 'timeout expired',
  });
});

test('what the server says about a connection keeps its code', () => {
  const starting = connectionError(serverError('57P03', 'the database system is starting up'));
  expect([starting.code, isUnreachable(starting)]).toEqual(['57P03', true]);
  const full = connectionError(serverError('53300', 'too many clients already'));
  expect([full.code, isUnreachable(full)]).toEqual(['53300', false]);
  const before = new SqlError('The connection to the database was lost', '08006');
  expect(connectionError(before)).toBe(before);
});

test('a statement that could not be written found no database', () => {
  expect(isUnreachable(toSqlError(systemError('EPIPE')))).toBe(true);
});
