import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRows } from '../../src/db/backup/copy-rows.ts';
import { createPostgresDatabase } from '../support/databases.ts';

let client: pg.Client;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await createPostgresDatabase({ bare: true });
  drop = made.drop;
  ({ url } = made);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

async function read(stream: ReturnType<typeof copyRows>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces);
}

test('rows of every length are those that the library reads, and the connection stays usable', async () => {
  // From nothing to more than what is received at once.
  const rows = `select repeat(md5(i::text), (i * i * 7) % 9000)::bytea, i, nullif(i % 3, 0) from generate_series(0, 700) i`;
  for (const query of [rows, 'select 1 where false', 'select from generate_series(1, 100000)']) {
    const text = `copy (${query}) to stdout with (format binary)`;
    const expected = await read(client.query(copyTo(text)));
    const stream = client.query(copyRows(text));
    expect((await read(stream)).equals(expected)).toBe(true);
    expect(stream.rowCount).toBe((await client.query(query)).rowCount);
  }
});

test('a stream that is given up, or not read yet, outlives the end of its connection', async () => {
  for (const use of ['first', 'nothing', 'later']) {
    const own = new pg.Client({ connectionString: url });
    await own.connect();
    const stream = own.query(
      copyRows('copy (select generate_series(1, 3000000)) to stdout with (format binary)'),
    );
    if (use === 'first') for await (const _first of stream) break;
    const ended = own.end();
    // What is read afterwards ends too, with an error.
    if (use === 'later') await expect(read(stream)).rejects.toThrow('Connection terminated');
    await ended;
    await expect.poll(() => stream.destroyed).toBe(true);
  }
});

test('an error after some rows is thrown, and the connection stays usable', async () => {
  const text =
    'copy (select 100 / (50000 - i) from generate_series(1, 60000) i) to stdout with (format binary)';
  await expect(read(client.query(copyRows(text)))).rejects.toThrow('division by zero');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
