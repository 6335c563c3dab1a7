import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { ChainError } from '../../errors.ts';
import { MAX_MONEY } from '../../amounts.ts';
import { mainnetCheckpoints } from './checkpoints.ts';
import { minimumPlausibleDifficulty, nextBits, subsidyAt } from './consensus.ts';
import { networkByMagic, networks } from '../networks.ts';
import { bitsOfTarget, difficultyOfBits, targetOfBits, workOfBits } from './pow.ts';

describe('compact targets', () => {
  it.each([
    [0x1d00ffff, 0xffffn << 208n],
    [0x207fffff, 0x7fffffn << 232n],
    [0x1b0404cb, 0x404cbn << 192n],
    [0x03123456, 0x123456n],
    [0x02123400, 0x1234n],
    [0x01120000, 0x12n],
    [0x04123456, 0x12345600n],
    [0x05009234, 0x92340000n],
    [0x20123456, 0x123456n << 232n],
  ])('0x%s', (bits, target) => {
    expect(targetOfBits(bits)).toBe(target);
    expect(bitsOfTarget(target)).toBe(bits);
  });

  it.each([0, 0x00123456, 0x01003456, 0x03000000, 0x04923456, 0x01fedcba, 0xff123456, 0x23000001 + 0xff00])(
    '0x%s is none',
    (bits) => {
      expect(() => targetOfBits(bits)).toThrow(ChainError);
      expect(workOfBits(bits)).toBe(0n);
    },
  );

  it('are the target rounded down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (target) => {
        const rounded = targetOfBits(bitsOfTarget(target));
        expect(rounded <= target).toBe(true);
        expect((target - rounded) * 32768n <= target).toBe(true);
        expect(bitsOfTarget(rounded)).toBe(bitsOfTarget(target));
      }),
    );
    expect(bitsOfTarget(0n)).toBe(0);
  });

  it('any 32 bits are a target or a ChainError', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (bits) => {
        try {
          expect(targetOfBits(bits)).toBeGreaterThan(0n);
          expect(difficultyOfBits(bits)).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
      propertyRuns(1000),
    );
  });

  it('give work and difficulty', () => {
    expect(workOfBits(0x1d00ffff)).toBe(0x100010001n);
    expect(workOfBits(0x207fffff)).toBe(2n);
    expect(difficultyOfBits(0x1d00ffff)).toBe(1);
    expect(difficultyOfBits(0x1b0404cb)).toBeCloseTo(16307.42, 2);
    expect(difficultyOfBits(0x207fffff)).toBeCloseTo(4.6565423739069247e-10, 18);
  });
});

describe('retarget (vectors of Bitcoin Core)', () => {
  it.each([
    ['no limit', 1261130161, 1262152739, 0x1d00ffff, 0x1d00d86a],
    ['highest target', 1231006505, 1233061996, 0x1d00ffff, 0x1d00ffff],
    ['a quarter of the time at least', 1279008237, 1279297671, 0x1c05a3f4, 0x1c0168fd],
    ['four times the time at most', 1263163443, 1269211443, 0x1c387f6f, 0x1d00e1fd],
  ])('%s', (_, first, last, bits, expected) => {
    const window = { first: { time: first }, last: { time: last, bits } };
    expect(nextBits({ network: networks.mainnet, ...window })).toBe(expected);
    expect(nextBits({ network: networks.regtest, ...window })).toBe(bits);
  });
});

describe('subsidy', () => {
  it('halves', () => {
    expect(
      [0, 209_999, 210_000, 420_000, 840_000].map((height) => subsidyAt(height, networks.mainnet)),
    ).toEqual([5_000_000_000n, 5_000_000_000n, 2_500_000_000n, 1_250_000_000n, 312_500_000n]);
    expect(subsidyAt(150, networks.regtest)).toBe(2_500_000_000n);
  });

  it('ends', () => {
    expect(subsidyAt(6_929_999, networks.mainnet)).toBe(1n);
    expect(subsidyAt(6_930_000, networks.mainnet)).toBe(0n);
    expect(subsidyAt(64 * 210_000, networks.mainnet)).toBe(0n);
    expect(subsidyAt(4_294_967_295, networks.mainnet)).toBe(0n);
  });

  it('adds up to 2,099,999,997,690,000 satoshis', () => {
    let sum = 0n;
    for (let height = 0; height < 7_000_000; height += 210_000) {
      sum += 210_000n * subsidyAt(height, networks.mainnet);
    }
    expect(sum).toBe(2_099_999_997_690_000n);
    expect(sum < MAX_MONEY).toBe(true);
  });
});

describe('network facts', () => {
  it('are found by magic', () => {
    for (const network of Object.values(networks)) expect(networkByMagic(network.magic)).toBe(network);
    expect(networkByMagic(Uint8Array.of(1, 2, 3, 4))).toBeUndefined();
    expect(networkByMagic(Uint8Array.of(0xf9, 0xbe, 0xb4))).toBeUndefined();
  });

  it('floors lie under the difficulty of real blocks', () => {
    const { mainnet, testnet } = networks;
    expect(minimumPlausibleDifficulty(0, mainnet)).toBe(0);
    expect(minimumPlausibleDifficulty(227_930, mainnet)).toBe(0);
    // Bits of the blocks at these heights.
    expect(minimumPlausibleDifficulty(300_025, mainnet)).toBeLessThan(difficultyOfBits(0x1900896c));
    expect(minimumPlausibleDifficulty(800_000, mainnet)).toBe(45e12);
    expect(minimumPlausibleDifficulty(800_000, testnet)).toBe(0);
  });

  it('checkpoints are distinct hashes under the highest target, and heights', () => {
    expect(mainnetCheckpoints.get(networks.mainnet.genesisHash)).toBe(0);
    expect(new Set(mainnetCheckpoints.values()).size).toBe(mainnetCheckpoints.size);
    for (const hash of mainnetCheckpoints.keys()) expect(hash).toMatch(/^0{8}[0-9a-f]{56}$/);
  });
});
