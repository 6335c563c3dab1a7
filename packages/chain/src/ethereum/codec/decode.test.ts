import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { type Answer, type BlockAnswers, fieldsOfType, hex, makeAnswers } from './answers.fixture.ts';
import { decodeUncle } from './decode-block.ts';
import type { EthereumRule } from '../ethereum-error.ts';
import { decodeAnswers } from './sealed.fixture.ts';

function expectRefusal(answers: BlockAnswers, rule: EthereumRule, at: string): void {
  expect(() => decodeAnswers(answers)).toThrow(ChainError);
  expect(() => decodeAnswers(answers)).toThrow(
    expect.objectContaining({ rule, at, details: expect.objectContaining({ rule, at }) }),
  );
}

describe('forks', () => {
  it.each([
    ['frontier', { root: true, baseFee: null, withdrawals: null, blobGasUsed: null, requests: false }],
    ['byzantium', { root: false, baseFee: null, withdrawals: null, blobGasUsed: null, requests: false }],
    ['london', { root: false, baseFee: 100n, withdrawals: null, blobGasUsed: null, requests: false }],
    ['shanghai', { root: false, baseFee: 100n, withdrawals: [], blobGasUsed: null, requests: false }],
    ['cancun', { root: false, baseFee: 100n, withdrawals: [], blobGasUsed: 0n, requests: false }],
    ['prague', { root: false, baseFee: 100n, withdrawals: [], blobGasUsed: 0n, requests: true }],
  ] as const)('%s', (fork, expected) => {
    const { block, receipts } = decodeAnswers(makeAnswers(fork, [{}, {}]));
    const { baseFee, blobGasUsed, requestsHash } = block.header;
    expect({
      root: receipts[1]?.root !== null,
      baseFee,
      withdrawals: block.withdrawals,
      blobGasUsed,
      requests: requestsHash !== null,
    }).toEqual(expected);
    expect(receipts[1]?.success).toBe(expected.root ? null : true);
  });

  it('a status beside a root says nothing, and `0x` is no root', () => {
    const outcome = (receipt: Answer) => decodeAnswers(makeAnswers('byzantium', [{ receipt }])).receipts[0];
    expect(outcome({ root: hex(5, 32) })).toMatchObject({ success: null, root: { length: 32 } });
    expect(outcome({ root: '0x' })).toMatchObject({ success: true, root: null });
  });

  it('amounts of withdrawals are wei, gwei on the wire', () => {
    const withdrawals = [
      { index: '0x5', validatorIndex: '0x9', address: hex(0xee, 20), amount: '0x2' },
      { index: '0x6', validatorIndex: '0x9', address: hex(0xee, 20), amount: '0x0' },
    ];
    const { block } = decodeAnswers(makeAnswers('shanghai', [], { withdrawals }));
    expect(block.withdrawals?.map(({ amount }) => amount)).toEqual([2_000_000_000n, 0n]);
  });

  it('an uncle is a header without transactions', () => {
    const { transactions: _, ...answer } = makeAnswers('byzantium', []).block;
    const { hash, header } = decodeUncle({ ...answer, uncles: [] });
    expect([toHex(hash), header.number]).toEqual([hex(0xb10c, 32).slice(2), 123]);
  });
});

describe('types of transactions', () => {
  it.each([0, 1, 2, 3, 4] as const)('%i', (type) => {
    const { block, receipts } = decodeAnswers(makeAnswers('prague', [{ tx: fieldsOfType[type] }]));
    const [tx] = block.transactions;
    expect(tx?.type).toBe(type);
    expect(tx?.gasPrice).toBe(type < 2 ? 110n : null);
    expect(tx?.maxFeePerGas).toBe(type < 2 ? null : 150n);
    expect(tx?.chainId).toBe(type === 0 ? null : 1n);
    expect(tx?.blobHashes.length).toBe(type === 3 ? 2 : 0);
    expect(tx?.authorizations.length).toBe(type === 4 ? 1 : 0);
    expect(receipts[0]).toMatchObject({
      gasPrice: 110n,
      gasUsed: 21_000n,
      blobGasUsed: type === 3 ? 262_144n : null,
    });
  });

  it('a legacy transaction names its chain in the signature (EIP-155)', () => {
    const { block } = decodeAnswers(makeAnswers('byzantium', [{ tx: { v: '0x26', chainId: null } }]));
    expect(block.transactions[0]?.chainId).toBe(1n);
    expectRefusal(
      makeAnswers('byzantium', [{ tx: { v: '0x26', chainId: '0x2' } }]),
      'fields_contradict',
      'block.transactions[0].chainId',
    );
  });

  it('answers from before EIP-2718 have no type and no price in the receipt', () => {
    const answers = makeAnswers('frontier', [{}]);
    delete answers.block.transactions[0]?.['type'];
    for (const key of ['type', 'effectiveGasPrice']) delete answers.receipts[0]?.[key];
    expect(decodeAnswers(answers).receipts[0]).toMatchObject({ type: 0, gasPrice: 110n });
  });

  it('a creation has the address that follows from sender and nonce, said by the node or not', () => {
    const tx = { from: '0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0', nonce: '0x1', to: null };
    const contractAddress = '0x343c43a37d37dff08ae8c4a11544c718abb4fcf8';
    for (const receipt of [{ contractAddress }, { contractAddress: null }]) {
      const [made] = decodeAnswers(makeAnswers('london', [{ tx, receipt }])).receipts;
      expect(made?.contractAddress && toHex(made.contractAddress)).toBe(contractAddress.slice(2));
    }
    expectRefusal(
      makeAnswers('london', [{ tx, receipt: { contractAddress: hex(1, 20) } }]),
      'contract_address_wrong',
      'receipts[0].contractAddress',
    );
  });
});
