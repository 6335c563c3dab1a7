import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCopyReader, createCopyWriter } from './copy-binary.ts';

interface Row {
  small: number;
  middle: number;
  big: bigint;
  safe: number;
  bytes: Uint8Array;
}

const row: fc.Arbitrary<Row> = fc.record({
  small: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  middle: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  big: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  safe: fc.oneof(
    fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(0, -1, 2 ** 32, -(2 ** 32), 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  ),
  bytes: fc.uint8Array({ maxLength: 50 }),
});

function write(rows: readonly Row[]): Uint8Array {
  const out = createCopyWriter();
  for (const one of rows) {
    out.row(5);
    out.int2(one.small);
    out.int4(one.middle);
    out.int8(one.big);
    out.int8Number(one.safe);
    out.bytes(one.bytes);
  }
  expect(out.rows).toBe(rows.length);
  return new Uint8Array(Buffer.concat(out.finish()));
}

function read(data: Uint8Array): Row[] {
  const reader = createCopyReader(data);
  const rows: Row[] = [];
  while (reader.next()) {
    rows.push({
      small: reader.int2(),
      middle: reader.int4(),
      big: reader.int8(),
      safe: reader.int8Number(),
      bytes: reader.bytes().slice(),
    });
  }
  return rows;
}

test('rows come back', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      expect(read(write(rows))).toEqual(rows);
    }),
  );
});

test('rows come back over the edges of chunks, however large their fields', () => {
  const sizes = [1 << 19, (1 << 20) - 40, 3 << 20, 0, 1, 1 << 20];
  const rows = sizes.map(
    (size, i): Row => ({
      small: i,
      middle: i,
      big: BigInt(i),
      safe: -i - 1,
      bytes: new Uint8Array(size).fill(i),
    }),
  );
  expect(
    read(write(rows)).map(({ bytes, safe }) => [
      bytes.length,
      bytes.every((byte) => byte === bytes[0]),
      safe,
    ]),
  ).toEqual(rows.map(({ bytes, safe }) => [bytes.length, true, safe]));
});

test('no rows are a header and an end', () => {
  expect(write([]).length).toBe(21);
  expect(read(write([]))).toEqual([]);
  expect(read(new Uint8Array())).toEqual([]);
});

test('a cut stream gives the whole rows before the cut or a RangeError', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.nat(), (rows, cut) => {
      const data = write(rows);
      try {
        const got = read(data.slice(0, cut % data.length));
        expect(got).toEqual(rows.slice(0, got.length));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

test('a point is its position times 2^17 plus its number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 46 - 1 }),
      fc.integer({ min: 0, max: 2 ** 17 - 1 }),
      (position, index) => {
        const out = createCopyWriter();
        out.row(1);
        out.point(position, index);
        const reader = createCopyReader(Buffer.concat(out.finish()));
        expect(reader.next()).toBe(true);
        expect(reader.int8()).toBe(BigInt(position) * 2n ** 17n + BigInt(index));
      },
    ),
  );
});
