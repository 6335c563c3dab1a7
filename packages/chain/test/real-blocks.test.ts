import { describe, expect, it } from 'vitest';
import {
  type Block,
  bip34Height,
  ChainError,
  classifyScript,
  coinbaseText,
  decodeBlock,
  difficultyOfBits,
  encodeBlock,
  mainnetCheckpoints,
  minimumPlausibleDifficulty,
  networks,
  subsidyAt,
  toDisplayHash,
  toHex,
  verifyBlock,
} from '../src/index.ts';
import { describeWithBlocks, hashing, readBlocks, readShared } from './shared-data.ts';

const { mainnet, testnet } = networks;

function sumOfOutputs(block: Block, from: number, to?: number): bigint {
  const outputs = block.transactions.slice(from, to).flatMap((tx) => tx.outputs);
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

/** Coins of the coinbase above the subsidy: the fees, where the miner took all of them. */
function feesOf(block: Block): bigint {
  return sumOfOutputs(block, 0, 1) - subsidyAt(bip34Height(block) ?? 0, mainnet);
}

function counts(block: Block): { txs: number; inputs: number; outputs: number } {
  return {
    txs: block.transactions.length,
    inputs: block.transactions.slice(1).reduce((sum, tx) => sum + tx.inputs.length, 0),
    outputs: block.transactions.reduce((sum, tx) => sum + tx.outputs.length, 0),
  };
}

function expectSound(block: Block, bytes: Uint8Array): void {
  verifyBlock(block, mainnet, { hashing });
  expect(Buffer.compare(encodeBlock(block), bytes.subarray(0, block.size))).toBe(0);
}

interface SingleBlock {
  readonly name: string;
  readonly height: number;
  readonly txs: number;
  readonly fees: bigint | undefined;
  readonly trailing: number;
}

function expectFacts({ name, height, txs, fees, trailing }: SingleBlock): void {
  const bytes = readShared(name);
  const block = decodeBlock(bytes, { hashing, allowTrailing: true });
  expectSound(block, bytes);
  expect(block.trailing).toBe(trailing);
  expect(block.transactions.length).toBe(txs);
  expect(bip34Height(block)).toBe(height);
  if (fees !== undefined) expect(feesOf(block)).toBe(fees);
  expect(difficultyOfBits(block.header.bits)).toBeGreaterThan(minimumPlausibleDifficulty(height, mainnet));
  // Without native hashing the answer is the same.
  expect(toHex(decodeBlock(bytes, { allowTrailing: true }).hash)).toBe(toHex(block.hash));
}

describeWithBlocks('a block with a trailing byte', ['block413567.raw'], () => {
  it('block413567.raw', () => {
    expectFacts({
      name: 'block413567.raw',
      height: 413_567,
      txs: 1_557,
      fees: 31_310_238n,
      trailing: 1,
    });
  });
});

describe('single mainnet blocks', () => {
  it.each([
    { name: 'block300025.raw', height: 300_025, txs: 461, fees: undefined, trailing: 0 },
    { name: 'block702861.raw', height: 702_861, txs: 2_500, fees: 4_948_405n, trailing: 0 },
  ])('$name', expectFacts);

  it('refuses a trailing byte unless asked', () => {
    const bytes = Buffer.concat([readShared('block702861.raw'), Buffer.alloc(1)]);
    expect(() => decodeBlock(bytes, { hashing })).toThrow(
      expect.objectContaining({ code: 'trailing_bytes', offset: 1_381_836 }),
    );
    expect(decodeBlock(bytes, { hashing, allowTrailing: true }).trailing).toBe(1);
  });

  it('reads what miners wrote', () => {
    const block = decodeBlock(readShared('block702861.raw'), { hashing });
    expect(coinbaseText(block.transactions[0]?.inputs[0]?.script ?? new Uint8Array())).toContain('binance');
  });

  it('agrees with the undo data of block 300025 (value and script of each spent output)', () => {
    const block = decodeBlock(readShared('block300025.raw'), { hashing });
    const undo = readShared('block300025-undo.raw');
    const view = new DataView(undo.buffer, undo.byteOffset, undo.length);
    let spent = 0n;
    let inputs = 0;
    for (let at = 0; at < undo.length; inputs++) {
      spent += view.getBigInt64(at, true);
      const long = undo[at + 8] === 0xfd;
      const length = long ? view.getUint16(at + 9, true) : view.getUint8(at + 8);
      at += 8 + (long ? 3 : 1) + length;
    }
    expect(inputs).toBe(counts(block).inputs);
    expect(spent - sumOfOutputs(block, 1)).toBe(feesOf(block));
    const multisig = block.transactions
      .flatMap((tx) => tx.outputs)
      .filter(({ script }) => classifyScript(script) === 'multisig');
    expect(multisig.length).toBe(5);
  });
});

describeWithBlocks('blk_560062_560073.dat', ['blk_560062_560073.dat'], () => {
  it('has 12 contiguous full blocks', () => {
    const { blocks, skipped, end } = readBlocks('blk_560062_560073.dat');
    expect(end).toMatchObject({ records: 12, skippedBytes: 0 });
    expect(skipped).toEqual([]);
    const total = { txs: 0, inputs: 0, outputs: 0 };
    for (const [i, { block, bytes }] of blocks.entries()) {
      expectSound(block, bytes);
      expect(bip34Height(block)).toBe(560_062 + i);
      if (i > 0) expect(toHex(block.header.prevHash)).toBe(toHex(blocks[i - 1]?.block.hash ?? bytes));
      const { txs, inputs, outputs } = counts(block);
      total.txs += txs;
      total.inputs += inputs;
      total.outputs += outputs;
    }
    expect(total).toEqual({ txs: 33_833, inputs: 63_926, outputs: 84_179 });
  });
});

describe('blk_560065_560066.dat', () => {
  it('has two full blocks, the second on top of the first', () => {
    const { blocks, skipped, end } = readBlocks('blk_560065_560066.dat');
    expect(end).toMatchObject({ records: 2, skippedBytes: 0 });
    expect(skipped).toEqual([]);
    for (const { block, bytes } of blocks) expectSound(block, bytes);
    expect(blocks.map(({ block }) => bip34Height(block))).toEqual([560_065, 560_066]);
    expect(blocks.map(({ block }) => toDisplayHash(block.header.prevHash))[1]).toBe(
      toDisplayHash(blocks[0]?.block.hash ?? new Uint8Array(32)),
    );
  });

  it('notices a flipped bit anywhere in a block', () => {
    const bytes = readBlocks('blk_560065_560066.dat').blocks[0]?.bytes ?? new Uint8Array();
    for (let i = 0; i < 20; i++) {
      const damaged = bytes.slice();
      const at = Math.floor((i * 0.05 + 0.01) * bytes.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (i % 8));
      expect(() => verifyBlock(decodeBlock(damaged, { hashing }), mainnet, { hashing })).toThrow(ChainError);
    }
  });
});

describeWithBlocks('blocks out of order', ['blk_out_of_order_482253_482202.dat'], () => {
  it('blk_out_of_order_482253_482202.dat', () => {
    const { blocks } = readBlocks('blk_out_of_order_482253_482202.dat');
    for (const { block, bytes } of blocks) expectSound(block, bytes);
    expect(blocks.map(({ block }) => bip34Height(block))).toEqual([482_253, 482_202]);
  });
});

describe('other files', () => {
  it('blk_torn_300_598.dat: 300 blocks, one of them twice behind a stray byte, and padding', () => {
    const { blocks, skipped, end } = readBlocks('blk_torn_300_598.dat');
    for (const { block, bytes } of blocks) expectSound(block, bytes);
    expect(new Set(blocks.map(({ block }) => toHex(block.hash))).size).toBe(300);
    expect(end).toEqual({ bytes: 71_696, records: 301, skippedBytes: 1_023 });
    expect(skipped).toEqual([
      { from: 70_449, to: 70_450, why: 'garbage' },
      { from: 70_674, to: 71_696, why: 'garbage' },
    ]);
  });

  it.each([
    ['testnet3/block898352.raw', 10],
    ['testnet3/block1087400.raw', 97],
  ])('%s belongs to testnet and not to mainnet', (name, txs) => {
    const bytes = readShared(name);
    const block = decodeBlock(bytes, { hashing });
    verifyBlock(block, testnet, { hashing });
    expect(toHex(encodeBlock(block))).toBe(toHex(bytes));
    expect(block.transactions.length).toBe(txs);
    const height = bip34Height(block) ?? 0;
    expect(difficultyOfBits(block.header.bits)).toBeLessThan(minimumPlausibleDifficulty(height, mainnet));
  });
});

describe('blk_000000_002100.dat', () => {
  it('leads through every checkpoint up to its end', () => {
    const { blocks } = readBlocks('blk_000000_002100.dat');
    const byPrevious = new Map(blocks.map((entry) => [toHex(entry.block.header.prevHash), entry]));
    let previous = '00'.repeat(32);
    const heights = new Map<string, number>();
    for (let entry = byPrevious.get(previous); entry; entry = byPrevious.get(previous)) {
      expectSound(entry.block, entry.bytes);
      heights.set(toDisplayHash(entry.block.hash), heights.size);
      previous = toHex(entry.block.hash);
    }
    expect(heights.size).toBe(2_101);
    for (const [hash, height] of mainnetCheckpoints) {
      expect(heights.get(hash)).toBe(height <= 2_100 ? height : undefined);
    }
  });
});
