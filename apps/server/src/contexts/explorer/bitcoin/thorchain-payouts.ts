import { ECDH } from 'node:crypto';
import {
  bridgedAddressKey,
  type Crossing,
  decodeTransaction,
  equalBytes,
  fromHex,
  hash160,
  keccak256,
  opReturnData,
  pushesFrom,
  readThorchainMemo,
  toHex,
} from '@hopscope/chain';
import type { TransactionContext } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { readRawTx } from '../../../ledger/bitcoin/blocks/stored-scripts.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readAssets, readEthereumTxByHash } from '../../../ledger/ethereum/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { crossedTokens, crossingsOfStored } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, presentAsset, textOrNull } from '../ethereum/ethereum-values.ts';

/** An output that THORChain paid for a deposit on Ethereum. */
interface Payout {
  output: number;
  deposit: StoredEthereumTx;
  crossing: Crossing;
  proof: 'agreed' | 'exact';
}

const oneKey: ReadonlySet<string> = new Set(['p2wpkh', 'p2pkh']);

/** Transactions that are looked up; a payout of THORChain has one memo. */
const mostMemos = 4;

/** Returns the transactions on other chains for which the memos of a transaction claim to pay. */
function inboundOf({ record }: FoundTx): Set<string> {
  const named = record.outputs.flatMap(({ script }) => {
    const data = script ? opReturnData(script) : [];
    const memo = data.length === 0 ? undefined : readThorchainMemo(Buffer.concat(data).toString());
    return memo?.kind === 'payout' ? memo.inbound : [];
  });
  return new Set(named.slice(0, mostMemos));
}

/**
 * Returns the Ethereum accounts of the keys that signed, as far as spent outputs name one key (P2WPKH, P2PKH). Of other outputs,
 * bytes that look like a key can be anything.
 */
async function signersOf(session: SqlSession, found: FoundTx): Promise<Uint8Array[]> {
  const raw = await readRawTx(session, found, nativeHashing);
  if (!raw) return [];
  const { inputs } = decodeTransaction(raw, { hashing: nativeHashing });
  return inputs.flatMap(({ witness, script }, i) => {
    const prevout = found.record.inputs[i]?.prevout;
    if (prevout?.kind !== 'known' || !prevout.key || !oneKey.has(prevout.type)) return [];
    const key = (prevout.type === 'p2wpkh' ? witness : pushesFrom(script, 0)).at(-1);
    if (!key || !toHex(prevout.key).endsWith(toHex(hash160(nativeHashing, key)))) return [];
    return accountOf(key) ?? [];
  });
}

/** Returns the Ethereum account of a public key (keccak256 of its point); undefined if the bytes aren't one. */
function accountOf(key: Uint8Array): Uint8Array | undefined {
  try {
    const point = ECDH.convertKey(key, 'secp256k1', undefined, undefined, 'uncompressed');
    return keccak256(Buffer.from(point).subarray(1)).subarray(12);
  } catch {
    return undefined;
  }
}

/** Returns the number of the output that pays to an address; undefined if none does. */
function outputTo({ record }: FoundTx, address: string): number | undefined {
  const key = bridgedAddressKey(address);
  const at = record.outputs.findIndex((output) => key && output.key && equalBytes(output.key, key));
  return at < 0 ? undefined : at;
}

/**
 * Returns the payouts of a transaction that the Ethereum ledger confirms: its memo names a deposit there, which asks for a
 * payment to an address that this transaction pays. `exact` if a key that signed here also received the deposit: the vaults of
 * THORChain have one key for both chains.
 */
async function payoutsOf(session: SqlSession, found: FoundTx): Promise<Payout[]> {
  const payouts: Payout[] = [];
  let signers: Uint8Array[] | undefined;
  for (const inbound of inboundOf(found)) {
    const deposit = await readEthereumTxByHash(session, fromHex(inbound));
    if (!deposit) continue;
    for (const crossing of crossingsOfStored(deposit)) {
      const { account, chain, claimed, recipient: vault } = crossing;
      if (!claimed || account === null || chain?.name !== 'Bitcoin' || vault === null) continue;
      const output = outputTo(found, account);
      if (output === undefined) continue;
      signers ??= await signersOf(session, found);
      const isExact = signers.some((signer) => equalBytes(signer, vault));
      payouts.push({ output, deposit, crossing, proof: isExact ? 'exact' : 'agreed' });
    }
  }
  return payouts;
}

/** Returns the payouts of a transaction that the Ethereum ledger confirms, for display. */
export async function readPayouts(
  session: SqlSession,
  found: FoundTx,
): Promise<TransactionContext['payouts']> {
  const payouts = await payoutsOf(session, found);
  const assets = await readAssets(session, crossedTokens(payouts.map(({ crossing }) => crossing)));
  return payouts.map(({ output, deposit: { tx }, crossing: { protocol, asset, amount }, proof }) => {
    const token = asset instanceof Uint8Array ? asset : null;
    return {
      output,
      protocol,
      transaction: `0x${toHex(tx.hash)}`,
      sender: addressOf(tx.from),
      asset: asset && presentAsset({ token, standard: token && 'erc20', tokenId: null }, assets),
      amt: textOrNull(amount),
      proof,
    };
  });
}
