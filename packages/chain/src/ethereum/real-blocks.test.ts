import { describe, expect, it } from 'vitest';
import { decodeEthereumBlock } from './codec/decode-block.ts';
import { sumFees } from './fees.ts';
import { readRealBlock } from './codec/real-files.fixture.ts';
import { verifyEthereumBlock } from './verify.ts';

describe('recorded mainnet blocks', () => {
  describe.each([
    { number: 1_000_000, transactions: 2, failed: 0, withdrawals: 0 },
    { number: 4_369_999, transactions: 22, failed: 0, withdrawals: 0 },
    { number: 18_500_000, transactions: 157, failed: 1, withdrawals: 16 },
  ])('$number', ({ number, transactions, failed, withdrawals }) => {
    const { block, receipts } = readRealBlock(number);

    it('hashes, roots and blooms follow from the rest', () => {
      verifyEthereumBlock(block, { receipts });
    });

    it('counts', () => {
      expect(block.transactions.length).toBe(transactions);
      expect(block.withdrawals?.length ?? 0).toBe(withdrawals);
      expect(receipts.filter(({ success }) => success === false).length).toBe(failed);
      expect(receipts.every(({ success }) => success === null)).toBe(number < 4_370_000);
    });
  });

  it('fees, and what of them was burnt', () => {
    const { block, receipts } = readRealBlock(18_500_000);
    const { fee, burnt, tip, blobBurnt } = sumFees(receipts, block.header);
    expect([fee, burnt, blobBurnt]).toEqual([450_943_315_893_129_106n, 354_387_026_296_242_820n, 0n]);
    expect(tip).toBe(fee - burnt);
  });

  it('a changed byte anywhere in a header is noticed', () => {
    const { block } = readRealBlock(18_500_000);
    for (const [key, value] of Object.entries(block.header)) {
      if (!(value instanceof Uint8Array)) continue;
      const changed = Uint8Array.from(value, (byte, i) => (i === value.length - 1 ? byte ^ 1 : byte));
      expect(() => verifyEthereumBlock({ ...block, header: { ...block.header, [key]: changed } })).toThrow(
        expect.objectContaining({ rule: 'block_hash_mismatch' }),
      );
    }
    expect(() => decodeEthereumBlock({})).toThrow(expect.objectContaining({ rule: 'json_missing' }));
  });
});
