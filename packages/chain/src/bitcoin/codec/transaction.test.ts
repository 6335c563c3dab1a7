import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toDisplayHash, toHex } from '../../bytes.ts';
import { ChainError, type ChainErrorCode } from '../../errors.ts';
import { damaged } from '../block/mutation.fixture.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { encodeTransaction } from './encode-transaction.ts';
import { annexOf, isCoinbase, signalsRbf } from './transaction.ts';
import { anyTransaction, makeTransaction } from './transaction.fixture.ts';
import { transactionVectors } from '../vectors/transactions.ts';

function sha256dDisplay(hex: string): string {
  const once = createHash('sha256').update(fromHex(hex)).digest();
  return toDisplayHash(createHash('sha256').update(once).digest());
}

function expectRefusal(hex: string, code: ChainErrorCode): void {
  expect(() => decodeTransaction(fromHex(hex))).toThrow(expect.objectContaining({ code }));
}

function signalsRbfWith(...sequences: number[]): boolean {
  return signalsRbf(makeTransaction({ inputs: sequences.map((sequence) => ({ sequence })) }));
}

function annexLength(...witness: string[]): number | undefined {
  const [first] = makeTransaction({ inputs: [{ witness: witness.map(fromHex) }] }).inputs;
  return first && annexOf(first)?.length;
}

const outpoint = `${'07'.repeat(32)}00000000`;
const input = `${outpoint}00ffffffff`;
const output = '010000000000000000';

describe('official vectors', () => {
  it.each(transactionVectors)('$what', ({ hex, stripped, txid }) => {
    const tx = decodeTransaction(fromHex(hex));
    expect(toHex(encodeTransaction(tx))).toBe(hex);
    expect(toHex(encodeTransaction(tx, { witness: false }))).toBe(stripped);
    expect(toDisplayHash(tx.txid)).toBe(txid ?? sha256dDisplay(stripped));
    expect(toDisplayHash(tx.wtxid)).toBe(sha256dDisplay(hex));
    expect(tx.segwit).toBe(hex !== stripped);
    expect([tx.size, tx.strippedSize]).toEqual([hex.length / 2, stripped.length / 2]);
    expect(tx.weight).toBe((3 * stripped.length + hex.length) / 2);
    expect(tx.vsize).toBe(Math.ceil(tx.weight / 4));
  });

  it('reads the fields', () => {
    const tx = decodeTransaction(fromHex(transactionVectors[1]?.hex ?? ''));
    expect(tx.inputs.map(({ prevVout, sequence, witness }) => [prevVout, sequence, witness.length])).toEqual([
      [0, 0xffffffee, 0],
      [1, 0xffffffff, 2],
    ]);
    expect(tx.outputs.map(({ value }) => value)).toEqual([112_340_000n, 223_450_000n]);
    expect([tx.version, tx.locktime]).toEqual([1, 17]);
  });
});

describe('limits of the fields', () => {
  it('keeps the sign of version and amounts and the whole range of the others', () => {
    const tx = makeTransaction({
      version: -1,
      inputs: [{ prevVout: 0xffffffff, sequence: 0xfffffffe }],
      outputs: [{ value: -1n }, { value: 2n ** 63n - 1n }, { value: -(2n ** 63n) }, { value: 2n ** 53n }],
      locktime: 0xffffffff,
    });
    expect(tx.version).toBe(-1);
    expect(tx.outputs.map(({ value }) => value)).toEqual([-1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n]);
    expect([tx.locktime, tx.inputs[0]?.prevVout]).toEqual([0xffffffff, 0xffffffff]);
  });

  it('writes lengths around each step of the compact size', () => {
    for (const length of [0xfc, 0xfd, 0xffff, 0x1_0000]) {
      const tx = makeTransaction({ outputs: [{ script: new Uint8Array(length) }] });
      expect(tx.outputs[0]?.script.length).toBe(length);
      expect(tx.size).toBe(60 + length + (length < 0xfd ? 0 : length <= 0xffff ? 2 : 4));
    }
  });

  it('reads a transaction of 64 bytes, the length of two hashes in a merkle tree', () => {
    const tx = makeTransaction({ outputs: [{ script: new Uint8Array(4) }] });
    expect(tx.size).toBe(64);
  });
});

