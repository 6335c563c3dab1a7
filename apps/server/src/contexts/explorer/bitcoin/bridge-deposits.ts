import { crossingTransaction, fromHex, proofOfCrossing, toDisplayHash, toHex } from '@hopscope/chain';
import type { TransactionContext } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readAssets, readEthereumTxs, readNaming } from '../../../ledger/ethereum/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { crossedTokens, crossingsOfStored } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, presentAsset, textOrNull } from '../ethereum/ethereum-values.ts';

/** Returns the outputs that bridges paid for on Ethereum, as far as both ledgers agree. */
export async function readDeposits(
  session: SqlSession,
  { txid, record }: FoundTx,
): Promise<TransactionContext['deposits']> {
  const name = toDisplayHash(txid);
  const places = [...(await readNaming(session, [fromHex(name)])).values()].flat();
  const positions = [...new Set(places.map(({ position }) => position))];
  const found = (await readEthereumTxs(session, positions)).flatMap((stored) => {
    const tx = crossingTransaction(stored.tx);
    return crossingsOfStored(stored).flatMap((crossing) => {
      const { direction, transaction, recipient } = crossing;
      if (direction !== 'in' || transaction !== name || recipient === null) return [];
      const proven = proofOfCrossing(crossing, tx, record.outputs, nativeHashing);
      return proven ? [{ ...proven, crossing, recipient, hash: stored.tx.hash }] : [];
    });
  });
  const assets = await readAssets(session, crossedTokens(found.map(({ crossing }) => crossing)));
  return found.map(({ output, proof, recipient, hash, crossing: { protocol, asset, amount } }) => {
    const token = asset instanceof Uint8Array ? asset : null;
    return {
      output,
      protocol,
      transaction: `0x${toHex(hash)}`,
      recipient: addressOf(recipient),
      asset: asset && presentAsset({ token, standard: token && 'erc20', tokenId: null }, assets),
      amt: textOrNull(amount),
      proof,
    };
  });
}
