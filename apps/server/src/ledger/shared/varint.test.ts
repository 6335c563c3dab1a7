import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPackReader, createPackWriter } from './varint.ts';

const edges = [
  0,
  1,
  0x7f,
  0x80,
  0x3fff,
  0x4000,
  2 ** 28 - 1,
  2 ** 28,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 35,
  2 ** 49,
  Number.MAX_SAFE_INTEGER,
];

test.each(edges)('integers at the edge %i come back', (value) => {
  const out = createPackWriter();
  out.uint(value);
  out.amount(BigInt(value));
  const packed = out.take();
  const reader = createPackReader(packed);
  expect([reader.uint(), reader.amount(), reader.done]).toEqual([value, BigInt(value), true]);
  expect(packed.length).toBe(2 * Math.max(1, Math.ceil(value.toString(2).length / 7)));
});

type Item =
  | { kind: 'uint'; value: number }
  | { kind: 'amount'; value: bigint }
  | { kind: 'byte'; value: number }
  | { kind: 'raw'; value: Uint8Array };

const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ kind: fc.constant('uint' as const), value: fc.maxSafeNat() }),
  fc.record({ kind: fc.constant('amount' as const), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
  fc.record({ kind: fc.constant('byte' as const), value: fc.nat(255) }),
  fc.record({ kind: fc.constant('raw' as const), value: fc.uint8Array({ maxLength: 9000 }) }),
);

function write(items: readonly Item[]): Uint8Array {
  const out = createPackWriter();
  for (const one of items) {
    if (one.kind === 'uint') out.uint(one.value);
    else if (one.kind === 'amount') out.amount(one.value);
    else if (one.kind === 'byte') out.byte(one.value);
    else out.raw(one.value);
  }
  return out.take();
}

function read(packed: Uint8Array, like: readonly Item[]): (number | bigint | Uint8Array)[] {
  const reader = createPackReader(packed);
  return like.map((one) => {
    if (one.kind === 'uint') return reader.uint();
    if (one.kind === 'amount') return reader.amount();
    if (one.kind === 'byte') return reader.byte();
    return reader.raw(one.value.length).slice();
  });
}

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (items) => {
      expect(read(write(items), items)).toEqual(items.map(({ value }) => value));
    }),
  );
});

test('bytes that end too early give a RangeError', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 10 }), fc.nat(), (items, cut) => {
      const packed = write(items);
      if (packed.length === 0) return;
      expect(() => read(packed.subarray(0, cut % packed.length), items)).toThrow(RangeError);
    }),
  );
});

test('any bytes give a number or a RangeError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, big) => {
      const reader = createPackReader(bytes);
      try {
        while (!reader.done)
          expect(typeof (big ? reader.amount() : reader.uint())).toBe(big ? 'bigint' : 'number');
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

test('take begins anew', () => {
  const out = createPackWriter();
  out.uint(5);
  const first = out.take();
  out.uint(6);
  expect([first, out.take(), out.take()]).toEqual([Uint8Array.of(5), Uint8Array.of(6), new Uint8Array()]);
});
