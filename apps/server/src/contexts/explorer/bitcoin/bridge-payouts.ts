import { toHex } from '@hopscope/chain';
import type { TransactionContext } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readAssets } from '../../../ledger/ethereum/reader.ts';
import { readHeightAtTime } from '../../../ledger/shared/height-at-time.ts';
import {
  agreedPayouts,
  type BitcoinDeposit,
  type BitcoinPayout,
  type CrossedTransaction,
  findBitcoinPayouts,
} from './bitcoin-payouts.ts';
import { crossedTokens } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, presentAsset, textOrNull } from '../ethereum/ethereum-values.ts';
import { readRelated } from '../ethereum/related-transactions.ts';

/** Returns what transactions paid for what was given on Ethereum, as far as both ledgers agree. */
export const readAgreed = async (
  session: SqlSession,
  payouts: readonly FoundTx[],
): Promise<BitcoinPayout<CrossedTransaction>[]> =>
  agreedPayouts(session, payouts, await readRelated(session, payouts));

/** Returns what was paid on Bitcoin for deposits on Ethereum, among others that the same transactions paid for. */
export async function readPayoutsFor(
  session: SqlSession,
  deposits: readonly BitcoinDeposit[],
): Promise<BitcoinPayout<CrossedTransaction>[]> {
  const around = {
    session,
    height: Number.MAX_SAFE_INTEGER,
    heightAtTime: (time: number) => readHeightAtTime(session, 'bitcoin', time),
  };
  return readAgreed(session, await findBitcoinPayouts(around, deposits));
}

/** Returns the payouts of a transaction that the Ethereum ledger confirms, for display. */
export async function readPayouts(
  session: SqlSession,
  found: FoundTx,
): Promise<TransactionContext['payouts']> {
  const payouts = await readAgreed(session, [found]);
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
