import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type BlockAnswers,
  fieldsOfType,
  hex,
  makeAnswers,
  quantity,
} from './codec/answers.fixture.ts';
import { decodeEthereumBlock, decodeUncle } from './codec/decode-block.ts';
import { decodeReceipts } from './codec/decode-receipts.ts';
import { encodeEthereumHeader, encodeUncles } from './codec/encode.ts';
import type { EthereumRule } from './ethereum-error.ts';
import { keccak256 } from './hash/keccak.ts';
import { sealed, sealHash } from './codec/sealed.fixture.ts';
import { prefixed } from './codec/answers.fixture.ts';
import { verifyEthereumBlock } from './verify.ts';

function verify(answers: BlockAnswers): void {
  const block = decodeEthereumBlock(answers.block);
  verifyEthereumBlock(block, { receipts: decodeReceipts(answers.receipts, block) });
}

function expectRefusal(answers: BlockAnswers, rule: EthereumRule, at: string): void {
  expect(() => verify(answers)).toThrow(expect.objectContaining({ rule, at }));
}

const logs = [{ address: hex(0xcc, 20), topics: [hex(1, 32), hex(2, 32)], data: '0x1234' }, {}];
const everyType = ([0, 1, 2, 3, 4] as const).map((type) => ({ tx: fieldsOfType[type], logs }));
const withdrawals = [{ index: '0x5', validatorIndex: '0x9', address: hex(0xee, 20), amount: '0x2' }];

function prague(): BlockAnswers {
  return sealed(makeAnswers('prague', everyType, { withdrawals }));
}

describe('accepted', () => {
  it.each(['frontier', 'byzantium', 'london', 'shanghai', 'cancun', 'prague'] as const)('%s', (fork) => {
    verify(sealed(makeAnswers(fork, [])));
    verify(sealed(makeAnswers(fork, [{ logs }, {}, { tx: { to: null, input: '0x60' } }])));
  });

  it('every type of transaction, withdrawals, blobs', () => {
    verify(prague());
  });

  it('more transactions than one byte of a key counts', () => {
    verify(
      sealed(
        makeAnswers(
          'london',
          Array.from({ length: 300 }, () => ({ logs: logs.slice(0, 1) })),
        ),
      ),
    );
  });

  it('the first block of mainnet', () => {
    const { block } = makeAnswers('frontier', [], {
      parentHash: hex(0, 32),
      miner: hex(0, 20),
      stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
      difficulty: '0x400000000',
      number: '0x0',
      gasLimit: '0x1388',
      timestamp: '0x0',
      extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
      mixHash: hex(0, 32),
      nonce: '0x0000000000000042',
      hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    });
    verifyEthereumBlock(decodeEthereumBlock(block), { receipts: [] });
  });
});

