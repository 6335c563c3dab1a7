import { type ScriptType, scriptTypes } from '@hopscope/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { encodeAddress } from '../address/address.ts';
import { disassemble } from './disassemble.ts';
import { networks } from '../networks.ts';
import { addressKeyOfScript, classifyScript, isUnspendable } from './script.ts';

const h20 = '11'.repeat(20);
const h32 = '22'.repeat(32);
const compressed = `02${h32}`;
const uncompressed = `04${h32}${h32}`;

const cases: readonly (readonly [ScriptType, string, string])[] = [
  ['p2pk', 'compressed key', `21${compressed}ac`],
  ['p2pk', 'compressed odd key', `2103${h32}ac`],
  ['p2pk', 'uncompressed key', `41${uncompressed}ac`],
  ['p2pk', 'hybrid key', `4106${h32}${h32}ac`],
  ['nonstandard', 'key of no known form', `2105${h32}ac`],
  ['nonstandard', 'uncompressed kind in 33 bytes', `2104${h32}ac`],
  ['nonstandard', 'compressed kind in 65 bytes', `4102${h32}${h32}ac`],
  ['nonstandard', 'key without CHECKSIG', `21${compressed}ad`],
  ['p2pkh', 'template', `76a914${h20}88ac`],
  ['nonstandard', 'P2PKH with something behind', `76a914${h20}88ac61`],
  ['nonstandard', 'P2PKH with another opcode', `76a914${h20}88ad`],
  ['p2sh', 'template', `a914${h20}87`],
  ['nonstandard', 'P2SH with PUSHDATA1', `a94c14${h20}87`],
  ['p2wpkh', 'version 0, 20 bytes', `0014${h20}`],
  ['p2wsh', 'version 0, 32 bytes', `0020${h32}`],
  ['nonstandard', 'version 0, 21 bytes', `0015${h20}00`],
  ['p2tr', 'version 1, 32 bytes', `5120${h32}`],
  ['witness_unknown', 'version 1, 20 bytes', `5114${h20}`],
  ['witness_unknown', 'version 1, 33 bytes', `5121${h32}00`],
  ['witness_unknown', 'version 2, 2 bytes', '52020102'],
  ['witness_unknown', 'version 16, 40 bytes', `6028${h20}${h20}`],
  ['nonstandard', 'version 16, 41 bytes', `6029${h20}${h20}00`],
  ['nonstandard', 'version 2, 1 byte', '520101'],
  ['nonstandard', 'number 17 is no version', `6120${h32}`],
  ['nonstandard', 'program with something behind', `5120${h32}61`],
  ['anchor', 'pay-to-anchor', '51024e73'],
  ['witness_unknown', 'almost pay-to-anchor', '51024e74'],
  ['multisig', '1 of 1', `5121${compressed}51ae`],
  ['multisig', '1 of 2, both kinds of key', `5121${compressed}41${uncompressed}52ae`],
  ['multisig', '3 of 3', `53${`21${compressed}`.repeat(3)}53ae`],
  ['multisig', '1 of 20', `51${`21${compressed}`.repeat(20)}0114ae`],
  ['multisig', '17 of 17', `0111${`21${compressed}`.repeat(17)}0111ae`],
  ['nonstandard', '0 of 1', `0021${compressed}51ae`],
  ['nonstandard', '2 of 1', `5221${compressed}51ae`],
  ['nonstandard', 'fewer keys than said', `5121${compressed}52ae`],
  ['nonstandard', '1 of 21', `51${`21${compressed}`.repeat(21)}0115ae`],
  ['nonstandard', 'no keys', '5151ae'],
  ['multisig', 'data in place of a key (Counterparty)', `5121${compressed}211c${h32}52ae`],
  ['nonstandard', 'a key of 34 bytes', `512202${h32}0051ae`],
  ['nonstandard', 'something behind the multisig', `5121${compressed}51ae61`],
  ['nonstandard', 'multisig cut off', `5121${compressed}ae`],
  ['op_return', 'nothing behind', '6a'],
  ['op_return', 'data', '6a0568656c6c6f'],
  ['op_return', 'not only pushes: just as unspendable', '6a76ac'],
  ['op_return', 'torn push', '6a4c'],
  ['nonstandard', 'empty', ''],
  ['nonstandard', 'one byte', '51'],
  ['nonstandard', 'only CHECKMULTISIG', 'ae'],
];

