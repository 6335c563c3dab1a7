import {
  ChainError,
  type Crossing,
  encodeEthereumTransaction,
  equalBytes,
  type EthereumTransaction,
  fromDisplayHash,
  hash160,
  opReturnData,
  readSignedTransaction,
  readThorchainMemo,
  toHex,
} from '@hopscope/chain';
import type { CrossingProofName } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { type FoundTx, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';

/** Returns whether a transaction asks THORChain to pay an account on Ethereum. */
function asksFor({ record }: FoundTx, recipient: Uint8Array): boolean {
  return record.outputs.some(({ script }) => {
    const text = script && new TextDecoder().decode(Buffer.concat(opReturnData(script)));
    const memo = text === undefined ? undefined : readThorchainMemo(text);
    if (memo?.kind !== 'swap' || memo.chain.id !== 1) return false;
    return memo.account?.toLowerCase() === `0x${toHex(recipient)}`;
  });
}

/** Returns the public key that signed a transaction; undefined if its signature isn't that of its sender. */
function signerOf(tx: EthereumTransaction): Uint8Array | undefined {
  try {
    const { from, publicKey } = readSignedTransaction(encodeEthereumTransaction(tx));
    return equalBytes(from, tx.from) ? publicKey : undefined;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/**
 * Returns whether the first output pays to a public key by its hash (P2WPKH of BIP 141, or P2PKH). THORChain takes only that
 * one; others may be change of whoever wrote the memo.
 */
function pays({ record }: FoundTx, publicKey: Uint8Array): boolean {
  const [{ type, key } = {}] = record.outputs;
  if (!key || (type !== 'p2wpkh' && type !== 'p2pkh')) return false;
  return toHex(key).endsWith(toHex(hash160(nativeHashing, publicKey)));
}

/**
 * Returns the payouts of a transaction that the Bitcoin ledger confirms: `agreed` if their inbound transaction is there and
 * asks for a payment to the same recipient, so that both legs name each other; `exact` if the key that signed the payout also
 * got the first output of the inbound transaction. THORChain's vaults have one key for both chains, so whoever got the bitcoin
 * paid. A payout by another vault stays `agreed`.
 */
export async function confirmCrossings(
  session: SqlSession,
  tx: EthereumTransaction,
  crossings: readonly Crossing[],
): Promise<ReadonlyMap<Crossing, CrossingProofName>> {
  const confirmed = new Map<Crossing, CrossingProofName>();
  const named = crossings.flatMap((crossing) => {
    const { transaction, recipient } = crossing;
    return transaction === null || recipient === null
      ? []
      : [{ crossing, recipient, txid: fromDisplayHash(transaction) }];
  });
  if (named.length === 0) return confirmed;
  const found = await readTxsById(
    session,
    named.map(({ txid }) => txid),
  );
  for (const { crossing, recipient, txid } of named) {
    const asking = found.filter((each) => equalBytes(each.txid, txid) && asksFor(each, recipient));
    if (asking.length === 0) continue;
    // Called through another contract, the signer need not be the one who pays.
    const isDirect = tx.to !== null && equalBytes(tx.to, crossing.contract);
    const signer = isDirect ? signerOf(tx) : undefined;
    const isExact = signer !== undefined && asking.some((inbound) => pays(inbound, signer));
    confirmed.set(crossing, isExact ? 'exact' : 'agreed');
  }
  return confirmed;
}
