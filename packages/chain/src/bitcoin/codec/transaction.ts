/** What a transaction spends. Hashes in internal byte order. */
export interface TxInput {
  readonly prevTxid: Uint8Array;
  /** Output index; 0xffffffff in a coinbase. */
  readonly prevVout: number;
  readonly script: Uint8Array;
  readonly sequence: number;
  /** Witness stack, bottom first; empty if there is none. */
  readonly witness: readonly Uint8Array[];
}

/** What a transaction creates: satoshis (signed 64-bit on the wire) under a locking script. */
export interface TxOutput {
  readonly value: bigint;
  readonly script: Uint8Array;
}

/** A transaction; byte fields are views into the bytes that it was read from. */
export interface Transaction {
  /** Hash without witness, internal byte order. */
  readonly txid: Uint8Array;
  /** Hash with witness (BIP141); the same array as `txid` without a witness. */
  readonly wtxid: Uint8Array;
  /** Signed 32-bit. */
  readonly version: number;
  /** True when serialized with marker and flag (BIP144). */
  readonly segwit: boolean;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly locktime: number;
  /** Serialized bytes with witness. */
  readonly size: number;
  /** Serialized bytes without witness. */
  readonly strippedSize: number;
  /** 3 × strippedSize + size (BIP141). */
  readonly weight: number;
  /** weight ÷ 4, rounded up. */
  readonly vsize: number;
}

/** Tests whether a sequence signals replaceability (BIP125: below 0xfffffffe). */
export function signalsRbf(tx: Transaction): boolean {
  return tx.inputs.some((input) => input.sequence < 0xfffffffe);
}

/** True for a transaction that creates coins: one input that spends the null outpoint. */
export function isCoinbase(tx: Transaction): boolean {
  const [input] = tx.inputs;
  return tx.inputs.length === 1 && input !== undefined && isNullOutpoint(input);
}

/** True when an input spends nothing: 32 zero bytes and index 0xffffffff. */
export function isNullOutpoint(input: TxInput): boolean {
  return input.prevVout === 0xffffffff && input.prevTxid.every((byte) => byte === 0);
}

/**
 * The annex of a taproot spend (BIP341): last of two or more witness items, beginning with 0x50. Only means something
 * when the spent output is taproot, which the caller knows.
 */
export function annexOf(input: TxInput): Uint8Array | undefined {
  const last = input.witness.at(-1);
  return input.witness.length >= 2 && last?.[0] === 0x50 ? last : undefined;
}
