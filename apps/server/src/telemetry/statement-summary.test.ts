import { expect, test } from 'vitest';
import { summaryOf } from './statement-summary.ts';

test.each([
  ['select "id" from "app_user" where "id" = $1', 'SELECT', 'app_user'],
  ['insert into "audit_log" ("chain_id") values ($1)', 'INSERT', 'audit_log'],
  ['update organization set name = $1', 'UPDATE', 'organization'],
  ['delete from only note where id = $1', 'DELETE', 'note'],
  ['with found as (select 1 from block) select * from found', 'SELECT', 'block'],
  ['begin isolation level repeatable read', 'BEGIN', undefined],
  ['commit', 'COMMIT', undefined],
  ["select pg_notify('work', 'x')", 'SELECT', undefined],
  ['', 'OTHER', undefined],
])('%s', (sql, operation, table) => {
  expect(summaryOf(sql)).toEqual({ operation, table });
});