describe('refusals', () => {
  it.each<[string, string, ChainErrorCode]>([
    ['nothing', '', 'truncated'],
    [
      'no inputs and no outputs: looks like a marker with flag 0',
      '01000000000000000000',
      'segwit_flag_invalid',
    ],
    ['an unknown flag', `02000000000201${input}01${output}00000000`, 'segwit_flag_invalid'],
    ['a marker and then no inputs', `0200000000010001${output}00000000`, 'inputs_empty'],
    [
      'a marker and only empty witnesses',
      `02000000000101${input}01${output}0000000000`,
      'witness_superfluous',
    ],
    ['bytes behind the end', `0200000001${input}01${output}0000000000`, 'trailing_bytes'],
    ['a missing locktime', `0200000001${input}01${output}000000`, 'truncated'],
    [
      'a count of inputs in three bytes that fits in one',
      `02000000fd0100${input}01${output}00000000`,
      'size_not_canonical',
    ],
    [
      'a count in five bytes that fits in three',
      `02000000feffff0000${input}01${output}00000000`,
      'size_not_canonical',
    ],
    ['a count in nine bytes that fits in five', `02000000ffffffffff00000000${input}`, 'size_not_canonical'],
    ['2^40 inputs', `02000000ff0000000000010000${input}`, 'count_too_large'],
    ['2^31 inputs', `02000000fe00000080${input}`, 'count_too_large'],
    ['2^24 outputs', `0200000001${input}fe00000001${output}`, 'count_too_large'],
    ['a script longer than what is left', `0200000001${outpoint}0800000000`, 'truncated'],
    ['fewer bytes than an input has', `0200000001${outpoint}00`, 'count_too_large'],
    ['a script of 2^31 bytes', `0200000001${outpoint}fe00000080${'00'.repeat(9)}`, 'truncated'],
    ['2^24 witness items', `02000000000101${input}01${output}fe0000000100000000`, 'count_too_large'],
  ])('%s', (_, hex, code) => {
    expectRefusal(hex, code);
  });

  it('does not write what it could not read back', () => {
    const tx = makeTransaction({});
    expect(() => encodeTransaction({ ...tx, inputs: [] })).toThrow(
      expect.objectContaining({ code: 'inputs_empty' }),
    );
  });

  it('keeps a million empty witness items small', () => {
    const items = 1_000_000;
    const head = fromHex(`02000000000101${input}01${output}fe40420f00`);
    const bytes = new Uint8Array(head.length + items + 4);
    bytes.set(head);
    const tx = decodeTransaction(bytes);
    const witness = tx.inputs[0]?.witness ?? [];
    expect(witness.length).toBe(items);
    expect(new Set(witness).size).toBe(1);
  });
});

describe('properties', () => {
  it('decode and encode are inverse', () => {
    fc.assert(
      fc.property(anyTransaction, (tx) => {
        const bytes = encodeTransaction(tx);
        const again = decodeTransaction(bytes);
        expect(again).toEqual(tx);
        expect(bytes.length).toBe(tx.size);
        const stripped = encodeTransaction(tx, { witness: false });
        expect(stripped.length).toBe(tx.strippedSize);
        expect(toDisplayHash(tx.txid)).toBe(sha256dDisplay(toHex(stripped)));
        expect(tx.wtxid === tx.txid).toBe(!tx.segwit);
      }),
    );
  });

  it('damaged bytes are refused or read exactly', () => {
    const originals = transactionVectors.map(({ hex }) => fromHex(hex));
    fc.assert(
      fc.property(damaged(fc.constantFrom(...originals)), (bytes) => {
        try {
          expect(toHex(encodeTransaction(decodeTransaction(bytes)))).toBe(toHex(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
      propertyRuns(2000),
    );
  });

  it('random bytes are refused or read exactly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(toHex(encodeTransaction(decodeTransaction(bytes)))).toBe(toHex(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
      propertyRuns(1000),
    );
  });

  it('reads a view in the middle of other bytes', () => {
    const bytes = fromHex(transactionVectors[1]?.hex ?? '');
    const room = Buffer.alloc(bytes.length + 20, 0xff);
    room.set(bytes, 10);
    expect(decodeTransaction(room.subarray(10, 10 + bytes.length))).toEqual(decodeTransaction(bytes));
  });
});

describe('what a transaction says', () => {
  it('signals replacement by any sequence below 0xfffffffe (BIP125)', () => {
    const of = signalsRbfWith;
    expect([of(0xffffffff), of(0xfffffffe), of(0xfffffffd), of(0xffffffff, 0)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('is a coinbase only with exactly one null outpoint', () => {
    const nothing = { prevTxid: new Uint8Array(32), prevVout: 0xffffffff };
    expect(isCoinbase(makeTransaction({ inputs: [nothing] }))).toBe(true);
    expect(isCoinbase(makeTransaction({ inputs: [nothing, nothing] }))).toBe(false);
    expect(isCoinbase(makeTransaction({ inputs: [{ ...nothing, prevVout: 0 }] }))).toBe(false);
    expect(isCoinbase(makeTransaction({ inputs: [{ prevVout: 0xffffffff }] }))).toBe(false);
  });

  it('has an annex only behind another witness item (BIP341)', () => {
    const of = annexLength;
    expect([of(), of('5000'), of('aa', '5000'), of('5000', 'aa'), of('aa', '')]).toEqual([
      undefined,
      undefined,
      2,
      undefined,
      undefined,
    ]);
  });
});
