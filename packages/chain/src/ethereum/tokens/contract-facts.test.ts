import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';
import { contractFactOf } from './contract-facts.ts';

const topicOf = (text: string): Uint8Array => keccak256(new TextEncoder().encode(text));
const [proxy, before, after] = [1, 2, 3].map((n) => fromHex(`${n}`.padStart(40, '0'))) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const word = (address: Uint8Array): Uint8Array => fromHex(toHex(address).padStart(64, '0'));
const log = (topics: readonly Uint8Array[], data = ''): EthereumLog => ({
  address: proxy,
  topics,
  data: fromHex(data),
  index: 4,
});
const owned = topicOf('OwnershipTransferred(address,address)');
const upgraded = topicOf('Upgraded(address)');

test('a contract names its owner, and whose code it runs', () => {
  expect(contractFactOf(log([owned, word(before), word(after)]))).toEqual({
    kind: 'owner',
    account: proxy,
    other: after,
    logIndex: 4,
  });
  expect(contractFactOf(log([upgraded, word(after)]))).toEqual({
    kind: 'implementation',
    account: proxy,
    other: after,
    logIndex: 4,
  });
});

test('events in another form state nothing, and none throws', () => {
  const dirty = fromHex(`01${toHex(word(after)).slice(2)}`);
  for (const other of [
    log([owned, word(after)]),
    log([owned], toHex(word(before)) + toHex(word(after))),
    log([owned, word(before), word(after)], '00'),
    log([upgraded, word(before), word(after)]),
    log([upgraded, dirty]),
    log([topicOf('OwnershipTransferred(address)'), word(before), word(after)]),
    log([]),
  ]) {
    expect(contractFactOf(other)).toBeUndefined();
  }
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(
      fc.constantFrom(owned, upgraded),
      fc.array(bytes(32), { maxLength: 4 }),
      fc.uint8Array({ maxLength: 64 }),
      (event, topics, data) => {
        const fact = contractFactOf({ address: proxy, topics: [event, ...topics], data, index: 0 });
        if (fact) expect(toHex(topics.at(-1) ?? proxy)).toBe(toHex(fact.other).padStart(64, '0'));
      },
    ),
    propertyRuns(200),
  );
});
