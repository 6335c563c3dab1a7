import { describe, expect, it } from 'vitest';
import { ChainError } from '../../errors.ts';
import {
  type Answer,
  type BlockAnswers,
  fieldsOfType,
  type ForkName,
  hex,
  makeAnswers,
  quantity,
} from './answers.fixture.ts';
import { decodeEthereumBlock } from './decode-block.ts';
import { decodeReceipts } from './decode-receipts.ts';
import type { EthereumRule } from '../ethereum-error.ts';
import { decodeAnswers } from './sealed.fixture.ts';

function expectRefusal(answers: BlockAnswers, rule: EthereumRule, at: string): void {
  expect(() => decodeAnswers(answers)).toThrow(ChainError);
  expect(() => decodeAnswers(answers)).toThrow(
    expect.objectContaining({ rule, at, details: expect.objectContaining({ rule, at }) }),
  );
}

describe('refused blocks', () => {
  const cases: readonly [string, ForkName, Answer, EthereumRule, string][] = [
    ['a field is missing', 'london', { stateRoot: undefined }, 'json_missing', 'block.stateRoot'],
    ['a field is null', 'london', { gasUsed: null }, 'json_missing', 'block.gasUsed'],
    ['a number instead of hex', 'london', { gasUsed: 5 }, 'json_type', 'block.gasUsed'],
    ['a hash of 31 bytes', 'london', { hash: hex(1, 31) }, 'length_wrong', 'block.hash'],
    ['half a byte', 'london', { extraData: '0x123' }, 'hex_invalid', 'block.extraData'],
    ['no hex digit', 'london', { extraData: '0x12z4' }, 'hex_invalid', 'block.extraData'],
    ['a digit of another script', 'london', { number: '0x１' }, 'hex_invalid', 'block.number'],
    ['no prefix', 'london', { number: '123' }, 'hex_invalid', 'block.number'],
    ['a quantity without digits', 'london', { number: '0x' }, 'hex_invalid', 'block.number'],
    ['a space in a quantity', 'london', { number: '0x7b ' }, 'hex_invalid', 'block.number'],
    ['a height above 2^53', 'london', { number: quantity(2n ** 53n) }, 'number_too_large', 'block.number'],
    ['gas above 64 bits', 'london', { gasUsed: quantity(2n ** 64n) }, 'number_too_large', 'block.gasUsed'],
    [
      'more than 256 bits',
      'london',
      { difficulty: quantity(2n ** 260n) },
      'number_too_large',
      'block.difficulty',
    ],
    ['gigantic text', 'london', { number: `0x${'1'.repeat(1e6)}` }, 'number_too_large', 'block.number'],
    [
      'gigantic data',
      'london',
      { extraData: `0x${'11'.repeat(2 ** 24 + 1)}` },
      'too_long',
      'block.extraData',
    ],
    ['uncles are no list', 'london', { uncles: {} }, 'json_type', 'block.uncles'],
    ['three uncles', 'london', { uncles: [1, 2, 3].map((n) => hex(n, 32)) }, 'too_long', 'block.uncles'],
    [
      'Shanghai without London',
      'shanghai',
      { baseFeePerGas: null },
      'fields_contradict',
      'block.withdrawalsRoot',
    ],
    [
      'withdrawals without their root',
      'shanghai',
      { withdrawalsRoot: null },
      'fields_contradict',
      'block.withdrawals',
    ],
    [
      'a root without withdrawals',
      'shanghai',
      { withdrawals: null },
      'fields_contradict',
      'block.withdrawalsRoot',
    ],
    ['Prague without Cancun', 'prague', { excessBlobGas: null }, 'fields_contradict', 'block.blobGasUsed'],
    [
      'a withdrawal that is no object',
      'shanghai',
      { withdrawals: ['0x'] },
      'json_type',
      'block.withdrawals[0]',
    ],
  ];

  it.each(cases)('%s', (_, fork, header, rule, at) => {
    expectRefusal(makeAnswers(fork, [], header), rule, at);
  });

  it('whatever is no block', () => {
    for (const answer of [null, undefined, 5, 'block', [], [[]], true]) {
      expect(() => decodeEthereumBlock(answer)).toThrow(
        expect.objectContaining({ rule: 'json_type', at: 'block' }),
      );
    }
  });

  it('withdrawals whose indexes do not ascend by one', () => {
    const withdrawal = { index: '0x5', validatorIndex: '0x9', address: hex(0xee, 20), amount: '0x2' };
    expectRefusal(
      makeAnswers('shanghai', [], { withdrawals: [withdrawal, withdrawal] }),
      'index_wrong',
      'block.withdrawals[1].index',
    );
  });
});

