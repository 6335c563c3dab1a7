import {
  type BitcoinPayment,
  ChainError,
  type Crossing,
  encodeEthereumTransaction,
  equalBytes,
  type EthereumTransaction,
  fromDisplayHash,
  hash160,
  networks,
  opReturnData,
  parseAddress,
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

/** Returns the key of an address of Bitcoin's mainnet, where bridges are known; undefined for other texts. */
export function addressKeyOf(text: string): Uint8Array | undefined {
  try {
    return parseAddress(text, networks.mainnet).key;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/**
 * Returns how a Bitcoin transaction agrees with what a contract says that it paid: `exact` if it has that output, or one with
 * that value to that address; `agreed` if it pays the address another value, such as several deposits at once, or less a fee.
 */
function proofOfPayment(
  { record }: FoundTx,
  { output, address, value }: BitcoinPayment,
): CrossingProofName | undefined {
  if (output !== null) return record.outputs[output]?.value === value ? 'exact' : undefined;
  const key = address === null ? undefined : addressKeyOf(address);
  const paid = record.outputs.filter((each) => key && each.key && equalBytes(each.key, key));
  if (paid.length === 0) return undefined;
  return paid.some((each) => each.value === value) ? 'exact' : 'agreed';
}

/**
 * Returns how the inbound transaction agrees with a payout of THORChain: `agreed` if it asks for a payment to the same
 * recipient, so that both legs name each other; `exact` if the key that signed the payout also got its first output. THORChain's
 * vaults have one key for both chains, so whoever got the bitcoin paid. A payout by another vault stays `agreed`.
 */
function proofOfPayout(
  inbound: FoundTx,
  tx: EthereumTransaction,
  { contract, recipient }: Crossing,
): CrossingProofName | undefined {
  if (recipient === null || !asksFor(inbound, recipient)) return undefined;
  // Called through another contract, the signer need not be the one who pays.
  const isDirect = tx.to !== null && equalBytes(tx.to, contract);
  const signer = isDirect ? signerOf(tx) : undefined;
  return signer && pays(inbound, signer) ? 'exact' : 'agreed';
}

/** Returns the crossings of a transaction whose Bitcoin transaction is in the ledger and agrees, with how it does. */
export async function confirmCrossings(
  session: SqlSession,
  tx: EthereumTransaction,
  crossings: readonly Crossing[],
): Promise<ReadonlyMap<Crossing, CrossingProofName>> {
  const confirmed = new Map<Crossing, CrossingProofName>();
  const named = crossings.flatMap((crossing) =>
    crossing.transaction === null ? [] : [{ crossing, txid: fromDisplayHash(crossing.transaction) }],
  );
  if (named.length === 0) return confirmed;
  const found = await readTxsById(
    session,
    named.map(({ txid }) => txid),
  );
  for (const { crossing, txid } of named) {
    const proofs = found
      .filter((each) => equalBytes(each.txid, txid))
      .map((each) =>
        crossing.payment ? proofOfPayment(each, crossing.payment) : proofOfPayout(each, tx, crossing),
      );
    const proof = proofs.find((each) => each === 'exact') ?? proofs.find((each) => each !== undefined);
    if (proof) confirmed.set(crossing, proof);
  }
  return confirmed;
}
