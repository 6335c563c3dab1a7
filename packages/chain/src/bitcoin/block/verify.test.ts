import { describe, expect, it } from 'vitest';
import { MAX_MONEY } from '../../amounts.ts';
import type { ChainErrorCode } from '../../errors.ts';
import type { Block } from './block.ts';
import { makeCoinbase, makeCommittingCoinbase, mineBlock } from './block.fixture.ts';
import { networks } from '../networks.ts';
import type { Transaction } from '../codec/transaction.ts';
import { makeTransaction } from '../codec/transaction.fixture.ts';
import { verifyBlock } from './verify.ts';

const network = networks.demo;

/** A spend of an outpoint of its own. */
function spend(vout: number, parts: Parameters<typeof makeTransaction>[0] = {}): Transaction {
  return makeTransaction({ inputs: [{ prevVout: vout }], outputs: [{ value: 1n }], ...parts });
}

function spendWithWitness(vout: number): Transaction {
  return makeTransaction({
    inputs: [{ prevVout: vout, witness: [Uint8Array.of(1, 2, 3)] }],
    outputs: [{ value: 1n }],
  });
}

function expectRefusal(block: Block, code: ChainErrorCode): void {
  expect(() => verifyBlock(block, network)).toThrow(expect.objectContaining({ code }));
}

function refusesTransactions(transactions: readonly Transaction[], code: ChainErrorCode): void {
  expectRefusal(mineBlock(transactions, network), code);
}

describe('accepted', () => {
  it.each([1, 2, 3, 4, 5, 8, 9])('a block of %i transactions', (count) => {
    const others = Array.from({ length: count - 1 }, (_, i) => spend(i));
    verifyBlock(mineBlock([makeCoinbase(), ...others], network), network);
  });

  it('a block that commits to its witnesses', () => {
    const others = [spendWithWitness(0), spend(1), spendWithWitness(2)];
    verifyBlock(mineBlock([makeCommittingCoinbase(others), ...others], network), network);
  });

  it('a commitment that nothing asks for before segwit', () => {
    const others = [spend(1)];
    const mined = mineBlock([makeCommittingCoinbase([]), ...others], network);
    const stripped = mineBlock(
      [makeCoinbase({ outputs: [...(mined.transactions[0]?.outputs ?? [])] }), ...others],
      network,
    );
    verifyBlock(stripped, { ...network, segwitHeight: 1000 });
    expectRefusal(stripped, 'witness_nonce_invalid');
  });
});

describe('proof of work', () => {
  const block = mineBlock([makeCoinbase()], network);

  it.each([
    ['a hash above the target', 0x03000001],
    ['a target above the limit', 0x2100ffff],
    ['a negative target', 0x20ffffff],
    ['a target of zero', 0x20000000],
    ['a target above 256 bits', 0xff7fffff],
  ])('%s', (_, bits) => {
    expectRefusal({ ...block, header: { ...block.header, bits } }, 'pow_invalid');
  });

  it('an easy block on mainnet', () => {
    expect(() => verifyBlock(block, networks.mainnet)).toThrow(
      expect.objectContaining({ code: 'pow_invalid' }),
    );
  });
});

describe('shape', () => {
  it('no transactions', () => {
    refusesTransactions([], 'block_empty');
  });

  it('no coinbase, a late one, a second one', () => {
    refusesTransactions([spend(0)], 'coinbase_missing');
    refusesTransactions([spend(0), makeCoinbase()], 'coinbase_missing');
    refusesTransactions([makeCoinbase(), makeCoinbase({ locktime: 1 })], 'coinbase_extra');
  });

  it('a coinbase script of 1 or 101 bytes', () => {
    for (const length of [1, 101]) {
      const nothing = { prevTxid: new Uint8Array(32), prevVout: 0xffffffff };
      refusesTransactions(
        [makeCoinbase({ inputs: [{ ...nothing, script: new Uint8Array(length) }] })],
        'coinbase_script_size',
      );
    }
  });

  it('too much weight', () => {
    const heavy = spend(0, { outputs: [{ value: 0n, script: new Uint8Array(1_000_000) }] });
    refusesTransactions([makeCoinbase(), heavy], 'block_too_heavy');
  });

  it('no inputs, no outputs', () => {
    const block = mineBlock([makeCoinbase(), spend(0)], network);
    const [coinbase, second] = block.transactions;
    const without = (fields: Partial<Transaction>) => ({
      ...block,
      transactions: [coinbase!, { ...second!, ...fields }],
    });
    expectRefusal(without({ inputs: [] }), 'inputs_empty');
    expectRefusal(without({ outputs: [] }), 'outputs_empty');
  });

  it('the null outpoint beside another', () => {
    const nothing = { prevTxid: new Uint8Array(32), prevVout: 0xffffffff };
    refusesTransactions([makeCoinbase(), makeTransaction({ inputs: [{}, nothing] })], 'input_null');
  });
});