describe('classifyScript', () => {
  it.each(cases)('%s: %s', (type, _, script) => {
    expect(classifyScript(fromHex(script))).toBe(type);
  });

  it('keeps the order that databases rely on', () => {
    expect(scriptTypes).toEqual([
      'p2pk',
      'p2pkh',
      'p2sh',
      'p2wpkh',
      'p2wsh',
      'p2tr',
      'witness_unknown',
      'anchor',
      'multisig',
      'op_return',
      'nonstandard',
    ]);
  });
});

describe('addressKeyOfScript', () => {
  const withoutAddress: readonly ScriptType[] = ['multisig', 'op_return', 'nonstandard'];

  it.each(cases)('%s: %s', (type, _, script) => {
    const key = addressKeyOfScript(fromHex(script));
    expect(key === undefined).toBe(withoutAddress.includes(type));
  });

  it('credits a P2PK output to the P2PKH address of its key', () => {
    const script =
      '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac';
    const key = addressKeyOfScript(fromHex(script));
    expect(key && encodeAddress(key, networks.mainnet)).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  });
});

describe('isUnspendable', () => {
  it('is true for OP_RETURN and for scripts too long to run', () => {
    expect(isUnspendable(fromHex('6a'))).toBe(true);
    expect(isUnspendable(new Uint8Array(10_000))).toBe(false);
    expect(isUnspendable(new Uint8Array(10_001))).toBe(true);
  });
});

describe('disassemble', () => {
  it.each([
    [`76a914${h20}88ac`, `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${h20} OP_EQUALVERIFY OP_CHECKSIG`],
    ['', ''],
    ['004f506061ba', 'OP_0 OP_PUSHNUM_NEG1 OP_RESERVED OP_PUSHNUM_16 OP_NOP OP_CHECKSIGADD'],
    ['b1b2bbff', 'OP_CLTV OP_CSV OP_UNKNOWN_187 OP_UNKNOWN_255'],
    ['4c01aa4d0100bb4e01000000cc', 'OP_PUSHDATA1 aa OP_PUSHDATA2 bb OP_PUSHDATA4 cc'],
    ['4e000000ff00', 'OP_PUSHDATA4 <push past end>'],
    ['4c', 'OP_PUSHDATA1 <push past end>'],
    ['02aa', 'OP_PUSHBYTES_2 <push past end>'],
  ])('%s', (script, text) => {
    expect(disassemble(fromHex(script))).toBe(text);
  });
});

describe('properties', () => {
  it('any script has a type, words and, exactly for types with an address, a key', () => {
    const templates = cases.map(([, , script]) => fromHex(script));
    const script = fc.oneof(
      fc.uint8Array({ maxLength: 120 }),
      fc
        .tuple(fc.constantFrom(...templates), fc.nat(), fc.nat(255))
        .map(([template, at, byte]) => template.map((old, i) => (i === at % template.length ? byte : old))),
    );
    fc.assert(
      fc.property(script, (bytes) => {
        const type = classifyScript(bytes);
        expect(scriptTypes).toContain(type);
        const key = addressKeyOfScript(bytes);
        expect(key === undefined).toBe(['multisig', 'op_return', 'nonstandard'].includes(type));
        if (key) encodeAddress(key, networks.mainnet);
        const data = disassemble(bytes)
          .split(' ')
          .filter((word) => /^[0-9a-f]+$/.test(word));
        expect(toHex(bytes)).toContain(data[0] ?? '');
      }),
      propertyRuns(1000),
    );
  });
});
