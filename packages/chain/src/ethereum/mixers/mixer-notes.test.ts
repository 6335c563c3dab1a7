import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../bytes.ts';
import { logOf } from '../crossings/event-log.fixture.ts';
import type { EthereumLog } from '../model.ts';
import { mixerNoteOf, mixerPoolAt } from './mixer-notes.ts';

const pool = '47ce0c6ed5b0ce3d3a51fdb1c52dc66a7c3c2936';
const stranger = '00000000000000000000000000000000000000ff';
const [grace, relayer] = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const;
const zero = `0x${'00'.repeat(20)}` as const;

function described(log: EthereumLog, chainId = 1n): string | undefined {
  const note = mixerNoteOf(log, chainId);
  const name = (key: Uint8Array | null) => (key ? toHex(key).slice(0, 2) : 'nobody');
  return (
    note && `${note.leg} ${name(note.pool)} ${name(note.recipient)} ${name(note.relayer)} ${note.logIndex}`
  );
}
const deposit = (contract: string) => logOf(contract, 'Tornado Cash', { leafIndex: 7, timestamp: 9n });
const withdrawal = (contract: string, to: string, through: string) =>
  logOf(contract, 'Tornado Cash', { to, relayer: through, fee: 5n });

test('deposits and withdrawals of listed pools, with the recipient and the relayer', () => {
  expect(described(deposit(pool))).toBe('deposit 47 nobody nobody 3');
  expect(described(withdrawal(pool, grace, relayer))).toBe('withdrawal 47 22 33 3');
  expect(described(withdrawal(pool, grace, zero))).toBe('withdrawal 47 22 nobody 3');
  expect(mixerPoolAt(fromHex(pool), 1n)).toEqual({ address: pool, mixer: 'Tornado Cash', amount: '1 ETH' });
});

test('another contract counts only on a chain of which no pool is known', () => {
  expect(described(deposit(stranger))).toBeUndefined();
  expect(described(withdrawal(stranger, grace, relayer))).toBeUndefined();
  expect(described(withdrawal(stranger, grace, relayer), 5n)).toBe('withdrawal 00 22 33 3');
  expect(mixerPoolAt(fromHex(pool), 5n)).toBeUndefined();
});

test('words that are no accounts, the zero address, and other lengths say nothing', () => {
  const log = withdrawal(pool, grace, relayer);
  expect(described(withdrawal(pool, zero, relayer))).toBeUndefined();
  expect(described({ ...log, data: log.data.map((byte, i) => (i === 3 ? 1 : byte)) })).toBeUndefined();
  const [event = log.data, first = log.data] = log.topics;
  expect(
    described({ ...log, topics: [event, first.map((byte, i) => (i === 0 ? 1 : byte))] }),
  ).toBeUndefined();
  expect(described({ ...log, topics: [event] })).toBeUndefined();
  expect(described({ ...log, data: log.data.subarray(1) })).toBeUndefined();
});

test('never throws', () => {
  const [event] = deposit(pool).topics;
  const topic = fc.oneof(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constant(event as Uint8Array));
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 4 }), fc.uint8Array({ maxLength: 200 }), (topics, data) => {
      const note = mixerNoteOf({ address: fromHex(pool), topics, data, index: 1 }, 1n);
      if (note) expect(data.length % 32).toBe(0);
    }),
  );
});
