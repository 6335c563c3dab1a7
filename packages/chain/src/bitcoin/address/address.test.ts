import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { encodeAddress, parseAddress, scriptOfAddressKey, typeOfAddressKey } from './address.ts';
import { type BitcoinNetworkName, networks } from '../networks.ts';
import { addressKeyOfScript, classifyScript } from '../script/script.ts';
import { invalidEverywhere, invalidSegwitAddresses, validAddresses } from '../vectors/addresses.ts';

const base58check = createBase58check(sha256);

function refusal(text: string, name: BitcoinNetworkName = 'mainnet'): ChainError {
  try {
    parseAddress(text, networks[name]);
  } catch (error) {
    if (error instanceof ChainError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

/** Every valid address key: two kinds of hash and all witness programs. */
const anyKey = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 1, 0x10), fc.uint8Array({ minLength: 20, maxLength: 20 }))
    .map(([kind, hash]) => Uint8Array.of(kind, ...hash)),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => Uint8Array.of(0x10, ...hash)),
  fc
    .tuple(fc.integer({ min: 1, max: 16 }), fc.uint8Array({ minLength: 2, maxLength: 40 }))
    .map(([version, program]) => Uint8Array.of(0x10 + version, ...program)),
);

describe('official vectors', () => {
  it.each(validAddresses)('%s %s', (name, address, script) => {
    const network = networks[name];
    const { key, type } = parseAddress(address, network);
    expect(toHex(scriptOfAddressKey(key))).toBe(script);
    expect(type).toBe(classifyScript(fromHex(script)));
    expect(type).toBe(typeOfAddressKey(key));
    expect(toHex(addressKeyOfScript(fromHex(script)) ?? new Uint8Array())).toBe(toHex(key));
    const segwit = address.toLowerCase().startsWith(`${network.hrp}1`);
    expect(encodeAddress(key, network)).toBe(segwit ? address.toLowerCase() : address);
  });

  it.each(invalidSegwitAddresses)('%s %s is refused: %s', (name, address, code) => {
    expect(refusal(address, name).code).toBe(code);
  });

  it.each(invalidEverywhere)('“%s” is refused on every network', (text) => {
    for (const name of ['mainnet', 'testnet', 'signet', 'regtest', 'demo'] as const) refusal(text, name);
  });
});

describe('what is said about a wrong address', () => {
  it('names the character and its place', () => {
    const error = refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0');
    expect(error).toMatchObject({ code: 'address_character', offset: 33 });
    expect(error.message).toContain('Character 34, “0”');
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf a').message).toContain('a space');
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf\u202ea').message).toContain('U+202E');
    expect(refusal('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb').message).toContain('Character 42, “b”');
  });

  it('says that a checksum is wrong', () => {
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb').code).toBe('address_checksum');
    expect(refusal('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5').message).toContain('mistyped');
  });

  it('says that characters are missing or too many', () => {
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7Div').code).toBe('address_length');
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNaNa').code).toBe('address_length');
    expect(refusal('1'.repeat(91)).code).toBe('address_length');
  });

  it('names the network of a valid address of another one', () => {
    const error = refusal('mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ');
    expect(error).toMatchObject({ code: 'address_network', details: { wanted: 'mainnet' } });
    expect(error.message).toContain('testnet or signet or regtest');
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'testnet').message).toContain('for mainnet');
    expect(refusal('bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9').message).toContain('for regtest');
    expect(refusal('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed').message).toContain('Ethereum');
    // Version bytes of other coins.
    expect(refusal(base58check.encode(Uint8Array.of(30, ...new Uint8Array(20)))).code).toBe(
      'address_network',
    );
  });

  it('refuses keys that are none', () => {
    for (const hex of ['', '00', '02'.padEnd(42, '0'), '1000', '21'.padEnd(42, '0'), '10'.padEnd(40, '0')]) {
      expect(() => encodeAddress(fromHex(hex), networks.mainnet)).toThrow(ChainError);
      expect(() => scriptOfAddressKey(fromHex(hex))).toThrow(ChainError);
    }
  });
});

describe('properties', () => {
  it('text and key are two forms of one thing, on every network', () => {
    fc.assert(
      fc.property(anyKey, fc.constantFrom(...Object.values(networks)), (key, network) => {
        const text = encodeAddress(key, network);
        expect(toHex(parseAddress(text, network).key)).toBe(toHex(key));
        const script = scriptOfAddressKey(key);
        expect(toHex(addressKeyOfScript(script) ?? new Uint8Array())).toBe(toHex(key));
      }),
    );
  });

  it('agrees with independent encoders', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const kind = key[0] ?? 0;
        const payload = key.subarray(1);
        const text = encodeAddress(key, networks.mainnet);
        if (kind < 0x10) {
          expect(text).toBe(base58check.encode(Uint8Array.of(kind === 0 ? 0 : 5, ...payload)));
        } else {
          const codec = kind === 0x10 ? bech32 : bech32m;
          expect(text).toBe(codec.encode('bc', [kind - 0x10, ...codec.toWords(payload)]));
        }
      }),
    );
  });

  it('notices every change of up to two characters', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0';
    const edit = fc.tuple(fc.nat(200), fc.constantFrom(...alphabet.split('')));
    fc.assert(
      fc.property(anyKey, fc.array(edit, { minLength: 1, maxLength: 2 }), (key, edits) => {
        const text = encodeAddress(key, networks.mainnet);
        const characters = text.split('');
        for (const [at, character] of edits) characters[at % text.length] = character;
        const changed = characters.join('');
        fc.pre(changed.toLowerCase() !== text.toLowerCase());
        refusal(changed);
      }),
    );
  });

  it('any text gives an address or a ChainError', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => base58.encode(bytes)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => bech32m.encodeFromBytes('bc', bytes)),
      fc.stringMatching(/^(bc1|tb1|1|3|bcrt1)[a-zA-Z0-9]{0,90}$/),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        try {
          const { key } = parseAddress(candidate, networks.mainnet);
          expect(encodeAddress(key, networks.mainnet).toLowerCase()).toBe(candidate.toLowerCase());
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
      propertyRuns(500),
    );
  });
});