describe('refused transactions', () => {
  const cases: readonly [string, Answer, EthereumRule, string][] = [
    ['of an unknown type', { type: '0x5' }, 'type_unknown', 'type'],
    ['of another block', { blockHash: hex(1, 32) }, 'block_other', 'blockHash'],
    ['of another height', { blockNumber: '0x1' }, 'block_other', 'blockNumber'],
    ['at another place', { transactionIndex: '0x1' }, 'index_wrong', 'transactionIndex'],
    ['only a hash', { hash: 'x' }, 'hex_invalid', 'hash'],
    ['legacy with an odd signature', { v: '0x1d' }, 'fields_contradict', 'v'],
    ['with a parity of 2', { ...fieldsOfType[2], yParity: '0x2' }, 'number_too_large', 'yParity'],
    ['with two parities', { ...fieldsOfType[2], v: '0x0' }, 'fields_contradict', 'v'],
    ['without its limit', { ...fieldsOfType[2], maxFeePerGas: null }, 'json_missing', 'maxFeePerGas'],
    ['with blobs that creates', { ...fieldsOfType[3], to: null }, 'json_missing', 'to'],
    [
      'with an address list of texts',
      { ...fieldsOfType[1], accessList: ['0x'] },
      'json_type',
      'accessList[0]',
    ],
    [
      'with a short blob hash',
      { ...fieldsOfType[3], blobVersionedHashes: ['0x01'] },
      'length_wrong',
      'blobVersionedHashes[0]',
    ],
    [
      'with a short storage key',
      { ...fieldsOfType[1], accessList: [{ address: hex(1, 20), storageKeys: ['0x01'] }] },
      'length_wrong',
      'accessList[0].storageKeys[0]',
    ],
    [
      'with half an authorization',
      { ...fieldsOfType[4], authorizationList: [{ chainId: '0x1' }] },
      'json_missing',
      'authorizationList[0].address',
    ],
  ];

  it.each(cases)('%s', (_, tx, rule, key) => {
    expectRefusal(makeAnswers('prague', [{ tx }]), rule, `block.transactions[0].${key}`);
  });

  it('twice the same', () => {
    expectRefusal(
      makeAnswers('london', [{}, { tx: { hash: hex(0xaa00, 32) } }]),
      'index_wrong',
      'block.transactions[1]',
    );
  });

  it('with a tip in a block without base fee, and below the base fee', () => {
    expectRefusal(
      makeAnswers('byzantium', [{ tx: fieldsOfType[2] }]),
      'fields_contradict',
      'block.transactions[0]',
    );
    expectRefusal(
      makeAnswers('london', [{ tx: { gasPrice: '0x63' } }]),
      'price_wrong',
      'block.transactions[0]',
    );
  });
});

