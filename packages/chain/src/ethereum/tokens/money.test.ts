import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { fieldsOfType, hex, makeAnswers, quantity } from '../codec/answers.fixture.ts';
import { createdAddress } from '../contract-address.ts';
import { decodeEthereumBlock } from '../codec/decode-block.ts';
import { decodeReceipts } from '../codec/decode-receipts.ts';
import { splitFee, sumFees } from '../fees.ts';
import type { EthereumHeader } from '../model.ts';
import { blockRewards } from '../rewards.ts';

function decode(answers: ReturnType<typeof makeAnswers>) {
  const block = decodeEthereumBlock(answers.block);
  return { header: block.header, receipts: decodeReceipts(answers.receipts, block) };
}

describe('fees', () => {
  it.each([
    ['legacy', fieldsOfType[0], { fee: 2_310_000n, burnt: 2_100_000n, tip: 210_000n, blobBurnt: 0n }],
    ['with a tip', fieldsOfType[2], { fee: 2_310_000n, burnt: 2_100_000n, tip: 210_000n, blobBurnt: 0n }],
    [
      'with blobs',
      fieldsOfType[3],
      { fee: 3_096_432n, burnt: 2_100_000n, tip: 210_000n, blobBurnt: 786_432n },
    ],
  ])('%s, in a block with a base fee of 100', (_, tx, expected) => {
    const { header, receipts } = decode(makeAnswers('cancun', [{ tx }]));
    expect(receipts.map((receipt) => splitFee(receipt, header))).toEqual([expected]);
  });

  it('the tip is what the limit leaves, down to nothing', () => {
    const tipAt = (limit: number) => {
      const tx = { ...fieldsOfType[2], maxFeePerGas: quantity(limit) };
      const price = quantity(Math.min(limit, 110));
      const { header, receipts } = decode(
        makeAnswers('london', [{ tx, receipt: { effectiveGasPrice: price } }]),
      );
      return sumFees(receipts, header).tip;
    };
    expect([100, 105, 110, 1000].map(tipAt)).toEqual([0n, 105_000n, 210_000n, 210_000n]);
  });

  it('before London nothing is burnt; a failed transaction pays all the same', () => {
    const { header, receipts } = decode(makeAnswers('byzantium', [{ receipt: { status: '0x0' } }, {}]));
    expect(receipts[0]?.success).toBe(false);
    expect(sumFees(receipts, header)).toEqual({ fee: 4_620_000n, burnt: 0n, tip: 4_620_000n, blobBurnt: 0n });
  });

  it('of no transactions', () => {
    const { header } = decode(makeAnswers('london', []));
    expect(sumFees([], header)).toEqual({ fee: 0n, burnt: 0n, tip: 0n, blobBurnt: 0n });
  });
});

describe('contract addresses', () => {
  it.each([
    [0n, 'cd234a471b72ba2f1ccf0a70fcaba648a5eecd8d'],
    [1n, '343c43a37d37dff08ae8c4a11544c718abb4fcf8'],
    [2n, 'f778b86fa74e846c4f0a1fbd1335fe81c00a0c91'],
  ])('of nonce %i', (nonce, address) => {
    const sender = Uint8Array.from(Buffer.from('6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0', 'hex'));
    expect(toHex(createdAddress(sender, nonce))).toBe(address);
  });
});

describe('rewards of miners', () => {
  const ether = 10n ** 18n;
  const at = (number: number, parts: Partial<EthereumHeader> = {}): EthereumHeader => ({
    ...decodeEthereumBlock(makeAnswers('byzantium', [], { number: quantity(number) }).block).header,
    ...parts,
  });
  const valuesAt = (number: number, uncles: readonly number[] = []) =>
    blockRewards(
      at(number),
      uncles.map((height) => at(height)),
    ).map(({ value }) => value);

  it.each([
    [0, []],
    [1, [5n * ether]],
    [4_369_999, [5n * ether]],
    [4_370_000, [3n * ether]],
    [7_279_999, [3n * ether]],
    [7_280_000, [2n * ether]],
    [15_537_393, [2n * ether]],
  ])('at height %i', (number, expected) => {
    expect(valuesAt(number)).toEqual(expected);
  });

  it('with uncles of the last six heights', () => {
    expect(valuesAt(100, [99, 94])).toEqual([
      5_312_500_000_000_000_000n,
      4_375_000_000_000_000_000n,
      1_250_000_000_000_000_000n,
    ]);
    expect(valuesAt(8_000_000, [7_999_999])).toEqual([
      2_062_500_000_000_000_000n,
      1_750_000_000_000_000_000n,
    ]);
  });

  it('go to the miner of the block and of the uncle', () => {
    const uncle = at(99, { miner: new Uint8Array(20).fill(9) });
    const rewards = blockRewards(at(100), [uncle]);
    expect(rewards.map(({ kind, miner }) => [kind, `0x${toHex(miner)}`])).toEqual([
      ['block', hex(0x31, 20)],
      ['uncle', `0x${'09'.repeat(20)}`],
    ]);
  });

  it('none since the Merge', () => {
    expect(blockRewards(at(15_537_394, { difficulty: 0n }), [])).toEqual([]);
  });
});
