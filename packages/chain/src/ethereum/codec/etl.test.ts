import { expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { hex, makeAnswers, quantity } from './answers.fixture.ts';
import { decodeEthereumBlock } from './decode-block.ts';
import { encodeWithdrawal } from './encode.ts';
import { gasPriceOf } from '../fees.ts';
import type { EthereumBlock } from '../model.ts';
import { describeWithRealData, readReal, readRealJson } from './real-files.fixture.ts';
import { deriveRoot } from '../trie/trie.ts';
import { verifyEthereumBlock } from '../verify.ts';

/** What an independent tool derives from the same answers; one row a line. */
type Row = Record<string, string>;

function readTable(name: string): Row[] {
  const [head = '', ...lines] = readReal(name)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}

const prefixed = (bytes: Uint8Array | null) => (bytes ? `0x${toHex(bytes)}` : '');
const text = (value: bigint | number | null) => (value === null ? '' : String(value));

/** `total_difficulty` is left out: it follows from all blocks before, not from the block. */
function blockRow({ hash, header, transactions, size }: EthereumBlock): Row {
  return {
    number: text(header.number),
    hash: prefixed(hash),
    parent_hash: prefixed(header.parentHash),
    nonce: prefixed(header.nonce),
    sha3_uncles: prefixed(header.unclesHash),
    logs_bloom: prefixed(header.logsBloom),
    transactions_root: prefixed(header.transactionsRoot),
    state_root: prefixed(header.stateRoot),
    receipts_root: prefixed(header.receiptsRoot),
    miner: prefixed(header.miner),
    difficulty: text(header.difficulty),
    size: text(size),
    extra_data: prefixed(header.extraData),
    gas_limit: text(header.gasLimit),
    gas_used: text(header.gasUsed),
    timestamp: text(header.time),
    transaction_count: text(transactions.length),
    base_fee_per_gas: text(header.baseFee),
    withdrawals_root: prefixed(header.withdrawalsRoot),
  };
}

function transactionRows({ hash, header, transactions }: EthereumBlock): Row[] {
  return transactions.map((tx) => ({
    hash: prefixed(tx.hash),
    nonce: text(tx.nonce),
    block_hash: prefixed(hash),
    block_number: text(header.number),
    transaction_index: text(tx.index),
    from_address: prefixed(tx.from),
    to_address: prefixed(tx.to),
    value: text(tx.value),
    gas: text(tx.gasLimit),
    gas_price: text(gasPriceOf(tx, header)),
    input: prefixed(tx.input),
    block_timestamp: text(header.time),
    max_fee_per_gas: text(tx.maxFeePerGas),
    max_priority_fee_per_gas: text(tx.maxPriorityFeePerGas),
    transaction_type: text(tx.type),
  }));
}

describeWithRealData('tables of an independent tool', ['etl-expected'], () => {
  it.each([
    ['block_without_transactions', ['0x0']],
    ['blocks_with_transactions', ['0xb872', '0xb873']],
    ['block_with_logs', ['0x76250']],
  ])('%s: every field agrees', (folder, numbers) => {
    const blocks = numbers.map((number) => {
      const name = `etl-expected/${folder}/web3_response.eth_getBlockByNumber_${number}_true.json`;
      return decodeEthereumBlock((readRealJson(name) as { result: unknown }).result);
    });
    blocks.forEach((block) => verifyEthereumBlock(block));
    const expectedBlocks = readTable(`etl-expected/${folder}/expected_blocks.csv`);
    // Blocks of that time have no withdrawals; the tool writes its own sign for that.
    for (const row of expectedBlocks) for (const key of ['total_difficulty', 'withdrawals']) delete row[key];
    expect(blocks.map(blockRow)).toEqual(expectedBlocks);
    const expected = readTable(`etl-expected/${folder}/expected_transactions.csv`);
    expect(blocks.flatMap(transactionRows)).toEqual(expected);
  });

  it('blocks_with_transactions_and_withdrawals: withdrawals have the root of their block', () => {
    interface ExpectedBlock {
      readonly withdrawals_root: string;
      readonly withdrawals: { index: number; validator_index: number; address: string; amount: number }[];
    }
    const rows = readReal('etl-expected/blocks_with_transactions_and_withdrawals/expected_blocks.json')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ExpectedBlock);
    expect(rows.length).toBe(2);
    for (const row of rows) {
      const withdrawals = row.withdrawals.map(({ index, validator_index, address, amount }) => ({
        index: quantity(index),
        validatorIndex: quantity(validator_index),
        address,
        amount: quantity(amount),
      }));
      const { block } = makeAnswers('shanghai', [], { withdrawals, withdrawalsRoot: hex(0, 32) });
      const read = decodeEthereumBlock(block).withdrawals ?? [];
      expect(read.length).toBe(16);
      expect(prefixed(deriveRoot(read.map(encodeWithdrawal)))).toBe(row.withdrawals_root);
    }
  });
});
