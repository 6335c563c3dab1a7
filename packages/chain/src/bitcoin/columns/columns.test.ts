import { scriptTypes } from '@hopscope/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { toHex } from '../../bytes.ts';
import { nobleHashing } from '../../hashing.ts';
import { makeCoinbase, makeCommittingCoinbase, mineBlock } from '../block/block.fixture.ts';
import { type Block, decodeBlock, encodeBlock } from '../block/block.ts';
import { damaged } from '../block/mutation.fixture.ts';
import { verifyBlock } from '../block/verify.ts';
import { makeTransaction } from '../codec/transaction.fixture.ts';
import { networks } from '../networks.ts';
import { addressKeyOfScript, classifyScript } from '../script/script.ts';
import type { BlockColumns } from './block-columns.ts';
import { columnsAt, copiedBytes, copyColumns } from './copy-columns.ts';
import { createColumnReader } from './read-columns.ts';
import { createColumnVerifier } from './verify-columns.ts';

const network = networks.demo;
const reader = createColumnReader(nobleHashing);
const verifier = createColumnVerifier(nobleHashing);

const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const script = fc.oneof(
  hash20.map((hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
  hash20.map((hash) => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
  hash20.map((hash) => Uint8Array.of(0, 20, ...hash)),
  hash32.map((hash) => Uint8Array.of(0, 32, ...hash)),
  hash32.map((hash) => Uint8Array.of(0x51, 32, ...hash)),
  hash32.map((hash) => Uint8Array.of(33, 2, ...hash, 0xac)),
  fc
    .uint8Array({ minLength: 2, maxLength: 40 })
    .map((program) => Uint8Array.of(0x52, program.length, ...program)),
  fc.uint8Array({ maxLength: 300 }).map((data) => Uint8Array.of(0x6a, ...data)),
  fc.uint8Array({ maxLength: 40 }),
);
const transaction = fc
  .record({
    inputs: fc.array(
      fc.record({
        prevTxid: hash32,
        prevVout: fc.nat(5),
        script: fc.uint8Array({ maxLength: 260 }),
        sequence: fc.constantFrom(0xffffffff, 0, 7),
        witness: fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    outputs: fc.array(fc.record({ value: fc.bigInt(0n, 2_100_000_000_000_000n / 5n), script }), {
      minLength: 1,
      maxLength: 4,
    }),
    version: fc.constantFrom(1, 2, -5),
    locktime: fc.constantFrom(0, 500),
  })
  .map(makeTransaction);
const block = fc
  .array(transaction, { maxLength: 6 })
  .map((others) =>
    mineBlock(
      [others.some((tx) => tx.segwit) ? makeCommittingCoinbase(others) : makeCoinbase(), ...others],
      network,
    ),
  );

/** A block with everything that both ways of reading tell. */
function facts(given: Block): unknown {
  return {
    hash: toHex(given.hash),
    size: given.size,
    strippedSize: given.strippedSize,
    transactions: given.transactions.map((tx) => ({
      txid: toHex(tx.txid),
      version: tx.version,
      locktime: tx.locktime,
      segwit: tx.segwit,
      size: tx.size,
      strippedSize: tx.strippedSize,
      inputs: tx.inputs.map((input) => ({
        prev: toHex(input.prevTxid),
        script: toHex(input.script),
        sequence: input.sequence,
      })),
      outputs: tx.outputs.map((output) => ({
        value: output.value,
        type: classifyScript(output.script),
        key: toHex(addressKeyOfScript(output.script, nobleHashing) ?? new Uint8Array()),
        script: toHex(output.script),
      })),
    })),
  };
}

function factsOfColumns(columns: BlockColumns): unknown {
  const bytesAt = (from: number | undefined, length: number | undefined): string =>
    toHex(columns.bytes.subarray(from, (from ?? 0) + (length ?? 0)));
  const range = (first: number | undefined, end: number | undefined): number[] =>
    Array.from({ length: (end ?? 0) - (first ?? 0) }, (_, i) => (first ?? 0) + i);
  return {
    hash: toHex(columns.hash),
    size: columns.size,
    strippedSize: columns.strippedSize,
    transactions: range(0, columns.transactions).map((n) => ({
      txid: toHex(columns.txids.subarray(32 * n, 32 * n + 32)),
      version: (columns.txVersion[n] ?? 0) | 0,
      locktime: columns.txLocktime[n],
      segwit: columns.txSegwit[n] === 1,
      size: columns.txSize[n],
      strippedSize: columns.txStrippedSize[n],
      inputs: range(columns.txFirstInput[n], columns.txFirstInput[n + 1]).map((i) => ({
        prev: bytesAt(columns.inputOutpoint[i], 32),
        script: bytesAt(columns.inputScript[i], columns.inputScriptSize[i]),
        sequence: columns.inputSequence[i],
      })),
      outputs: range(columns.txFirstOutput[n], columns.txFirstOutput[n + 1]).map((i) => ({
        value: (BigInt(columns.outputHigh[i] ?? 0) << 32n) | BigInt(columns.outputLow[i] ?? 0),
        type: scriptTypes[columns.outputType[i] ?? 0],
        key: toHex(
          columns.keys.subarray(
            columns.outputKey[i],
            (columns.outputKey[i] ?? 0) + (columns.outputKeySize[i] ?? 0),
          ),
        ),
        script: bytesAt(columns.outputScript[i], columns.outputScriptSize[i]),
      })),
    })),
  };
}

/** What a way of reading tells of bytes; undefined where it refuses them. */
function factsOrRefusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'ChainError') return undefined;
    throw error;
  }
}

function decodeFully(bytes: Uint8Array): unknown {
  return factsOrRefusal(() => {
    const read = decodeBlock(bytes, { allowTrailing: true });
    verifyBlock(read, network);
    return facts(read);
  });
}

function inColumns(bytes: Uint8Array): unknown {
  return factsOrRefusal(() => {
    const columns = reader.read(bytes);
    verifier.verify(columns, network);
    return factsOfColumns(columns);
  });
}

describe('a block in columns', () => {
  it('tells what the decoded block tells', () => {
    fc.assert(
      fc.property(block, (given) => {
        const expected = decodeFully(encodeBlock(given));
        expect(inColumns(encodeBlock(given))).toEqual(expected);
      }),
      propertyRuns(150),
    );
  });

  it('can be copied to other memory', () => {
    fc.assert(
      fc.property(block, fc.integer({ min: 0, max: 9 }), (given, words) => {
        const columns = reader.read(encodeBlock(given));
        const expected = factsOfColumns(columns);
        const start = 4 * words;
        const buffer = new ArrayBuffer(start + copiedBytes(columns));
        copyColumns(columns, buffer, start);
        const { size, strippedSize, transactions, inputs, outputs, keysSize } = columns;
        const sizes = { size, strippedSize, transactions, inputs, outputs, keysSize };
        const copy = columnsAt(buffer, start, sizes, columns.bytes.slice());
        reader.read(encodeBlock(mineBlock([makeCoinbase()], network)));
        expect(factsOfColumns(copy)).toEqual(expected);
      }),
      propertyRuns(50),
    );
  });

  it('is refused exactly where the decoded block is: damaged bytes', () => {
    fc.assert(
      fc.property(damaged(block.map(encodeBlock)), (bytes) => {
        expect(inColumns(bytes)).toEqual(decodeFully(bytes));
      }),
      propertyRuns(150),
    );
  });

  it('is refused exactly where the decoded block is: damage under a right merkle root', () => {
    const coinbase = makeCoinbase();
    const spend = makeTransaction({ inputs: [{ prevVout: 3 }], outputs: [{ value: 1n }] });
    const twice = makeTransaction({ inputs: [{ prevVout: 3 }, { prevVout: 3 }], outputs: [{ value: 1n }] });
    const secret = makeTransaction({
      inputs: [{ prevVout: 4, witness: [Uint8Array.of(1)] }],
      outputs: [{ value: 1n }],
    });
    const rich = makeTransaction({
      inputs: [{ prevVout: 5 }],
      outputs: [{ value: 2_100_000_000_000_000n }, { value: 1n }],
    });
    const lists = [
      [coinbase, spend],
      [coinbase, twice],
      [coinbase, spend, spend],
      [spend],
      [coinbase, coinbase],
      [coinbase, secret],
      [makeCommittingCoinbase([spend]), secret],
      [makeCommittingCoinbase([secret]), secret],
      [coinbase, rich],
      [
        makeCoinbase({
          inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, script: new Uint8Array(1) }],
        }),
      ],
    ];
    const verdicts = lists.map((list) => {
      const bytes = encodeBlock(mineBlock(list, network));
      expect(inColumns(bytes)).toEqual(decodeFully(bytes));
      return decodeFully(bytes) !== undefined;
    });
    expect(verdicts).toEqual([true, false, false, false, false, false, false, true, false, false]);
  });
});
