import { printableText } from '@hopscope/chain';
import type { EthereumBlockView, EthereumCoverage } from '@hopscope/contract';
import type { EthereumBlockRow } from '../../../ledger/ethereum/model.ts';
import type { HeightRange } from '../../../ledger/shared/ranges.ts';
import { addressOf, confirmationsAt, hexOf, hexOrNull, textOrNull } from './ethereum-values.ts';

/** Returns a block of Ethereum with the applicable fields of. */
export function presentEthereumBlock(
  block: EthereumBlockRow,
  around: {
    ranges: readonly HeightRange[];
    coverage: EthereumCoverage;
    next: EthereumBlockRow | undefined;
  },
): EthereumBlockView {
  const { header } = block;
  const hash = hexOf(block.hash);
  return {
    blockchain: 'ethereum',
    _id: hash,
    hash,
    number: block.height,
    size: block.size,
    timestamp: header.time,
    transaction_count: block.txCount,
    failed_count: block.failed,
    token_count: block.tokenCount,
    internal_count: block.internalCount,
    nonce: hexOf(header.nonce),
    previous_hash: hexOf(header.parentHash),
    next_hash: around.next ? hexOf(around.next.hash) : null,
    confirmations: confirmationsAt(block.height, around.ranges),
    miner: addressOf(header.miner),
    state_root: hexOf(header.stateRoot),
    transactions_root: hexOf(header.transactionsRoot),
    receipts_root: hexOf(header.receiptsRoot),
    withdrawals_root: hexOrNull(header.withdrawalsRoot),
    parent_beacon_root: hexOrNull(header.parentBeaconRoot),
    requests_hash: hexOrNull(header.requestsHash),
    mix_hash: hexOf(header.mixHash),
    difficulty: String(header.difficulty),
    extra_data: hexOf(header.extraData),
    extra_text: printableText(header.extraData) ?? null,
    gas_limit: String(header.gasLimit),
    gas_used: String(header.gasUsed),
    base_fee: textOrNull(header.baseFee),
    blob_gas_used: textOrNull(header.blobGasUsed),
    excess_blob_gas: textOrNull(header.excessBlobGas),
    ...presentPayments(block),
    uncles: block.uncleHashes.map(hexOf),
    coverage: around.coverage,
  };
}

/** Returns the fees and rewards of a block. */
function presentPayments(block: EthereumBlockRow) {
  return {
    fees: String(block.fees),
    burnt: String(block.burnt),
    tips: String(block.tips),
    blob_burnt: String(block.blobBurnt),
    rewards: block.rewards.map(({ kind, miner, value }) => ({
      kind,
      addr: addressOf(miner),
      amt: String(value),
    })),
    withdrawals:
      block.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
        index: String(index),
        validator_index: String(validatorIndex),
        addr: addressOf(address),
        amt: String(amount),
      })) ?? null,
  };
}
