import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../../../lib/app-error.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';
import { readWallet } from './descriptor.ts';

/** Account keys of the mnemonic "abandon … about", as BIP-44, BIP-84, and BIP-86 and their wallets list them. */
const bip44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const bip84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const bip84AsXpub =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const bip86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const bip49Test =
  'tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2';

test.each<[name: string, source: string, network: NetworkName, places: [number, number, string][]]>([
  ['BIP-44, by its key', bip44, 'mainnet', [[0, 0, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA']]],
  [
    'BIP-84, by its key',
    bip84,
    'mainnet',
    [
      [0, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
      [0, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
      [1, 0, 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ],
  ],
  [
    'BIP-84, by a descriptor with origin and spaces',
    ` wpkh([73c5da0a/84'/0'/0']${bip84AsXpub}/<0;1>/*)\n`,
    'mainnet',
    [[1, 0, 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el']],
  ],
  [
    'BIP-86, by a descriptor',
    `tr(${bip86}/<0;1>/*)`,
    'mainnet',
    [
      [0, 0, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
      [0, 1, 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
      [1, 0, 'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7'],
    ],
  ],
  [
    'BIP-49, by a descriptor of one sequence on testnet',
    `sh(wpkh(${bip49Test}/0/*))`,
    'testnet',
    [[0, 0, '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2']],
  ],
])('%s', (_name, source, network, places) => {
  const wallet = readWallet(source, network);
  for (const [branch, index, address] of places) {
    expect(wallet.addressAt(branch, index).address).toBe(address);
  }
  // The canonical form is read alike, and stays as it is.
  const again = readWallet(wallet.descriptor, network);
  expect(again.descriptor).toBe(wallet.descriptor);
  expect(again.addressAt(0, 7)).toEqual(wallet.addressAt(0, 7));
});

it('has a multisig whose second key uses other alternatives', () => {
  const wallet = readWallet(`wsh(sortedmulti(2,${bip86}/<0;1>/*,${bip84AsXpub}/<2;3>/*))`, 'mainnet');
  const other = readWallet(`wsh(sortedmulti(2,${bip84AsXpub}/3/*,${bip86}/1/*))`, 'mainnet');
  expect(wallet.branches).toBe(2);
  expect(wallet.addressAt(1, 4).address).toBe(other.addressAt(0, 4).address);
});

describe('refuses, with the reason,', () => {
  const privateKey =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';
  it.each<[name: string, source: string, reason: RegExp]>([
    ['an extended private key', `wpkh(${privateKey}/0/*)`, /private key/],
    ['a private key', `wpkh(${wif})`, /private key/],
    ['a wrong checksum', `wpkh(${bip84AsXpub}/0/*)#aaaaaaaa`, /checksum/],
    ['two checksums', `wpkh(${bip84AsXpub}/0/*)#aaaaaaaa#aaaaaaaa`, /checksum/],
    ['a hardened step', `wpkh(${bip84AsXpub}/0'/*)`, /hardened/],
    ['a hardened end', `wpkh(${bip84AsXpub}/0/*h)`, /hardened/],
    ['a single address', `wpkh(${bip84AsXpub}/0/1)`, /single address/],
    ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /neither a descriptor/],
    ['any text', 'my wallet', /neither a descriptor/],
    ['a key of a test network', `wpkh(${bip49Test}/0/*)`, /cannot be read/],
    ['a key with a wrong character', bip84.replace('6rFR7', '6rFR8'), /Invalid extended public key/],
    [
      'alternatives of different number',
      `wsh(multi(2,${bip86}/<0;1>/*,${bip84AsXpub}/<0;1;2>/*))`,
      /BIP-389/,
    ],
    ['three alternatives', `wpkh(${bip84AsXpub}/<0;1;2>/*)`, /At most 2/],
    ['too many keys', `wsh(multi(1${`,${bip86}/0/*`.repeat(21)}))`, /At most 20 keys/],
    ['an unknown function', `combo(${bip84AsXpub}/*)`, /cannot be read/],
    ['an unfinished descriptor', `wpkh(${bip84AsXpub}/*`, /cannot be read/],
  ])('%s', (_name, source, reason) => {
    try {
      readWallet(source, 'mainnet');
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      const { message } = error as AppError;
      expect(message).toMatch(reason);
      expect(message).not.toContain(privateKey.slice(4));
      expect(message).not.toContain(wif);
      expect(message.length).toBeLessThan(300);
      return;
    }
    throw new Error('It was read');
  });
});
