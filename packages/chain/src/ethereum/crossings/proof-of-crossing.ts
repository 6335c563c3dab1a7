import { parseAddress } from '../../bitcoin/address/address.ts';
import { networks } from '../../bitcoin/networks.ts';
import { opReturnData } from '../../bitcoin/script/data-text.ts';
import type { ScriptType } from '@hopscope/domain';
import { equalBytes, toDisplayHash, toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { type Hashing, hash160 } from '../../hashing.ts';
import { encodeEthereumTransaction } from '../codec/encode.ts';
import { readSignedTransaction } from '../hash/recover-sender.ts';
import type { EthereumTransaction } from '../model.ts';
import type { BitcoinPayment, Crossing } from './reading.ts';
import { depositKeyOf } from './tbtc.ts';
import { readThorchainMemo } from './thorchain-memo.ts';

/** An output of a Bitcoin transaction, as far as crossings need it. */
export interface PaidOutput {
  readonly type: ScriptType;
  /** Address key; undefined without an address. */
  readonly key: Uint8Array | undefined;
  /** Satoshis. */
  readonly value: bigint;
  /** Needed of OP_RETURN outputs only. */
  readonly script: Uint8Array | undefined;
}

/** A Bitcoin transaction that a crossing can be for. */
export interface BitcoinSide {
  /** Lower-case hex, as people write it. */
  readonly txid: string;
  readonly outputs: readonly PaidOutput[];
  /** Returns the number of the output that tBTC knows by a key (`depositKeyOf`); undefined if none is. */
  readonly outputOf: (depositKey: string) => number | undefined;
}

/** Returns a Bitcoin transaction (txid in internal byte order) for `proofOfCrossing`; keys are computed when one is asked for. */
export function bitcoinSide(txid: Uint8Array, outputs: readonly PaidOutput[]): BitcoinSide {
  let keys: ReadonlyMap<string, number> | undefined;
  return {
    txid: toDisplayHash(txid),
    outputs,
    outputOf(depositKey) {
      keys ??= new Map(outputs.map((_, output) => [depositKeyOf(txid, output), output]));
      return keys.get(depositKey);
    },
  };
}

/** How a Bitcoin transaction agrees with a crossing that names it, and which of its outputs went to the bridge. */
export interface CrossingProof {
  readonly proof: 'agreed' | 'exact';
  readonly output: number;
}

/** Returns the key of an address of Bitcoin's mainnet, where bridges are known; undefined for other texts. */
export function bridgedAddressKey(text: string): Uint8Array | undefined {
  try {
    return parseAddress(text, networks.mainnet).key;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Returns whether a transaction asks THORChain to pay an account on Ethereum. */
function asksFor(outputs: readonly PaidOutput[], recipient: Uint8Array): boolean {
  return outputs.some(({ script }) => {
    const data = script ? opReturnData(script) : [];
    const bytes = Uint8Array.from(data.flatMap((part) => [...part]));
    const memo = data.length === 0 ? undefined : readThorchainMemo(new TextDecoder().decode(bytes));
    if (memo?.kind !== 'swap' || memo.chain.id !== 1) return false;
    return memo.account?.toLowerCase() === `0x${toHex(recipient)}`;
  });
}

/** The transaction on Ethereum that has the crossing. */
export interface CrossingTransaction {
  /** The called contract; null if it creates one. */
  readonly to: Uint8Array | null;
  /** Returns the public key that signed it; undefined if its signature isn't that of its sender. */
  readonly signer: () => Uint8Array | undefined;
}

/** Returns a stored transaction for `proofOfCrossing`; its key is recovered when it is asked for. */
export function crossingTransaction(tx: EthereumTransaction): CrossingTransaction {
  return { to: tx.to, signer: () => signerOf(tx) };
}

function signerOf(tx: EthereumTransaction): Uint8Array | undefined {
  try {
    const { from, publicKey } = readSignedTransaction(encodeEthereumTransaction(tx));
    return equalBytes(from, tx.from) ? publicKey : undefined;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Returns whether an output pays to a public key by its hash (P2WPKH of BIP 141, or P2PKH). */
function pays({ type, key }: PaidOutput, publicKey: Uint8Array, hashing: Hashing): boolean {
  if (!key || (type !== 'p2wpkh' && type !== 'p2pkh')) return false;
  return toHex(key).endsWith(toHex(hash160(hashing, publicKey)));
}

/**
 * Returns how a Bitcoin transaction agrees with what a contract says that it paid: `exact` if it has that output, or one with
 * that value to that address; `agreed` if it pays the address another value, such as several deposits at once, or less a fee.
 */
function proofOfPayment(
  outputs: readonly PaidOutput[],
  { output, address, value }: BitcoinPayment,
): CrossingProof | undefined {
  if (output !== null) return outputs[output]?.value === value ? { proof: 'exact', output } : undefined;
  const key = address === null ? undefined : bridgedAddressKey(address);
  const isPaid = (each: PaidOutput): boolean => Boolean(key && each.key && equalBytes(each.key, key));
  const exact = outputs.findIndex((each) => isPaid(each) && each.value === value);
  if (exact >= 0) return { proof: 'exact', output: exact };
  const agreed = outputs.findIndex(isPaid);
  return agreed < 0 ? undefined : { proof: 'agreed', output: agreed };
}

/**
 * Returns how the inbound transaction agrees with a payout of THORChain: `agreed` if it asks for a payment to the same
 * recipient, so that both legs name each other; `exact` if the key that signed the payout also got its first output. THORChain's
 * vaults have one key for both chains, so whoever got the bitcoin paid. A payout by another vault stays `agreed`. THORChain
 * takes only the first output; others may be change of whoever wrote the memo.
 */
function proofOfPayout(
  outputs: readonly PaidOutput[],
  { tx, crossing, hashing }: { tx: CrossingTransaction; crossing: Crossing; hashing: Hashing },
): CrossingProof | undefined {
  const { recipient, contract } = crossing;
  const [first] = outputs;
  if (recipient === null || !first || !asksFor(outputs, recipient)) return undefined;
  // Called through another contract, the signer need not be the one who pays.
  const isDirect = tx.to !== null && equalBytes(tx.to, contract);
  const signer = isDirect ? tx.signer() : undefined;
  return { proof: signer && pays(first, signer, hashing) ? 'exact' : 'agreed', output: 0 };
}

/**
 * Returns how a Bitcoin transaction agrees with a crossing of an Ethereum transaction that names it, or the key of one of its
 * outputs (docs/concepts/crossings.md); undefined if it names another, or they don't agree. Nobody can find another output with the
 * same key, so both transactions alone prove what tBTC minted.
 */
export function proofOfCrossing(
  crossing: Crossing,
  tx: CrossingTransaction,
  bitcoin: BitcoinSide,
  hashing: Hashing,
): CrossingProof | undefined {
  const { transaction, deposit, payment } = crossing;
  if (transaction === null) {
    const output = deposit === null ? undefined : bitcoin.outputOf(deposit);
    return output === undefined ? undefined : { proof: 'exact', output };
  }
  if (transaction !== bitcoin.txid) return undefined;
  return payment
    ? proofOfPayment(bitcoin.outputs, payment)
    : proofOfPayout(bitcoin.outputs, { tx, crossing, hashing });
}
