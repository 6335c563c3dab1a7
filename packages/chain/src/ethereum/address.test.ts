import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../bytes.ts';
import { ChainError } from '../errors.ts';
import { parseEthereumAddress, toChecksumAddress } from './address.ts';

/** The examples of EIP-55: all capitals, all small, and mixed. */
const eip55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('EIP-55', () => {
  it.each(eip55)('%s', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(parseEthereumAddress(address)).toEqual({ address: address.toLowerCase(), checksummed: address });
  });

  it('accepts text without capitals or only capitals, and says that nothing was checked', () => {
    const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    const expected = { address, checksummed: eip55[4], warning: 'checksum_absent' };
    expect(parseEthereumAddress(address)).toEqual(expected);
    expect(parseEthereumAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual(expected);
  });

  it('refuses wrong capitals and gives the right ones', () => {
    expect(() => parseEthereumAddress('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toThrow(
      expect.objectContaining({ code: 'address_checksum', details: { checksummed: eip55[4] } }),
    );
  });

  it.each([
    ['5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'address_prefix'],
    ['0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'address_prefix'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', 'address_length'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg', 'address_character'],
    ['', 'address_prefix'],
  ])('“%s” is refused: %s', (text, code) => {
    expect(() => parseEthereumAddress(text)).toThrow(expect.objectContaining({ code }));
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const checksummed = toChecksumAddress(`0x${toHex(bytes)}`);
        expect(parseEthereumAddress(checksummed).address).toBe(`0x${toHex(bytes)}`);
      }),
    );
  });

  it('any text gives an address or a ChainError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^0x[0-9a-zA-Z]{38,41}$/)), (text) => {
        try {
          expect(parseEthereumAddress(text).address).toBe(text.toLowerCase());
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
    );
  });
});
