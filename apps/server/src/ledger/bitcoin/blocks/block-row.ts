/** A stored block. Hashes in internal byte order, amounts in satoshis. */
export interface BlockRow {
  height: number;
  hash: Uint8Array;
  /** The 80 header bytes. */
  header: Uint8Array;
  txCount: number;
  size: number;
  strippedSize: number;
  /** Number of inputs without that of the coinbase. */
  inputCount: number;
  outputCount: number;
  /** Number of inputs whose spent output isn't in the ledger. */
  unknownInputs: number;
  outputAmount: bigint;
  reward: bigint;
  /** Fees of the transactions whose inputs are all known. */
  fees: bigint;
  coinbaseScript: Uint8Array;
}
