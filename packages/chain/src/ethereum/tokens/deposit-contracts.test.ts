import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import type { EthereumLog, InternalTransfer } from '../model.ts';
import { depositContractsOf } from './deposit-contracts.ts';

// As in the bytecode of deployed contracts.
const topic = fromHex('69b31548dea9b3b707b4dff357d326e3e9348b24e7a6080a218a6edeeec48f9b');
const account = (n: number): Uint8Array => fromHex(n.toString(16).padStart(40, '0'));
const [customer, deposit, wallet, other] = [1, 2, 3, 4].map(account) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const word = (value: bigint): string => value.toString(16).padStart(64, '0');

function log(
  amount: bigint,
  { by = deposit, index = 5, calldata = '', change = (data: string) => data } = {},
): EthereumLog {
  const from = toHex(customer).padStart(64, '0');
  const data = from + word(amount) + word(96n) + word(BigInt(calldata.length / 2)) + calldata;
  return { address: by, topics: [topic], data: fromHex(change(data)), index };
}

function sent(value: bigint, to: Uint8Array | null = wallet, from = deposit): InternalTransfer {
  return { kind: 'call', transactionIndex: 0, path: [0], from, to, value };
}

const stated = (logs: readonly EthereumLog[], internal: readonly InternalTransfer[] | null) =>
  depositContractsOf(logs, internal).map(
    ({ account: by, other: to, logIndex }) =>
      `${toHex(by).slice(-1)} to ${toHex(to).slice(-1)} in ${logIndex}`,
  );

test('a contract that passed on what its event says states to whom', () => {
  expect(stated([log(7n)], [sent(7n)])).toEqual(['2 to 3 in 5']);
  // With the data of the call, filled up to a word or not.
  expect(stated([log(7n, { calldata: 'aabb' })], [sent(7n)])).toEqual(['2 to 3 in 5']);
  expect(stated([log(7n, { calldata: 'aabb'.padEnd(64, '0').slice(0, 64) })], [sent(7n)])).toEqual([
    '2 to 3 in 5',
  ]);
  // Several payments, in any order; calls without ether say nothing.
  const twice = [log(7n), log(9n, { index: 6 }), log(0n, { index: 7 })];
  expect(stated(twice, [sent(9n), sent(0n, other), sent(7n)])).toEqual(['2 to 3 in 5']);
  // Several contracts in one transaction.
  const both = [log(7n), log(7n, { by: other, index: 8 })];
  expect(stated(both, [sent(7n), sent(7n, wallet, other)])).toEqual(['2 to 3 in 5', '4 to 3 in 8']);
});

test('a contract that did something else than its event says states nothing', () => {
  const cases: [string, readonly EthereumLog[], readonly InternalTransfer[] | null][] = [
    ['keeps it', [log(7n)], []],
    ['traces are not known', [log(7n)], null],
    ['passes on less', [log(7n)], [sent(6n)]],
    ['passes on more', [log(7n)], [sent(7n), sent(1n)]],
    ['divides it', [log(7n)], [sent(3n), sent(4n, other)]],
    ['pays somebody else too', [log(7n)], [sent(7n), sent(7n, other)]],
    ['says it twice', [log(7n), log(7n, { index: 6 })], [sent(7n)]],
    ['is paid by itself', [log(7n)], [sent(7n, deposit)]],
    ['somebody else passes it on', [log(7n)], [sent(7n, wallet, other)]],
    ['destroys itself', [log(7n)], [{ ...sent(7n), kind: 'selfdestruct' }]],
    ['destroys the ether', [log(7n)], [{ ...sent(7n, null), kind: 'selfdestruct' }]],
    ['creates a contract with it', [log(7n)], [{ ...sent(7n), kind: 'create' }]],
    ['moved nothing', [log(0n)], [sent(0n)]],
    ['has another event', [{ ...log(7n), topics: [new Uint8Array(32)] }], [sent(7n)]],
    ['has an indexed argument', [{ ...log(7n), topics: [topic, topic] }], [sent(7n)]],
    ['has no topics', [{ ...log(7n), topics: [] }], [sent(7n)]],
  ];
  for (const [name, logs, internal] of cases) expect([name, stated(logs, internal)]).toEqual([name, []]);
});

test('events in another form state nothing', () => {
  for (const change of [
    (data: string) => data.slice(0, -2),
    (data: string) => `${data}00`,
    (data: string) => `01${data.slice(2)}`,
    (data: string) => data.slice(0, 128) + word(64n) + data.slice(192),
    (data: string) => data.slice(0, 192) + 'f'.repeat(64),
    () => '',
  ]) {
    expect(stated([log(7n, { change })], [sent(7n)])).toEqual([]);
  }
});

test('no log makes it throw, and what it states was moved', () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const logs = fc.array(
    fc.record({
      address: fc.constantFrom(deposit, other),
      topics: fc.array(fc.constantFrom(topic, new Uint8Array(32)), { maxLength: 2 }),
      data: fc.oneof(bytes, fc.constantFrom(log(1n).data, log(2n).data)),
      index: fc.nat(9),
    }),
    { maxLength: 4 },
  );
  const transfers = fc.array(
    fc.record({
      kind: fc.constantFrom('call' as const, 'create' as const, 'selfdestruct' as const),
      transactionIndex: fc.constant(0),
      path: fc.constant([0]),
      from: fc.constantFrom(deposit, other),
      to: fc.constantFrom(wallet, other, null),
      value: fc.bigInt({ min: 0n, max: 2n }),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(logs, transfers, (given, internal) => {
      for (const { account: by, other: to } of depositContractsOf(given, internal)) {
        const own = internal.filter(({ from, value }) => from === by && value > 0n);
        expect(own.length).toBeGreaterThan(0);
        expect(own.every((each) => each.to === to)).toBe(true);
      }
    }),
    propertyRuns(500),
  );
});
