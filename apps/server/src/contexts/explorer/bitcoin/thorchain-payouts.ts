import { fromHex, toHex } from '@hopscope/chain';
import type { TransactionContext } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readAssets, readEthereumTxByHash } from '../../../ledger/ethereum/reader.ts';
import { agreedPayouts, claimedDeposits } from './bitcoin-payouts.ts';
import { crossedTokens, crossingsOfStored } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, presentAsset, textOrNull } from '../ethereum/ethereum-values.ts';

/** Returns the payouts of a transaction that the Ethereum ledger confirms, for display. */
export async function readPayouts(
  session: SqlSession,
  found: FoundTx,
): Promise<TransactionContext['payouts']> {
  const deposits = [];
  for (const hash of claimedDeposits(found)) {
    const stored = await readEthereumTxByHash(session, fromHex(hash));
    if (stored) deposits.push({ stored, crossings: crossingsOfStored(stored) });
  }
  const payouts = await agreedPayouts(session, [found], deposits);
  const assets = await readAssets(session, crossedTokens(payouts.map(({ crossing }) => crossing)));
  return payouts.map(({ output, deposit, crossing: { protocol, asset, amount }, proof }) => {
    const { tx } = deposit.stored;
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
