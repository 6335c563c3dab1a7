import {
  type AccessListEntry,
  type Authorization,
  encodeEthereumTransaction,
  encodeRlp,
  type EthereumTransaction,
  type EthereumTransactionType,
  keccak256,
  type RlpItem,
  rlpNumber,
  demoChainId,
} from '@hopscope/chain';
import type { Account } from './account.ts';
import { type AccountKey, signDigest } from './keys.ts';

/** The fields that a sender chooses. */
export interface UnsignedTransaction {
  readonly type: EthereumTransactionType;
  readonly from: Account;
  readonly to: Account | undefined;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly input: Uint8Array;
  /** Gas price for types 0 and 1, maximum fee per gas for the others. */
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly accessList: readonly AccessListEntry[];
  readonly blobHashes: readonly Uint8Array[];
  readonly authorizations: readonly Authorization[];
}

/** A signed transaction: the model, its bytes and its hash. */
export interface SignedTransaction {
  readonly tx: EthereumTransaction;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

const noHash = new Uint8Array(32);
const nothing = new Uint8Array(0);

/** Maximum blob gas price of the demo's blob transactions. */
export const maxBlobFee = 1_000_000n;

/** Signs with the sender's key; the index in the block is set later. */
export function signTransaction(parts: UnsignedTransaction, key: AccountKey): SignedTransaction {
  const { type } = parts;
  const draft: EthereumTransaction = {
    hash: noHash,
    type,
    index: 0,
    from: parts.from.address,
    to: parts.to?.address ?? null,
    nonce: parts.nonce,
    value: parts.value,
    gasLimit: parts.gasLimit,
    input: parts.input,
    gasPrice: type < 2 ? parts.maxFee : null,
    maxFeePerGas: type < 2 ? null : parts.maxFee,
    maxPriorityFeePerGas: type < 2 ? null : parts.tip,
    chainId: demoChainId,
    accessList: parts.accessList,
    maxFeePerBlobGas: type === 3 ? maxBlobFee : null,
    blobHashes: parts.blobHashes,
    authorizations: parts.authorizations,
    v: 0n,
    r: 0n,
    s: 0n,
  };
  const { r, s, yParity } = signDigest(keccak256(unsignedBytes(draft)), key);
  const v = type === 0 ? 35n + 2n * demoChainId + yParity : yParity;
  const signed = { ...draft, v, r, s };
  const bytes = encodeEthereumTransaction(signed);
  const hash = keccak256(bytes);
  return { tx: { ...signed, hash }, bytes, hash };
}

/**
 * Returns the signed payload: for type 0 with the chain ID in place of the signature (EIP-155), for the others without
 * signature.
 */
function unsignedBytes(tx: EthereumTransaction): Uint8Array {
  if (tx.type === 0) return encodeEthereumTransaction({ ...tx, v: demoChainId });
  const item: RlpItem[] = [rlpNumber(demoChainId), rlpNumber(tx.nonce)];
  if (tx.type === 1) item.push(rlpNumber(tx.gasPrice ?? 0n));
  else item.push(rlpNumber(tx.maxPriorityFeePerGas ?? 0n), rlpNumber(tx.maxFeePerGas ?? 0n));
  item.push(rlpNumber(tx.gasLimit), tx.to ?? nothing, rlpNumber(tx.value), tx.input);
  item.push(tx.accessList.map(({ address, storageKeys }) => [address, storageKeys]));
  if (tx.type === 3) item.push(rlpNumber(tx.maxFeePerBlobGas ?? 0n), tx.blobHashes);
  if (tx.type === 4) {
    item.push(
      tx.authorizations.map((entry) => [
        rlpNumber(entry.chainId),
        entry.address,
        rlpNumber(entry.nonce),
        rlpNumber(entry.yParity),
        rlpNumber(entry.r),
        rlpNumber(entry.s),
      ]),
    );
  }
  return encodeRlp(item, tx.type);
}

/** Creates an authorization of an account to run the code of a contract (EIP-7702). */
export function authorize(contract: Account, nonce: bigint, key: AccountKey): Authorization {
  const payload = encodeRlp([rlpNumber(demoChainId), contract.address, rlpNumber(nonce)], 0x05);
  return {
    chainId: demoChainId,
    address: contract.address,
    nonce,
    ...signDigest(keccak256(payload), key),
  };
}
