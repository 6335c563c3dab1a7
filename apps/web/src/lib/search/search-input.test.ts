import { networks } from '@hopscope/chain';
import { texts } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { detectSearch } from './search-input.ts';

const detect = (text: string) => detectSearch(text, networks.mainnet);

it.each(['', '   ', '\n\t'])('nothing to search for in %j', (text) => {
  expect(detect(text)).toEqual({ kind: 'empty' });
});

//
it.each([
  ['0', '0'],
  [' 170 ', '170'],
  ['560,062', '560062'],
  ['000170', '170'],
])('%j is a block', (text, value) => {
  expect(detect(text)).toEqual({ kind: 'go', label: 'Block', to: 'block', value });
});

//
it.each(['-5', '1.5', '5,60,062', '1 000', '99999999999999999999'])('%j is no block number', (text) => {
  expect(detect(text)).toMatchObject({ kind: 'invalid', label: texts.blockNumberInvalid });
});

it('names of ENS are for the server to resolve, as they were typed', () => {
  for (const name of ['vitalik.eth', 'sub.Name.ETH', '👨‍💻.eth']) {
    expect(detect(` ${name}\n`)).toEqual({ kind: 'ask', label: 'ENS name', value: name });
  }
  for (const other of ['.eth', 'two words.eth', 'name.eth/page']) {
    expect(detect(other)).not.toMatchObject({ kind: 'ask' });
  }
});

//
describe('64 hex digits', () => {
  const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
  const blockHash = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';

  it('are for the server to tell apart, with a likely name meanwhile', () => {
    expect(detect(` ${txid.toUpperCase()} `)).toEqual({ kind: 'ask', label: 'Transaction', value: txid });
    expect(detect(blockHash)).toEqual({ kind: 'ask', label: 'Block', value: blockHash });
  });

  it('with 0x are of Ethereum, for the server to tell apart too', () => {
    expect(detect(`0x${txid.toUpperCase()}`)).toEqual({
      kind: 'ask',
      label: 'Ethereum transaction or block',
      value: `0x${txid}`,
    });
  });

  it('less one are nothing', () => {
    expect(detect(txid.slice(1))).toMatchObject({ kind: 'invalid' });
  });
});

//
it.each([
  '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
])('%s is a Bitcoin address', (value) => {
  expect(detect(`  ${value}\n`)).toEqual({ kind: 'go', label: 'Bitcoin address', to: 'address', value });
});

//
describe('Ethereum addresses', () => {
  const value = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

  it.each([value, value.toLowerCase(), `0x${value.slice(2).toUpperCase()}`, value.toUpperCase()])(
    'are known in any case: %s',
    (text) => {
      expect(detect(text)).toEqual({ kind: 'go', label: 'Ethereum address', to: 'address', value });
    },
  );

  it('with the wrong capitals are refused, and the right ones offered', () => {
    expect(detect(value.replace('dA6', 'DA6'))).toMatchObject({ kind: 'invalid', suggestion: value });
    expect(detect(value.slice(0, -1))).not.toHaveProperty('suggestion');
  });
});

//
it.each([
  '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3T',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046',
  'hello',
  '💸'.repeat(20),
])('%s is no address of this ledger, and why is said', (text) => {
  const input = detect(text);
  expect(input).toMatchObject({ kind: 'invalid', label: 'Invalid blockchain address' });
  expect(input.kind === 'invalid' && input.reason.length).toBeGreaterThan(10);
});

it('takes the network of the ledger', () => {
  expect(detectSearch('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', networks.testnet).kind).toBe('go');
});

describe('what people paste', () => {
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const other = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
  const ethereum = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

  it.each([
    [`"${bitcoin}"`, bitcoin],
    [`bitcoin:${bitcoin}?amount=1.5&label=Ada%20L`, bitcoin],
    [`BITCOIN:${bitcoin.toUpperCase()}?AMOUNT=1`, bitcoin],
    [`bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4`, bitcoin],
    [`${bitcoin.slice(0, 20)}\n${bitcoin.slice(20)}`, bitcoin],
    [`ethereum:pay-${ethereum}@1?value=1e18`, ethereum],
    [ethereum.slice(2).toLowerCase(), ethereum],
    [`https://explorer.example.org/address/${ethereum}`, ethereum],
  ])('%j is an address', (text, value) => {
    expect(detect(text)).toMatchObject({ kind: 'go', to: 'address', value });
  });

  it('a hash comes out of quotes, pages and broken lines', () => {
    for (const text of [
      `'${txid}'`,
      `${txid.slice(0, 30)} ${txid.slice(30)}`,
      `https://e.example/tx/${txid}`,
    ]) {
      expect(detect(text)).toEqual({ kind: 'ask', label: 'Transaction', value: txid });
    }
    expect(detect('"560,062"')).toMatchObject({ kind: 'go', to: 'block', value: '560062' });
  });

  it('several addresses are a list, each once, and the wrong ones are counted', () => {
    expect(detect(`${bitcoin}, ${ethereum};${other}\n${bitcoin}`)).toEqual({
      kind: 'list',
      label: '3 addresses',
      words: [bitcoin, ethereum, other],
      invalid: 0,
    });
    expect(detect(`${bitcoin} ${other.slice(0, -1)}`)).toMatchObject({ label: '1 address', invalid: 1 });
    const many = Array.from({ length: 101 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
    expect(detect(many.join('\n'))).toMatchObject({ kind: 'invalid', label: '101 addresses' });
    expect(detect(many.slice(1).join('\n'))).toMatchObject({ kind: 'list', invalid: 0 });
  });

  it('both cases in one bech32 address: the one in small letters is offered', () => {
    expect(detect(bitcoin.replace('w508', 'W508'))).toMatchObject({ kind: 'invalid', suggestion: bitcoin });
  });

  it('tells names from mistyped addresses', () => {
    for (const name of ['kraken', 'Northquay Exchange', 'Zürich Brøker']) {
      expect(detect(name)).toMatchObject({ kind: 'invalid', named: true });
    }
    for (const typo of [other.slice(0, -2), ethereum.slice(0, -1), '💸💸']) {
      expect(detect(typo)).toMatchObject({ kind: 'invalid', named: false });
    }
  });
});
