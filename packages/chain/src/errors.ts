/** Every reason for which this package refuses bytes or text. Stable: callers branch on these, never on messages. */
export type ChainErrorCode =
  // text of any kind
  | 'hex_invalid'
  | 'amount_invalid'
  // reading and writing bytes
  | 'truncated'
  | 'trailing_bytes'
  | 'size_not_canonical'
  | 'count_too_large'
  | 'segwit_flag_invalid'
  | 'witness_superfluous'
  | 'field_out_of_range'
  | 'bits_invalid'
  // rules of a block that need nothing but the block
  | 'pow_invalid'
  | 'block_empty'
  | 'block_too_heavy'
  | 'coinbase_missing'
  | 'coinbase_extra'
  | 'coinbase_script_size'
  | 'inputs_empty'
  | 'outputs_empty'
  | 'input_null'
  | 'input_duplicate'
  | 'output_value_invalid'
  | 'merkle_mismatch'
  | 'merkle_mutated'
  | 'witness_commitment_mismatch'
  | 'witness_nonce_invalid'
  | 'witness_unexpected'
  // addresses
  | 'address_key_invalid'
  | 'address_length'
  | 'address_character'
  | 'address_mixed_case'
  | 'address_checksum'
  | 'address_encoding'
  | 'address_padding'
  | 'address_witness_version'
  | 'address_program_length'
  | 'address_network'
  | 'address_prefix';

/** Facts about a refusal, safe to show and to log. */
export type ChainErrorDetails = Readonly<Record<string, string | number>>;

/** The only error that this package throws for bad input; `offset` is a byte (or character) index from 0. */
export class ChainError extends Error {
  readonly code: ChainErrorCode;
  readonly offset?: number;
  readonly details: ChainErrorDetails;

  constructor(
    code: ChainErrorCode,
    message: string,
    context: { offset?: number; details?: ChainErrorDetails } = {},
  ) {
    super(message);
    this.name = 'ChainError';
    this.code = code;
    if (context.offset !== undefined) this.offset = context.offset;
    this.details = context.details ?? {};
  }
}
