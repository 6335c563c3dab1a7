import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { coinbaseText } from '../block/coinbase.ts';
import { opReturnData, printableText } from './data-text.ts';

function text(value: string): string | undefined {
  return printableText(new TextEncoder().encode(value));
}

describe('opReturnData', () => {
  it.each([
    ['6a', []],
    ['6a0568656c6c6f', ['68656c6c6f']],
    ['6a5d02aabb', ['0d', 'aabb']],
    ['6a004f60', ['', '81', '10']],
    ['6a4c02aabb4d0100cc', ['aabb', 'cc']],
    ['6a05aabb', ['aabb']],
    ['6a01aa7601bb', ['aa']],
    ['76a9', []],
  ])('%s', (script, data) => {
    expect(opReturnData(fromHex(script)).map(toHex)).toEqual(data);
  });
});

describe('printableText', () => {
  it('reads UTF-8', () => {
    expect(text('→/21million. Thanks Satoshi! — Bitcoin')).toBe('→/21million. Thanks Satoshi! — Bitcoin');
    expect(text('七彩神仙鱼 👩‍💻')).toBe('七彩神仙鱼 👩‍💻');
  });

  it('takes out what would disturb the page around it', () => {
    expect(text('pay to \u202egpj.exe, a long enough text')).toBe('pay to gpj.exe, a long enough text');
    expect(text('zero\u200bwidth\ufeff and bell\u0007 in a longer text')).toBe(
      'zerowidth and bell in a longer text',
    );
    expect(text('two\r\nlines\tand a tab')).toBe('two lines and a tab');
  });

  it('is undefined for data', () => {
    expect(printableText(fromHex('ff00ff'))).toBeUndefined();
    expect(printableText(fromHex('c3'))).toBeUndefined();
    expect(text('')).toBeUndefined();
    expect(text('   ')).toBeUndefined();
    expect(text('\u0000\u0001\u0002ab')).toBeUndefined();
  });

  it('never contains invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        expect(text(value) ?? '').not.toMatch(/[\p{Cc}\p{Co}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
      }),
    );
  });
});

describe('coinbaseText', () => {
  it('finds the headline in block 0', () => {
    const script =
      '04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73';
    expect(coinbaseText(fromHex(script))).toBe(
      'The Times 03/Jan/2009 Chancellor on brink of second bailout for banks',
    );
  });

  it('finds text in a script that is not made of pushes', () => {
    const bytes = Uint8Array.of(
      3,
      0xdb,
      0xbe,
      0x03,
      0xff,
      ...new TextEncoder().encode('/五 pool/'),
      0x01,
      0x80,
    );
    expect(coinbaseText(bytes)).toBe('/五 pool/');
  });

  it('is undefined where nothing can be read', () => {
    expect(coinbaseText(fromHex('04ffff001d0104'))).toBeUndefined();
    expect(coinbaseText(new Uint8Array(0))).toBeUndefined();
  });

  it('never fails', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(coinbaseText(bytes) ?? 'none').not.toMatch(/[\p{Cc}\ufffd\u202a-\u202e]/u);
      }),
      propertyRuns(1000),
    );
  });
});
