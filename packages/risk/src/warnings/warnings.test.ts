import { scriptTypes } from '@hopscope/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dustLimit, isDust } from './dust.ts';
import { findLookAlikes } from './look-alike.ts';
import { unusualFee } from './unusual-fee.ts';

describe('look-alikes', () => {
  const real = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const fake = '0xD8Da0000000000000000000000000000000A6045';
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

  it('begin and end alike and differ between, and each is told of the other', () => {
    const found = findLookAlikes([real, bitcoin, fake, real]);
    expect([...found]).toEqual([
      [real, [fake]],
      [fake, [real]],
    ]);
    const other = `${bitcoin.slice(0, 8)}${'q'.repeat(bitcoin.length - 12)}${bitcoin.slice(-4)}`;
    expect(findLookAlikes([bitcoin, other]).get(other)).toEqual([bitcoin]);
  });

  it('are not the same address in other capitals, nor those that share one end or a prefix alone', () => {
    expect(findLookAlikes([real, real.toLowerCase()]).size).toBe(0);
    expect(findLookAlikes([real, `${real.slice(0, 38)}0000`]).size).toBe(0);
    expect(findLookAlikes([bitcoin, 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq8f3t4']).size).toBe(0);
    expect(findLookAlikes(['', 'x', '1111', '1111']).size).toBe(0);
  });

  it('are as many whatever the order, and mutual', () => {
    const address = fc
      .tuple(
        fc.constantFrom('aaaa', 'bbbb'),
        fc.stringMatching(/^[0-9a-f]{32}$/),
        fc.constantFrom('cccc', 'dddd'),
      )
      .map(([head, middle, tail]) => `0x${head}${middle}${tail}`);
    fc.assert(
      fc.property(fc.array(address, { maxLength: 12 }), (list) => {
        const found = findLookAlikes(list);
        for (const [one, others] of found)
          for (const other of others) expect(found.get(other)).toContain(one);
        expect(new Set(findLookAlikes(list.toReversed()).keys())).toEqual(new Set(found.keys()));
      }),
    );
  });
});

it('dust is what Bitcoin Core calls so', () => {
  const limits = Object.fromEntries(scriptTypes.map((type) => [type, dustLimit(type)]));
  expect(limits).toMatchObject({
    p2pk: 576,
    p2pkh: 546,
    p2sh: 540,
    p2wpkh: 294,
    p2wsh: 330,
    p2tr: 330,
    anchor: 240,
  });
  expect(limits).toMatchObject({ op_return: undefined, multisig: undefined, nonstandard: undefined });
  expect([isDust('p2pkh', 545), isDust('p2pkh', 546), isDust('op_return', 0)]).toEqual([true, false, false]);
});

describe('a fee is unusual', () => {
  it('above a tenth of what was paid', () => {
    expect(unusualFee({ fee: 101n, amount: 1000n })).toEqual(['amount']);
    expect(unusualFee({ fee: 100n, amount: 1000n })).toEqual([]);
    expect(unusualFee({ fee: 0n, amount: 0n })).toEqual([]);
  });

  it('above five times the median rate of its block', () => {
    const paid = { fee: 1n, amount: 1_000_000n };
    expect(unusualFee({ ...paid, rate: '50.01', median: '10' })).toEqual(['rate']);
    expect(unusualFee({ ...paid, rate: '50.00', median: '10.0' })).toEqual([]);
  });

  it('never against what is not known, or is no rate', () => {
    const paid = { fee: 1n, amount: 1_000_000n };
    for (const [rate, median] of [
      [null, '1'],
      ['999', null],
      ['999', '0'],
      ['1e9', '1'],
      ['999', ''],
    ] as const) {
      expect(unusualFee({ ...paid, rate, median })).toEqual([]);
    }
  });
});
