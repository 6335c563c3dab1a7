/** Reasons to reject a block. The ledger is unchanged when the error is thrown. */
export type LedgerErrorCode =
  | 'network_mismatch'
  | 'chain_mismatch'
  | 'genesis_mismatch'
  | 'parent_mismatch'
  | 'child_mismatch'
  | 'height_taken'
  | 'missing_input'
  | 'double_spend'
  | 'value_out_of_range'
  | 'coinbase_overpays'
  | 'order_needed'
  | 'nothing_to_take_back'
  | 'busy';

export interface LedgerErrorLocation {
  height?: number;
  /** In display order. */
  txid?: string;
}

export class LedgerError extends Error {
  override name = 'LedgerError';
  readonly code: LedgerErrorCode;
  readonly place: LedgerErrorLocation;

  constructor(code: LedgerErrorCode, message: string, place: LedgerErrorLocation = {}) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