describe('refused', () => {
  it.each([
    'parentHash',
    'sha3Uncles',
    'stateRoot',
    'transactionsRoot',
    'receiptsRoot',
    'mixHash',
    'withdrawalsRoot',
    'parentBeaconBlockRoot',
    'requestsHash',
  ])('another %s', (key) => {
    const answers = prague();
    answers.block[key] = hex(0xbad, 32);
    expectRefusal(answers, 'block_hash_mismatch', 'block.hash');
  });

  it.each(['difficulty', 'gasLimit', 'timestamp', 'excessBlobGas', 'blobGasUsed'])('another %s', (key) => {
    const answers = prague();
    answers.block[key] = '0x12345';
    expectRefusal(answers, 'block_hash_mismatch', 'block.hash');
  });

  it('a header without the fields of its fork', () => {
    const answers = prague();
    delete answers.block['requestsHash'];
    expectRefusal(answers, 'block_hash_mismatch', 'block.hash');
  });

  it.each([
    [0, { value: '0x1' }],
    [0, { v: '0x1c' }],
    [0, { input: '0x00' }],
    [1, { nonce: '0x99' }],
    [1, { accessList: [{ address: hex(1, 20), storageKeys: [] }] }],
    [2, { maxFeePerGas: quantity(151) }],
    [2, { chainId: '0x2' }],
    [2, { r: '0x1' }],
    [3, { maxFeePerBlobGas: '0x7' }],
    [3, { blobVersionedHashes: [hex(1, 32), hex(2, 32)] }],
    [4, { authorizationList: [] }],
  ])('a transaction of type %i that differs: %o', (index, fields) => {
    const answers = prague();
    Object.assign(answers.block.transactions[index] ?? {}, fields);
    expectRefusal(answers, 'transaction_hash_mismatch', `block.transactions[${index}].hash`);
  });

  it('roots that are of something else, though the hash of the header is right', () => {
    const other = (fields: Answer) => {
      const answers = prague();
      Object.assign(answers.block, fields);
      sealHash(answers);
      return answers;
    };
    const bad = hex(0xbad, 32);
    expectRefusal(other({ transactionsRoot: bad }), 'transactions_root_mismatch', 'block.transactionsRoot');
    expectRefusal(other({ receiptsRoot: bad }), 'receipts_root_mismatch', 'block.receiptsRoot');
    expectRefusal(other({ withdrawalsRoot: bad }), 'withdrawals_root_mismatch', 'block.withdrawalsRoot');
    expectRefusal(other({ sha3Uncles: bad }), 'uncles_hash_mismatch', 'block.sha3Uncles');
    expectRefusal(other({ blobGasUsed: '0x20000' }), 'gas_wrong', 'block.blobGasUsed');
    expectRefusal(other({ logsBloom: `0x${'ff'.repeat(256)}` }), 'bloom_mismatch', 'block.logsBloom');
  });

  it('withdrawals, statuses, logs and blooms that differ', () => {
    const withdrawn = prague();
    withdrawn.block['withdrawals'] = [{ ...withdrawals[0], amount: '0x3' }];
    expectRefusal(withdrawn, 'withdrawals_root_mismatch', 'block.withdrawalsRoot');
    const failed = prague();
    Object.assign(failed.receipts[1] ?? {}, { status: '0x0' });
    expectRefusal(failed, 'receipts_root_mismatch', 'block.receiptsRoot');
    const data = prague();
    Object.assign(data.receipts[1]?.logs[0] ?? {}, { data: '0x' });
    expectRefusal(data, 'receipts_root_mismatch', 'block.receiptsRoot');
    const topic = prague();
    Object.assign(topic.receipts[1]?.logs[0] ?? {}, { topics: [] });
    expectRefusal(topic, 'bloom_mismatch', 'receipts[1].logsBloom');
  });
});

describe('uncles', () => {
  const { transactions: _, ...uncleAnswer } = makeAnswers('byzantium', [], { number: '0x7a' }).block;
  const uncle = decodeUncle(uncleAnswer).header;
  const answers = sealed(
    makeAnswers('byzantium', [], {
      uncles: [prefixed(keccak256(encodeEthereumHeader(uncle)))],
      sha3Uncles: prefixed(keccak256(encodeUncles([uncle]))),
    }),
  );
  const block = decodeEthereumBlock(answers.block);

  it('are checked where their headers are given', () => {
    verifyEthereumBlock(block);
    verifyEthereumBlock(block, { uncles: [uncle] });
  });

  it('are refused when they are others, too few or too many', () => {
    const refuses = (uncles: (typeof uncle)[], rule: EthereumRule, at: string) =>
      expect(() => verifyEthereumBlock(block, { uncles })).toThrow(expect.objectContaining({ rule, at }));
    refuses([{ ...uncle, time: 1 }], 'uncles_hash_mismatch', 'block.uncles[0]');
    refuses([], 'count_wrong', 'block.uncles');
    refuses([uncle, uncle], 'count_wrong', 'block.uncles');
  });
});
