import * as fc from 'fast-check';
import { decodeEventLog, encodeAbiParameters, parseAbi, toEventSelector, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { decodeAbi } from './abi.ts';
import { decodeEvent, methodOf } from './events.ts';
import { knownEvents } from './known-events.ts';
import { knownMethods } from './known-methods.ts';
import type { EthereumLog } from '../model.ts';
import { readRealBlock } from '../codec/real-files.fixture.ts';

const bytesOf = (hex: string) => fromHex(hex.slice(2));
const word = (value: bigint) => fromHex(BigInt.asUintN(256, value).toString(16).padStart(64, '0'));
const topicOf = (declaration: string) => bytesOf(toEventSelector(`event ${declaration}`));

function logOf(topics: readonly Uint8Array[], data: Uint8Array): EthereumLog {
  return { address: new Uint8Array(20), topics, data, index: 0 };
}

describe('tables', () => {
  it('every event is one that an independent parser reads, and each is there once', () => {
    const keys = knownEvents.map(({ declaration }) => {
      const items: readonly string[] = [`event ${declaration}`];
      expect(parseAbi(items)).toHaveLength(1);
      return toHex(topicOf(declaration)) + declaration.split('indexed').length;
    });
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(knownMethods)('$signature', ({ signature, source }) => {
    const selector = bytesOf(toFunctionSelector(`function ${signature}`));
    expect(methodOf(Uint8Array.of(...selector, 1, 2, 3))).toEqual({
      name: signature.split('(')[0],
      signature,
      source,
    });
  });

  it('selectors that everybody knows', () => {
    const names = [
      'a9059cbb',
      '23b872dd',
      '095ea7b3',
      'd0e30db0',
      '38ed1739',
      '3593564c',
      '6a761202',
      '22895118',
    ].map((selector) => methodOf(fromHex(selector))?.name);
    expect(names).toEqual([
      'transfer',
      'transferFrom',
      'approve',
      'deposit',
      'swapExactTokensForTokens',
      'execute',
      'execTransaction',
      'deposit',
    ]);
    expect(methodOf(fromHex('a9059c'))).toBeNull();
    expect(methodOf(fromHex('ffffffff'))).toBeNull();
    expect(methodOf(new Uint8Array(0))).toBeNull();
  });
});

describe('events', () => {
  it('are told apart by what is indexed', () => {
    const topics = [topicOf('Transfer(address,address,uint256)'), word(1n), word(2n)];
    const fungible = decodeEvent(logOf(topics, word(5n)));
    expect(fungible).toEqual({
      name: 'Transfer',
      signature: 'Transfer(address,address,uint256)',
      source: 'EIP-20',
      args: [
        { name: 'from', type: 'address', indexed: true, value: `0x${'0'.repeat(39)}1` },
        { name: 'to', type: 'address', indexed: true, value: `0x${'0'.repeat(39)}2` },
        { name: 'value', type: 'uint256', indexed: false, value: 5n },
      ],
    });
    expect(decodeEvent(logOf([...topics, word(5n)], new Uint8Array(0)))?.source).toBe('EIP-721');
  });

  it('texts, lists, signs and hashes', () => {
    const uri = [topicOf('URI(string,uint256)'), word(7n)];
    const text = bytesOf(encodeAbiParameters([{ type: 'string' }], ['ipfs://ü']));
    expect(decodeEvent(logOf(uri, text))?.args.map(({ value }) => value)).toEqual(['ipfs://ü', 7n]);
    const swap = topicOf('Swap(address,address,int256,int256,uint160,uint128,int24)');
    const data = Uint8Array.from([-5n, 6n, 7n, 8n, -9n].flatMap((value) => Array.from(word(value))));
    const decoded = decodeEvent(logOf([swap, word(1n), word(2n)], data));
    expect(decoded?.args.slice(2).map(({ value }) => value)).toEqual([-5n, 6n, 7n, 8n, -9n]);
  });

  const transfer = [topicOf('Transfer(address,address,uint256)'), word(1n), word(2n)];
  const sync = [topicOf('Sync(uint112,uint112)')];
  it.each<[string, EthereumLog]>([
    ['no topics', logOf([], word(1n))],
    ['an unknown one', logOf([word(1n)], word(1n))],
    ['too few topics', logOf(transfer.slice(0, 2), word(1n))],
    ['data that is cut', logOf(transfer, word(1n).subarray(1))],
    ['data that is too long', logOf(transfer, Uint8Array.of(...word(1n), 0))],
    ['a dirty address', logOf([...transfer.slice(0, 2), word(-1n)], word(1n))],
    ['a number outside of its type', logOf(sync, Uint8Array.of(...word(2n ** 112n), ...word(1n)))],
    ['a truth of 2', logOf([topicOf('ApprovalForAll(address,address,bool)'), word(1n), word(2n)], word(2n))],
    [
      'a text without end',
      logOf([topicOf('URI(string,uint256)'), word(7n)], Uint8Array.of(...word(32n), ...word(-1n))),
    ],
  ])('not decoded: %s', (_, log) => {
    expect(decodeEvent(log)).toBeNull();
  });

  it('long lists are not decoded', () => {
    const list = (count: number) =>
      Uint8Array.of(...word(32n), ...word(BigInt(count)), ...new Uint8Array(32 * count));
    expect(decodeAbi(['uint256[]'], list(1000))?.[0]).toHaveLength(1000);
    expect(decodeAbi(['uint256[]'], list(1001))).toBeNull();
  });

  it('any log gives an event or null', () => {
    const topic = fc.constantFrom(...knownEvents.map(({ declaration }) => topicOf(declaration)));
    const value = fc.oneof(fc.nat(200).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(word);
    const data = fc
      .tuple(fc.array(value, { maxLength: 10 }), fc.nat(33))
      .map(([words, cut]) => Uint8Array.from(words.flatMap((bytes) => Array.from(bytes))).subarray(cut));
    fc.assert(
      fc.property(topic, fc.array(value, { maxLength: 3 }), data, (first, rest, bytes) => {
        const event = decodeEvent(logOf([first, ...rest], bytes));
        if (event) expect(event.args.filter(({ indexed }) => indexed).length).toBe(rest.length);
      }),
      propertyRuns(1000),
    );
  });
});

describe('events of recorded blocks', () => {
  it.each([
    [4_369_999, 171],
    [18_500_000, 408],
  ])('%i: an independent decoder agrees', (number, count) => {
    const logs = readRealBlock(number).receipts.flatMap((receipt) => receipt.logs);
    expect(logs.length).toBe(count);
    let decoded = 0;
    for (const log of logs) {
      const event = decodeEvent(log);
      if (!event) continue;
      decoded += 1;
      const declared = event.args.map(
        ({ name, type, indexed }) => `${type}${indexed ? ' indexed' : ''} ${name}`,
      );
      const [topic = '0x', ...topics] = log.topics.map((bytes) => `0x${toHex(bytes)}` as const);
      const other = decodeEventLog({
        abi: parseAbi([`event ${event.name}(${declared.join(', ')})`]),
        data: `0x${toHex(log.data)}`,
        topics: [topic, ...topics],
      });
      const own = Object.fromEntries(event.args.map(({ name, value }) => [name, String(value)]));
      const theirs = Object.entries(other.args ?? {}).map(([name, value]) => [name, String(value)]);
      expect(own).toEqual(Object.fromEntries(theirs));
    }
    // Most logs are of tokens and exchanges.
    expect(decoded).toBeGreaterThan(count / 2);
  });
});
