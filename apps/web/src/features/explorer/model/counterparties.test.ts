import type { TransactionInputView, TransactionOutputView } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { counterpartiesOf } from './counterparties.ts';

function input(addr: string | null): TransactionInputView {
  const known = addr !== null;
  return {
    addr,
    amt: known ? 5 : null,
    script_type: known ? 'p2pkh' : null,
    txid: 'aa',
    vout: 0,
    block: known ? 1 : null,
    sequence: 0,
    script_size: 0,
    witness_size: 0,
  };
}

function output(
  addr: string | null,
  script_type: TransactionOutputView['script_type'] = 'p2pkh',
): TransactionOutputView {
  return { addr, amt: 1, index: 0, script_type, spent: 'unspent', spent_by: null, op_return: null };
}

const row = {
  coinbase: false,
  truncated: false,
  inputs: [input('me'), input('x')],
  outputs: [output('y'), output('me')],
};

it('are the senders of what came in, each once', () => {
  const inputs = [input('a'), input('b'), input('a')];
  expect(counterpartiesOf({ ...row, direction: 'in', inputs }, 'me')).toEqual({
    addresses: ['a', 'b'],
    more: false,
    unnamed: false,
    newCoins: false,
  });
});

it('are the receivers of what went out, data outputs left out', () => {
  const outputs = [output(null, 'op_return'), ...row.outputs];
  const found = counterpartiesOf({ ...row, direction: 'out', outputs }, 'me');
  expect(found).toMatchObject({ addresses: ['y'], unnamed: false });
});

it('says where the other side is not known', () => {
  const found = counterpartiesOf({ ...row, direction: 'in', inputs: [input(null)] }, 'me');
  expect(found).toMatchObject({ addresses: [], unnamed: true });
});

it('new coins have no sender', () => {
  const inputs = [{ ...input(null), txid: null }];
  const found = counterpartiesOf({ ...row, coinbase: true, direction: 'in', inputs }, 'me');
  expect(found).toMatchObject({ addresses: [], unnamed: false, newCoins: true });
});
