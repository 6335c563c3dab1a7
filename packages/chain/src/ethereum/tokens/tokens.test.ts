import * as fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import { readRealBlock } from '../codec/real-files.fixture.ts';
import { cleanTokenText, TOKEN_NAME_LENGTH, tokenDecimals, tokenText } from './token-facts.ts';
import { tokenTransfersOf } from './token-transfers.ts';

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);
const ada = '0x00000000000000000000000000000000000000ad';
const grace = '0x00000000000000000000000000000000000000ce';
const operator = '0x00000000000000000000000000000000000000f0';

const bytesOf = (hex: string) => fromHex(hex.slice(2));
const word = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'));

function logOf(topics: readonly (string | Uint8Array)[], data: string | Uint8Array): EthereumLog {
  return {
    address: new Uint8Array(20).fill(7),
    topics: topics.map((topic) => (typeof topic === 'string' ? bytesOf(topic) : topic)),
    data: typeof data === 'string' ? bytesOf(data) : data,
    index: 4,
  };
}

const transferTopics = encodeEventTopics({
  abi,
  eventName: 'Transfer',
  args: { from: ada, to: grace },
}).flat();
const multiArgs = { operator, from: ada, to: grace } as const;
const texts = (topics: readonly (string | null | readonly string[])[]) =>
  topics.flatMap((topic) => topic ?? []);
const singleTopics = texts(encodeEventTopics({ abi, eventName: 'TransferSingle', args: multiArgs }));
const batchTopics = texts(encodeEventTopics({ abi, eventName: 'TransferBatch', args: multiArgs }));
const batchData = (ids: readonly bigint[], values: readonly bigint[]) =>
  encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values]);
const erc20Topics = texts(transferTopics);

describe('transfers', () => {
  it('ERC-20', () => {
    const [transfer, ...rest] = tokenTransfersOf(logOf(erc20Topics, word(2n ** 256n - 1n)));
    expect(rest).toEqual([]);
    expect(transfer).toEqual({
      standard: 'erc20',
      token: new Uint8Array(20).fill(7),
      from: bytesOf(ada),
      to: bytesOf(grace),
      tokenId: null,
      amount: 2n ** 256n - 1n,
      operator: null,
      logIndex: 4,
      batchIndex: 0,
      kind: 'token',
    });
  });

  it('ERC-721', () => {
    const [transfer] = tokenTransfersOf(logOf([...erc20Topics, word(99n)], '0x'));
    expect(transfer).toMatchObject({ standard: 'erc721', tokenId: 99n, amount: 1n, to: bytesOf(grace) });
  });

  it('ERC-1155, one and many', () => {
    const single = logOf(singleTopics, Uint8Array.of(...word(5n), ...word(6n)));
    expect(tokenTransfersOf(single)).toEqual([
      expect.objectContaining({ standard: 'erc1155', tokenId: 5n, amount: 6n, operator: bytesOf(operator) }),
    ]);
    const batch = tokenTransfersOf(logOf(batchTopics, batchData([1n, 2n, 1n], [10n, 0n, 30n])));
    expect(batch.map(({ tokenId, amount, batchIndex }) => [tokenId, amount, batchIndex])).toEqual([
      [1n, 10n, 0],
      [2n, 0n, 1],
      [1n, 30n, 2],
    ]);
    expect(tokenTransfersOf(logOf(batchTopics, batchData([], [])))).toEqual([]);
  });

  const long = bytesOf(batchData([1n, 2n], [3n, 4n]));
  const pointing = (at: number, value: bigint) => {
    const data = Uint8Array.from(long);
    data.set(word(value), at);
    return data;
  };

  it.each([
    ['no topics', logOf([], '0x')],
    [
      'all arguments in the data',
      logOf(erc20Topics.slice(0, 1), Uint8Array.of(...word(1n), ...word(2n), ...word(3n))),
    ],
    ['one argument in the data', logOf(erc20Topics.slice(0, 2), Uint8Array.of(...word(2n), ...word(3n)))],
    ['an amount that is cut', logOf(erc20Topics, word(1n).subarray(1))],
    ['no amount', logOf(erc20Topics, '0x')],
    ['more than an amount', logOf(erc20Topics, Uint8Array.of(...word(1n), 0))],
    ['an id and an amount', logOf([...erc20Topics, word(1n)], word(1n))],
    ['an address with bytes in front', logOf([erc20Topics[0] ?? '0x', word(2n ** 160n), word(1n)], word(1n))],
    ['one of ERC-1155 without amount', logOf(singleTopics, word(1n))],
    [
      'one of ERC-1155 without receiver',
      logOf(singleTopics.slice(0, 3), Uint8Array.of(...word(1n), ...word(1n))),
    ],
    ['a batch of unequal lists', logOf(batchTopics, batchData([1n], [1n, 2n]))],
    ['a batch that is cut', logOf(batchTopics, long.subarray(0, long.length - 1))],
    ['a batch without lists', logOf(batchTopics, '0x')],
    ['a list far outside', logOf(batchTopics, pointing(0, 2n ** 255n))],
    ['a list just outside', logOf(batchTopics, pointing(32, BigInt(long.length)))],
    ['a list without end', logOf(batchTopics, pointing(64, 2n ** 64n))],
    ['another event', logOf([word(1n), ...erc20Topics.slice(1)], word(1n))],
  ])('not a transfer: %s', (_, log) => {
    expect(tokenTransfersOf(log)).toEqual([]);
  });

  it('never throws', () => {
    const topic = fc.oneof(
      fc.constantFrom(...erc20Topics, ...singleTopics, ...batchTopics).map(bytesOf),
      fc.constant(word(1n)),
    );
    const data = fc
      .tuple(
        fc.array(fc.oneof(fc.nat(300).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))),
        fc.nat(40),
      )
      .map(([words, cut]) => {
        const bytes = Uint8Array.from(words.flatMap((value) => Array.from(word(value))));
        return bytes.subarray(0, Math.max(0, bytes.length - cut));
      });
    fc.assert(
      fc.property(fc.array(topic, { maxLength: 4 }), data, (topics, bytes) => {
        for (const { amount, from } of tokenTransfersOf(logOf(topics, bytes))) {
          expect([amount >= 0n, from.length]).toEqual([true, 20]);
        }
      }),
      propertyRuns(1000),
    );
  });
});

