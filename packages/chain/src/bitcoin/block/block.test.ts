import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toDisplayHash, toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { bip34Height } from './bip34.ts';
import { decodeBlock, decodeHeader, encodeBlock, encodeHeader } from './block.ts';
import { makeCoinbase, makeCommittingCoinbase, mineBlock } from './block.fixture.ts';
import { damaged } from './mutation.fixture.ts';
import { networks } from '../networks.ts';
import { anyTransaction, makeTransaction } from '../codec/transaction.fixture.ts';
import { transactionVectors } from '../vectors/transactions.ts';
import { verifyBlock } from './verify.ts';

const genesisHeader =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';
const genesis = fromHex(`${genesisHeader}01${transactionVectors[0]?.hex}`);

describe('block 0 of mainnet', () => {
  const block = decodeBlock(genesis);

  it('has the hash and fields that everybody knows', () => {
    expect(toDisplayHash(block.hash)).toBe(networks.mainnet.genesisHash);
    expect(block.header).toMatchObject({ version: 1, time: 1231006505, bits: 0x1d00ffff, nonce: 2083236893 });
    expect([block.size, block.strippedSize, block.weight, block.trailing]).toEqual([285, 285, 1140, 0]);
    expect(bip34Height(block)).toBeUndefined();
    verifyBlock(block, networks.mainnet);
  });

  it('goes back to the same bytes', () => {
    expect(toHex(encodeBlock(block))).toBe(toHex(genesis));
    expect(toHex(encodeHeader(decodeHeader(genesis.subarray(0, 80)).header))).toBe(genesisHeader);
  });

  it('may be followed by other bytes only when asked', () => {
    const longer = Uint8Array.of(...genesis, 0, 0);
    expect(() => decodeBlock(longer)).toThrow(
      expect.objectContaining({ code: 'trailing_bytes', offset: 285 }),
    );
    expect(decodeBlock(longer, { allowTrailing: true })).toMatchObject({ size: 285, trailing: 2 });
  });

  it('has a header of 80 bytes', () => {
    expect(() => decodeHeader(genesis.subarray(0, 79))).toThrow(
      expect.objectContaining({ code: 'truncated' }),
    );
    expect(() => decodeHeader(genesis.subarray(0, 81))).toThrow(
      expect.objectContaining({ code: 'trailing_bytes' }),
    );
  });

  it('does not make room for transactions that are not there', () => {
    const hostile = Uint8Array.of(...genesis.subarray(0, 80), 0xff, 0, 0, 0, 0, 0, 1, 0, 0);
    expect(() => decodeBlock(hostile)).toThrow(expect.objectContaining({ code: 'count_too_large' }));
    const many = Uint8Array.of(...genesis.subarray(0, 80), 0xfe, 0, 0, 0, 0x7f);
    expect(() => decodeBlock(many)).toThrow(expect.objectContaining({ code: 'count_too_large' }));
  });
});

describe('properties', () => {
  const witnessed = makeTransaction({ inputs: [{ witness: [Uint8Array.of(1)] }], outputs: [{ value: 1n }] });
  const segwit = encodeBlock(mineBlock([makeCommittingCoinbase([witnessed]), witnessed], networks.demo));

  it('decode and encode are inverse', () => {
    fc.assert(
      fc.property(fc.array(anyTransaction, { maxLength: 5 }), (transactions) => {
        const block = mineBlock(transactions, networks.demo);
        const bytes = encodeBlock(block);
        expect(decodeBlock(bytes)).toEqual(block);
        expect(bytes.length).toBe(block.size);
        expect(block.weight).toBe(3 * block.strippedSize + block.size);
      }),
      propertyRuns(50),
    );
  });

  it('damaged bytes are refused or read exactly; none passes verification', () => {
    fc.assert(
      fc.property(damaged(fc.constantFrom(genesis, segwit)), (bytes) => {
        try {
          const block = decodeBlock(bytes);
          expect(toHex(encodeBlock(block))).toBe(toHex(bytes));
          verifyBlock(block, networks.mainnet);
          expect(toHex(bytes)).toBe(toHex(genesis));
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
      propertyRuns(2000),
    );
  });

  it('every flipped bit of a segwit block is noticed', () => {
    for (let bit = 0; bit < segwit.length * 8; bit++) {
      const bytes = segwit.slice();
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      let noticed: unknown;
      try {
        const block = decodeBlock(bytes);
        verifyBlock(block, networks.demo);
        // On an easy network half of all changed headers have proof of work: then it is another block.
        noticed = bit < 640;
      } catch (error) {
        noticed = error instanceof ChainError;
      }
      expect(noticed, `bit ${bit}`).toBe(true);
    }
  });
});

function heightOf(script: string, version = 2): number | undefined {
  const nothing = { prevTxid: new Uint8Array(32), prevVout: 0xffffffff };
  const coinbase = makeCoinbase({ inputs: [{ ...nothing, script: fromHex(script) }] });
  return bip34Height(mineBlock([coinbase], networks.demo, { version }));
}

describe('BIP34 height', () => {
  it.each([
    ['03dbbe03', 0x3bedb],
    ['0000', 0],
    ['51', 1],
    ['60', 16],
    ['0111', 17],
    ['017f', 127],
    ['028000', 128],
    ['02ff7f', 32767],
    ['03008000', 32768],
    ['04ffffff7f', 2 ** 31 - 1],
  ])('%s is %i', (script, height) => {
    expect(heightOf(script)).toBe(height);
    expect(heightOf(`${script}deadbeef`)).toBe(height);
    expect(heightOf(script, 0x20000000)).toBe(height);
    expect(heightOf(script, 1)).toBeUndefined();
    expect(heightOf(script, -1)).toBeUndefined();
  });

  it.each([
    ['empty script', ''],
    ['a push that the script cuts off', '03dbbe'],
    ['a number that OP_16 or less could write', '0110'],
    ['a padded number', '027f00'],
    ['a negative number', '0181'],
    ['five bytes', '050000000001'],
    ['no push', '76'],
    ['PUSHDATA1', '4c03dbbe03'],
  ])('%s has none', (_, script) => {
    expect(heightOf(script)).toBeUndefined();
  });
});
