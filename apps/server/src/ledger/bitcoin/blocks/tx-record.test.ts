import { scriptTypes } from '@hopscope/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../test/depth.ts';
import { positionOf } from '../positions.ts';
import { packTx, type StoredInput, type StoredOutput, type StoredTx, unpackTx } from './tx-record.ts';
import { createPackWriter } from '../../shared/varint.ts';

const position = positionOf(900_000, 3000);
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }),
  fc.constantFrom(0n, 2_100_000_000_000_000n),
);
const uint32 = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 1, 0xfffffffd, 0xfffffffe, 0xffffffff));

function keyOf(tag: number, length: number): fc.Arbitrary<Uint8Array> {
  return fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((payload) => Uint8Array.of(tag, ...payload));
}

const keys = {
  p2pk: keyOf(0, 20),
  p2pkh: keyOf(0, 20),
  p2sh: keyOf(1, 20),
  p2wpkh: keyOf(0x10, 20),
  p2wsh: keyOf(0x10, 32),
  p2tr: keyOf(0x11, 32),
  anchor: fc.constant(Uint8Array.of(0x11, 0x4e, 0x73)),
  witness_unknown: fc
    .tuple(fc.integer({ min: 0x11, max: 0x20 }), fc.integer({ min: 2, max: 40 }))
    .chain(([tag, length]) => keyOf(tag, length)),
  multisig: fc.constant(undefined),
  op_return: fc.constant(undefined),
  nonstandard: fc.constant(undefined),
} as const;

const output: fc.Arbitrary<StoredOutput> = fc.constantFrom(...scriptTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    key: keys[type],
    value: amount,
    script: type === 'op_return' ? fc.uint8Array({ minLength: 1, maxLength: 300 }) : fc.constant(undefined),
  }),
);

const known = fc.tuple(output, fc.nat(position - 1), fc.nat(2 ** 17 - 1)).map(([spent, before, vout]) => ({
  kind: 'known' as const,
  position: before,
  vout,
  type: spent.type,
  key: spent.key,
  value: spent.value,
}));
const unknown = fc.record({
  kind: fc.constant('unknown' as const),
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  vout: uint32,
});

const tx: fc.Arbitrary<StoredTx> = fc
  .record({ coinbase: fc.boolean(), segwit: fc.boolean() })
  .chain(({ coinbase, segwit }) => {
    const input: fc.Arbitrary<StoredInput> = fc.record({
      prevout: coinbase ? fc.constant({ kind: 'coinbase' as const }) : fc.oneof(known, unknown),
      sequence: uint32,
      scriptSize: fc.nat(4_000_000),
      witnessSize: segwit ? fc.nat(4_000_000) : fc.constant(0),
    });
    return fc
      .record({
        version: fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.constantFrom(0, 1, 2, 3, -1)),
        locktime: uint32,
        segwit: fc.constant(segwit),
        coinbase: fc.constant(coinbase),
        strippedSize: fc.nat(1_000_000),
        size: fc.nat(3_000_000),
        inputs: fc.array(input, { maxLength: 6 }),
        outputs: fc.array(output, { maxLength: 6 }),
      })
      .map((draft) => ({ ...draft, size: segwit ? draft.strippedSize + draft.size : draft.strippedSize }));
  });

test('any transaction comes back', () => {
  fc.assert(
    fc.property(tx, (given) => {
      expect(unpackTx(packTx(createPackWriter(), given, position), position)).toEqual(given);
    }),
    propertyRuns(500),
  );
});

test('a cut transaction gives a RangeError', () => {
  fc.assert(
    fc.property(tx, fc.nat(), (given, cut) => {
      const packed = packTx(createPackWriter(), given, position);
      expect(() => unpackTx(packed.subarray(0, cut % packed.length), position)).toThrow(RangeError);
    }),
  );
});

test('damaged bytes give a transaction or a RangeError, and never take long', () => {
  fc.assert(
    fc.property(
      tx,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }),
      (given, changes) => {
        const packed = packTx(createPackWriter(), given, position);
        for (const [at, value] of changes) packed[at % packed.length] = value;
        try {
          unpackTx(packed, position);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      },
    ),
    propertyRuns(1000),
  );
});

test('hostile counts end at the end of the bytes', () => {
  const out = createPackWriter();
  out.byte(1 << 3); // version 1
  out.uint(100);
  out.uint(2 ** 40); // inputs
  out.uint(2 ** 40); // outputs
  expect(() => unpackTx(out.take(), position)).toThrow(RangeError);
});

test('an output type that must have an address is refused without one', () => {
  const wrong: StoredTx = {
    version: 1,
    locktime: 0,
    segwit: false,
    coinbase: true,
    size: 60,
    strippedSize: 60,
    inputs: [],
    outputs: [{ type: 'p2pkh', key: undefined, value: 1n, script: undefined }],
  };
  expect(() => packTx(createPackWriter(), wrong, position)).toThrow(RangeError);
});