describe('refused receipts', () => {
  const cases: readonly [string, Answer, EthereumRule, string][] = [
    ['of another transaction', { transactionHash: hex(1, 32) }, 'receipt_other', 'transactionHash'],
    ['of another block', { blockHash: hex(1, 32) }, 'block_other', 'blockHash'],
    ['at another place', { transactionIndex: '0x0' }, 'index_wrong', 'transactionIndex'],
    ['of another type', { type: '0x2' }, 'receipt_other', 'type'],
    ['of another sender', { from: hex(1, 20) }, 'receipt_other', 'from'],
    ['to another receiver', { to: hex(1, 20) }, 'receipt_other', 'to'],
    ['to nobody', { to: null }, 'receipt_other', 'to'],
    [
      'with a contract that nobody made',
      { contractAddress: hex(1, 20) },
      'contract_address_wrong',
      'contractAddress',
    ],
    ['with gas above the limit', { gasUsed: quantity(30_001) }, 'gas_wrong', 'gasUsed'],
    [
      'with gas that does not add up',
      { cumulativeGasUsed: quantity(42_001) },
      'gas_wrong',
      'cumulativeGasUsed',
    ],
    ['with another price', { effectiveGasPrice: quantity(111) }, 'price_wrong', 'effectiveGasPrice'],
    ['with a status of 2', { status: '0x2' }, 'number_too_large', 'status'],
    ['without status and root', { status: null }, 'json_missing', 'status'],
    ['with a short root', { root: '0x01' }, 'length_wrong', 'root'],
    ['with a short bloom', { logsBloom: '0x00' }, 'length_wrong', 'logsBloom'],
  ];

  it.each(cases)('%s', (_, receipt, rule, key) => {
    expectRefusal(makeAnswers('london', [{}, { receipt }]), rule, `receipts[1].${key}`);
  });

  it('too few, too many, none, no list', () => {
    const { block, receipts } = makeAnswers('london', [{}, {}]);
    expectRefusal({ block, receipts: receipts.slice(1) }, 'count_wrong', 'receipts');
    expectRefusal({ block, receipts: [...receipts, ...receipts] }, 'count_wrong', 'receipts');
    const decoded = decodeEthereumBlock(block);
    for (const answer of [null, {}, 'x']) expect(() => decodeReceipts(answer, decoded)).toThrow(ChainError);
    expect(() => decodeReceipts([null, null], decoded)).toThrow(
      expect.objectContaining({ rule: 'json_type', at: 'receipts[0]' }),
    );
  });

  it('with less gas than the block', () => {
    expectRefusal(makeAnswers('london', [{}], { gasUsed: quantity(21_001) }), 'gas_wrong', 'receipts');
  });

  it('with blob gas or a blob price that cannot be', () => {
    const blob = (receipt: Answer) =>
      makeAnswers('cancun', [{ tx: fieldsOfType[3] }, { tx: fieldsOfType[3], receipt }]);
    expectRefusal(blob({ blobGasUsed: '0x20000' }), 'gas_wrong', 'receipts[1].blobGasUsed');
    expectRefusal(blob({ blobGasPrice: '0x6' }), 'price_wrong', 'receipts[1].blobGasPrice');
    expectRefusal(blob({ blobGasPrice: '0x2' }), 'price_wrong', 'receipts[1].blobGasPrice');
  });

  it('whose logs are of something else, out of order, removed or too rich', () => {
    const broken = (fields: Answer) => {
      const answers = makeAnswers('london', [{ logs: [{}] }, { logs: [{}, {}] }]);
      Object.assign(answers.receipts[1]?.logs[1] ?? {}, fields);
      return answers;
    };
    const at = 'receipts[1].logs[1]';
    expectRefusal(broken({ transactionHash: hex(1, 32) }), 'receipt_other', `${at}.transactionHash`);
    expectRefusal(broken({ transactionIndex: '0x0' }), 'index_wrong', `${at}.transactionIndex`);
    expectRefusal(broken({ blockHash: hex(1, 32) }), 'block_other', `${at}.blockHash`);
    expectRefusal(broken({ logIndex: '0x1' }), 'index_wrong', `${at}.logIndex`);
    expectRefusal(broken({ removed: true }), 'block_other', `${at}.removed`);
    expectRefusal(broken({ topics: [1, 2, 3, 4, 5].map((n) => hex(n, 32)) }), 'too_long', `${at}.topics`);
    expectRefusal(broken({ topics: [hex(1, 31)] }), 'length_wrong', `${at}.topics[0]`);
  });
});