describe('amounts', () => {
  it.each([
    ['negative', [-1n]],
    ['above 21 million BTC', [MAX_MONEY + 1n]],
    ['together above 21 million BTC', [MAX_MONEY, 1n]],
    ['negative after a large one', [MAX_MONEY, -1n]],
  ])('%s', (_, values) => {
    const outputs = values.map((value) => ({ value }));
    refusesTransactions([makeCoinbase(), spend(0, { outputs })], 'output_value_invalid');
  });

  it('exactly 21 million BTC are fine', () => {
    const outputs = [{ value: MAX_MONEY - 1n }, { value: 1n }];
    verifyBlock(mineBlock([makeCoinbase(), spend(0, { outputs })], network), network);
  });
});

describe('spent twice', () => {
  it('in one transaction (CVE-2018-17144)', () => {
    const twice = makeTransaction({ inputs: [{ prevVout: 3 }, { prevVout: 4 }, { prevVout: 3 }] });
    refusesTransactions([makeCoinbase(), twice], 'input_duplicate');
  });

  it('in two transactions', () => {
    refusesTransactions([makeCoinbase(), spend(3), spend(4), spend(3, { locktime: 9 })], 'input_duplicate');
  });

  it('not when the outpoints only look alike', () => {
    const inputs = Array.from({ length: 3000 }, (_, i) => ({
      prevTxid: new Uint8Array(32).fill(7).fill(i & 0xff, 31),
      prevVout: i >> 8,
    }));
    verifyBlock(mineBlock([makeCoinbase(), makeTransaction({ inputs })], network), network);
    const again = [...inputs, inputs[1234] ?? {}];
    refusesTransactions([makeCoinbase(), makeTransaction({ inputs: again })], 'input_duplicate');
  });
});

describe('merkle root', () => {
  it('of other transactions', () => {
    const block = mineBlock([makeCoinbase(), spend(0)], network);
    const other = { ...block, transactions: [...block.transactions, spend(1)] };
    expectRefusal(other, 'merkle_mismatch');
  });

  it('that stays the same when the tail is repeated (CVE-2012-2459)', () => {
    const block = mineBlock([makeCoinbase(), spend(0), spend(1)], network);
    const [a, b, c] = block.transactions;
    const repeated = { ...block, transactions: [a!, b!, c!, c!] };
    expectRefusal(repeated, 'merkle_mutated');
  });
});

describe('witness commitment', () => {
  const others = [spendWithWitness(0), spendWithWitness(1)];
  const coinbase = makeCommittingCoinbase(others);

  it('missing', () => {
    refusesTransactions([makeCoinbase(), ...others], 'witness_unexpected');
  });

  it('of other witnesses', () => {
    const changed = makeTransaction({
      inputs: [{ prevVout: 1, witness: [Uint8Array.of(9)] }],
      outputs: [{ value: 1n }],
    });
    refusesTransactions([coinbase, others[0]!, changed], 'witness_commitment_mismatch');
  });

  it('without a nonce of 32 bytes', () => {
    const [input] = coinbase.inputs;
    for (const witness of [[], [new Uint8Array(31)], [new Uint8Array(32), new Uint8Array(0)]]) {
      const changed = makeTransaction({ inputs: [{ ...input, witness }], outputs: coinbase.outputs });
      refusesTransactions([changed, ...others], 'witness_nonce_invalid');
    }
  });

  it('before segwit: no witness at all', () => {
    const block = mineBlock([coinbase, ...others], network);
    expect(() => verifyBlock(block, { ...network, segwitHeight: 18 })).toThrow(
      expect.objectContaining({ code: 'witness_unexpected' }),
    );
    verifyBlock(block, { ...network, segwitHeight: 17 });
  });

  it('counts in the last output that has the form (BIP141)', () => {
    const decoy = {
      value: 0n,
      script: Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed, ...new Uint8Array(32)),
    };
    const first = makeTransaction({ inputs: coinbase.inputs, outputs: [decoy, ...coinbase.outputs] });
    verifyBlock(mineBlock([first, ...others], network), network);
    const last = makeTransaction({ inputs: coinbase.inputs, outputs: [...coinbase.outputs, decoy] });
    refusesTransactions([last, ...others], 'witness_commitment_mismatch');
  });
});
