import { type BitcoinNetwork, encodeAddress, toDisplayHash, toHex } from '@hopscope/chain';
import { heightOf } from '../positions.ts';

/** Groups of invariants; the ledger documentation describes each. */
export type AuditCheck =
  | 'ranges'
  | 'block'
  | 'transaction'
  | 'scripts'
  | 'lookup'
  | 'input'
  | 'spend'
  | 'replacement'
  | 'unresolved'
  | 'account'
  | 'activity'
  | 'days'
  | 'totals'
  | 'issue'
  | 'fork'
  | 'mempool'
  | 'cluster';

/** A broken invariant and its location; hashes in display order. */
export interface Violation {
  check: AuditCheck;
  message: string;
  height?: number;
  txid?: string;
  address?: string;
  /** Number of the entry in the address's activity, from 0. */
  sequence?: number;
}

/** Transports a violation out of the steps of the audit; `auditBitcoin` catches it. */
export class ViolationError extends Error {
  override name = 'ViolationError';
  readonly violation: Violation;
  constructor(violation: Violation) {
    super(violation.message);
    this.violation = violation;
  }
}

export function violate(
  check: AuditCheck,
  message: string,
  place: Omit<Violation, 'check' | 'message'> = {},
): never {
  throw new ViolationError({ check, message, ...place });
}

/** Returns the location of a transaction for a violation. */
export function placeOf(tx: { position: number; txid: Uint8Array }): { height: number; txid: string } {
  return { height: heightOf(tx.position), txid: toDisplayHash(tx.txid) };
}

/** Returns the address of a stored key, or its hex digits if the key is damaged. */
export function addressOf(key: Uint8Array, network: BitcoinNetwork): string {
  try {
    return encodeAddress(key, network);
  } catch {
    return `key ${toHex(key)}`;
  }
}