describe('transfers of recorded blocks', () => {
  it.each([
    [1_000_000, { erc20: 0, erc721: 0 }],
    [4_369_999, { erc20: 158, erc721: 0 }],
    [18_500_000, { erc20: 161, erc721: 17 }],
  ])('%i', (number, expected) => {
    const { receipts } = readRealBlock(number);
    const transfers = receipts.flatMap(({ logs }) => logs.flatMap(tokenTransfersOf));
    const count = (standard: string) => transfers.filter((transfer) => transfer.standard === standard).length;
    expect({ erc20: count('erc20'), erc721: count('erc721') }).toEqual(expected);
  });
});

describe('names of tokens', () => {
  const asAbi = (text: string) => bytesOf(encodeAbiParameters([{ type: 'string' }], [text]));

  it('in the form of the ABI and in the old one', () => {
    expect(tokenText(asAbi('Tether USD'), 64)).toBe('Tether USD');
    expect(tokenText(asAbi('x'.repeat(33)), 64)).toBe('x'.repeat(33));
    const old = new Uint8Array(32);
    old.set(new TextEncoder().encode('MKR'));
    expect(tokenText(old, 64)).toBe('MKR');
    expect(tokenText(new Uint8Array(32).fill(0x41), 64)).toBe('A'.repeat(32));
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['an empty text', asAbi('')],
    ['32 zeros', new Uint8Array(32)],
    ['bytes after a zero', Uint8Array.of(0x41, 0, 0x41, ...new Uint8Array(29))],
    ['a text that is cut', asAbi('x'.repeat(40)).subarray(0, 100)],
    ['a text far outside', Uint8Array.of(...word(2n ** 255n), ...word(1n), 0x41)],
    ['a length without end', Uint8Array.of(...word(32n), ...word(2n ** 64n), 0x41)],
  ])('not a name: %s', (_, answer) => {
    expect(tokenText(answer, 64)).toBeNull();
  });

  it.each([
    ['direction overrides', 'US\u202eDC\u2066', 'USDC'],
    ['control characters and line breaks', '\u0000US\u0007D\nC\r\n\tx', 'USD C x'],
    ['zero width', 'U\u200bS\u200dD\u2060C\ufeff', 'USDC'],
    ['fillers that show nothing', '\u3164\u115fUSDC\u2800\uffa0', 'USDC'],
    ['piles of marks', `U${'\u0338\u0489\u0317\u032b'.repeat(20)}S`, 'U\u0338\u0489S'],
    ['damaged characters', 'US\ud800DC\ufffd', 'USDC'],
    ['white space of all kinds', '  USD\u00a0\u3000C  ', 'USD C'],
    ['other scripts stay', '柴犬 Śzabó 😀', '柴犬 Śzabó 😀'],
  ])('%s', (_, text, expected) => {
    expect(cleanTokenText(text, 64)).toBe(expected);
  });

  it('only what does not show is nothing', () => {
    expect(cleanTokenText('\u202e\u200b \u3164', 64)).toBeNull();
  });

  it('long ones are cut between characters', () => {
    expect(cleanTokenText('😀'.repeat(9), 5)).toBe('😀😀😀😀…');
    expect(tokenText(asAbi('n'.repeat(1_000_000)), TOKEN_NAME_LENGTH)).toBe(`${'n'.repeat(63)}…`);
  });

  it('any answer gives a short text of visible characters, or null', () => {
    const answer = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: 'binary', maxLength: 100 }).map((text) => asAbi(text.toWellFormed())),
    );
    fc.assert(
      fc.property(answer, (bytes) => {
        const text = tokenText(bytes, 20);
        if (text === null) return;
        expect(Array.from(text).length).toBeLessThanOrEqual(20);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u);
        expect(text.trim()).not.toBe('');
      }),
      propertyRuns(1000),
    );
  });
});

describe('decimals', () => {
  it('from 0 to 255, and nothing else', () => {
    expect([0n, 18n, 255n, 256n, 2n ** 255n].map((value) => tokenDecimals(word(value)))).toEqual([
      0,
      18,
      255,
      null,
      null,
    ]);
    expect(tokenDecimals(new Uint8Array(0))).toBeNull();
    expect(tokenDecimals(new Uint8Array(31))).toBeNull();
  });
});
