import { paidMovement, toHex } from '@hopscope/chain';
import type { TransactionContext } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readAssets, readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { crossingsFor } from '../ethereum/agreed-crossings.ts';
import {
  crossedTokens,
  crossingsOfStored,
  movementsOfStored,
} from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, presentAsset, textOrNull } from '../ethereum/ethereum-values.ts';
import { readPositionsNaming } from '../ethereum/naming-transactions.ts';

/** Returns the outputs that bridges paid for on Ethereum, as far as both ledgers agree. */
export async function readDeposits(
  session: SqlSession,
  deposit: FoundTx,
): Promise<TransactionContext['deposits']> {
  const positions = await readPositionsNaming(session, [deposit.txid]);
  if (positions.length === 0) return [];
  const payouts = (await readEthereumTxs(session, positions)).map((stored) => ({
    stored,
    crossings: crossingsOfStored(stored),
  }));
  const found = crossingsFor(deposit, payouts);
  const assets = await readAssets(session, crossedTokens(found.map(({ crossing }) => crossing)));
  const blocks = await readEthereumBlocks(session, positions.map(heightOf));
  return found.flatMap(({ payout: { stored }, output, proof, crossing }) => {
    const { protocol, recipient, asset, amount } = crossing;
    if (recipient === null) return [];
    const block = blocks.get(heightOf(stored.position));
    const movements = amount === null && block ? movementsOfStored(stored, block) : [];
    const paid = amount ?? movements[paidMovement(movements, crossing) ?? -1]?.amount ?? null;
    const token = asset instanceof Uint8Array ? asset : null;
    return [
      {
        output,
        protocol,
        transaction: `0x${toHex(stored.tx.hash)}`,
        recipient: addressOf(recipient),
        asset: asset && presentAsset({ token, standard: token && 'erc20', tokenId: null }, assets),
        amt: textOrNull(paid),
        proof,
      },
    ];
  });
}
