import { ChainError, type ChainErrorCode, type ChainErrorDetails } from '../errors.ts';

/** `ChainError` code of each rule; the rule is more specific. */
const codes = {
  // form of an answer
  json_type: 'field_out_of_range',
  json_missing: 'field_out_of_range',
  hex_invalid: 'hex_invalid',
  length_wrong: 'field_out_of_range',
  too_long: 'count_too_large',
  number_too_large: 'field_out_of_range',
  type_unknown: 'field_out_of_range',
  // an answer that contradicts itself or another one
  fields_contradict: 'field_out_of_range',
  index_wrong: 'field_out_of_range',
  count_wrong: 'field_out_of_range',
  block_other: 'field_out_of_range',
  receipt_other: 'field_out_of_range',
  gas_wrong: 'field_out_of_range',
  price_wrong: 'field_out_of_range',
  contract_address_wrong: 'field_out_of_range',
  traces_mismatch: 'field_out_of_range',
  // hashes recomputed
  block_hash_mismatch: 'merkle_mismatch',
  transaction_hash_mismatch: 'merkle_mismatch',
  transactions_root_mismatch: 'merkle_mismatch',
  receipts_root_mismatch: 'merkle_mismatch',
  withdrawals_root_mismatch: 'merkle_mismatch',
  uncles_hash_mismatch: 'merkle_mismatch',
  bloom_mismatch: 'merkle_mismatch',
} as const satisfies Record<string, ChainErrorCode>;

/** Every reason for which an answer of an Ethereum node is refused. Stable: callers branch on these. */
export type EthereumRule = keyof typeof codes;

/**
 * A rejected response of an Ethereum node. `rule` is the violated rule, `at` the path in the response
 * (`block.transactions[3].value`). `details` repeats both for logs.
 */
export class EthereumError extends ChainError {
  readonly rule: EthereumRule;
  readonly at: string;

  constructor(rule: EthereumRule, at: string, message: string, details: ChainErrorDetails = {}) {
    super(codes[rule], message, { details: { ...details, rule, at } });
    this.name = 'EthereumError';
    this.rule = rule;
    this.at = at;
  }
}
