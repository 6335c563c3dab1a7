/** Groups of invariants; the ledger documentation describes each. */
export type EthereumCheck =
  | 'ranges'
  | 'block'
  | 'transaction'
  | 'lookup'
  | 'account'
  | 'list'
  | 'holding'
  | 'days'
  | 'asset'
  | 'fact'
  | 'totals';

/** A broken invariant and its location; hashes and addresses in hex with 0x. */
export interface EthereumViolation {
  check: EthereumCheck;
  message: string;
  height?: number;
  hash?: string;
  address?: string;
  /** Number of the entry in the list of the account. */
  sequence?: number;
}

/** Transports a violation out of the steps of the audit; `auditEthereum` catches it. */
export class EthereumViolationError extends Error {
  override name = 'EthereumViolationError';
  readonly violation: EthereumViolation;
  constructor(violation: EthereumViolation) {
    super(violation.message);
    this.violation = violation;
  }
}

export function violate(
  check: EthereumCheck,
  message: string,
  place: Omit<EthereumViolation, 'check' | 'message'> = {},
): never {
  throw new EthereumViolationError({ check, message, ...place });
}
