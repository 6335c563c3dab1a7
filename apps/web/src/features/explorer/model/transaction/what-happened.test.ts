import type { EthereumTransactionView, TransactionView } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { bitcoinStory, ethereumStory } from './what-happened.ts';

const bitcoin = (
  inputs: readonly [string | null, number][],
  outputs: readonly [string | null, number][],
  more: object = {},
) =>
  ({
    coinbase: false,
    is_coinjoin: false,
    inputs: inputs.map(([addr, amt]) => ({ addr, amt })),
    outputs: outputs.map(([addr, amt]) => ({ addr, amt })),
    input_count: inputs.length,
    output_count: outputs.length,
    input_amt: inputs.reduce((sum, [, amt]) => sum + amt, 0),
    output_amt: outputs.reduce((sum, [, amt]) => sum + amt, 0),
    ...more,
  }) as unknown as TransactionView;
const noChange: ReadonlySet<number> = new Set();

describe('the story of a Bitcoin transaction', () => {
  it('is a payment, without what goes back', () => {
    const tx = bitcoin(
      [
        ['a', 5],
        ['a', 6],
      ],
      [
        ['b', 4],
        ['c', 3],
        ['a', 2],
        ['d', 1],
      ],
    );
    expect(bitcoinStory(tx, new Set([3]))).toEqual({
      kind: 'payment',
      from: 'a',
      senders: 1,
      to: 'b',
      recipients: 2,
      amount: 7,
      back: 3,
    });
  });

  it('names no sender that is not known, or not the only one', () => {
    const unknown = bitcoin(
      [
        ['a', 5],
        [null, 6],
      ],
      [['b', 4]],
    );
    expect(bitcoinStory(unknown, noChange)).toMatchObject({ from: null, senders: 1 });
    const several = bitcoin(
      [
        ['a', 5],
        ['b', 6],
      ],
      [['c', 4]],
    );
    expect(bitcoinStory(several, noChange)).toMatchObject({ from: null, senders: 2 });
  });

  it('can be new coins, a CoinJoin, or a move to oneself', () => {
    const outputs: [string, number][] = [
      ['a', 1],
      ['b', 9],
    ];
    expect(bitcoinStory(bitcoin([], outputs, { coinbase: true }), noChange)).toEqual({
      kind: 'coinbase',
      to: 'b',
      amount: 10,
    });
    expect(bitcoinStory(bitcoin([['a', 9]], outputs, { is_coinjoin: true }), noChange).kind).toBe('coinjoin');
    expect(bitcoinStory(bitcoin([['a', 9]], [['a', 8]]), noChange)).toMatchObject({ kind: 'own', amount: 8 });
  });
});

describe('the story of an Ethereum transaction', () => {
  const ethereum = (more: object) =>
    ({
      from: '0xa',
      to: '0xb',
      status: 'success',
      value: '0',
      internal: [],
      tokens: [],
      conversions: [],
      crossings: [],
      mixer_notes: [],
      contract_created: null,
      method: null,
      ...more,
    }) as unknown as EthereumTransactionView;

  it('is its value, or else what its contracts moved', () => {
    expect(ethereumStory(ethereum({ value: '7' }))).toEqual({
      kind: 'paid',
      from: '0xa',
      to: '0xb',
      wei: '7',
    });
    const internal = [
      { from: '0xb', to: '0xc', amt: '5' },
      { from: '0xb', to: '0xd', amt: '1900000000000000000000' },
    ];
    expect(ethereumStory(ethereum({ internal }))).toEqual({
      kind: 'payout',
      caller: '0xa',
      contract: '0xb',
      to: '0xd',
      wei: '1900000000000000000000',
      recipients: 2,
    });
    expect(ethereumStory(ethereum({ value: '7', crossings: [{}, {}] }))).toEqual({
      kind: 'crossed',
      from: '0xa',
      index: 0,
      more: 1,
    });
    const tokens = [
      { from: '0xa', to: '0xe', spam: 'fake_token' },
      { from: '0xa', to: '0xf', spam: null },
    ];
    expect(ethereumStory(ethereum({ tokens }))).toEqual({
      kind: 'token',
      from: '0xa',
      to: '0xf',
      index: 1,
      more: 0,
    });
  });

  it('is a conversion of one account, whatever else was moved', () => {
    const side = (address: string) => ({ address, parts: [] });
    const claimed = { gave: [side('0xd')], received: [side('0xd')], through: [], basis: 'claimed' };
    const exact = { gave: [side('0xa')], received: [side('0xe')], through: ['0xb'], basis: 'exact' };
    expect(ethereumStory(ethereum({ value: '7', conversions: [claimed, exact] }))).toEqual({
      kind: 'converted',
      from: '0xa',
      to: '0xe',
      index: 1,
      more: 1,
    });
    expect(ethereumStory(ethereum({ value: '7', conversions: [claimed] })).kind).toBe('paid');
    const withFee = { ...exact, received: [side('0xf'), side('0xa')] };
    expect(ethereumStory(ethereum({ conversions: [withFee] }))).toMatchObject({ to: '0xa', more: 0 });
    const toOthers = { ...exact, received: [side('0xf'), side('0xe')] };
    expect(ethereumStory(ethereum({ value: '7', conversions: [toOthers] })).kind).toBe('paid');
  });

  it('is a call without effect, a new contract, or a failure', () => {
    expect(ethereumStory(ethereum({ method: { name: 'sync' } }))).toMatchObject({
      kind: 'called',
      method: 'sync',
    });
    expect(ethereumStory(ethereum({ to: null, contract_created: '0xc' })).kind).toBe('created');
    expect(ethereumStory(ethereum({ status: 'failed', value: '9' })).kind).toBe('failed');
  });
});
