/** A block as the ledger keeps it. Hashes in internal byte order, amounts in satoshis. */
export interface BlockRow {
  height: number;
  hash: Uint8Array;
  /** The 80 header bytes. */
  header: Uint8Array;
  txCount: number;
  size: number;
  strippedSize: number;
  /** Inputs without the coinbase's. */
  inputCount: number;
  outputCount: number;
  /** Inputs whose spent output the ledger has not seen. */
  unknownInputs: number;
  outputAmount: bigint;
  reward: bigint;
  /** Fees of the transactions whose inputs are all known. */
  fees: bigint;
  coinbaseScript: Uint8Array;
}
