import { fromHex, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import {
  readEthereumTxs,
  readEthereumTxsByHash,
  readNaming,
  readNamingBefore,
} from '../../../ledger/ethereum/reader.ts';
import { claimedDeposits, type CrossedTransaction } from '../bitcoin/bitcoin-payouts.ts';
import { payableRedemptions } from '../bitcoin/paid-redemptions.ts';
import { crossingsOfStored } from './ethereum-transaction.presenter.ts';

/** Reads the transactions by which tBTC accepts Bitcoin transactions as payments, and the requests that these can be for. */
async function readRedeemed(session: SqlSession, payouts: readonly FoundTx[]): Promise<number[]> {
  const possible = payouts.filter(({ record }) => record.inputs.length === 1);
  const byTxid = new Map(possible.map((payout) => [toDisplayHash(payout.txid), payout]));
  const naming = await readNaming(session, [...byTxid.keys()].map(fromHex));
  const places = [...naming.values()].flat().map(({ position }) => position);
  if (places.length === 0) return [];
  const accepted = (await readEthereumTxs(session, [...new Set(places)])).flatMap((stored) =>
    crossingsOfStored(stored).flatMap(({ redemption, transaction, contract, logIndex }) => {
      const payout = redemption === 'paid' ? byTxid.get(transaction ?? '') : undefined;
      return payout ? [{ payout, position: stored.position, logIndex, contract }] : [];
    }),
  );
  const asked = accepted.flatMap(({ payout, ...by }) =>
    payableRedemptions(payout).flatMap((key) => (key === undefined ? [] : [{ key: fromHex(key), ...by }])),
  );
  return [...accepted.map(({ position }) => position), ...(await readNamingBefore(session, asked))];
}

/**
 * Returns the positions of the Ethereum transactions that Bitcoin transactions can be payouts for, each once: those that their memos
 * name, requests for redemptions of tBTC, and those in which tBTC accepts these payouts.
 */
export async function readRelatedPositions(
  session: SqlSession,
  payouts: readonly FoundTx[],
): Promise<number[]> {
  const hashes = new Set(payouts.flatMap(claimedDeposits));
  const named = hashes.size === 0 ? [] : await readEthereumTxsByHash(session, [...hashes].map(fromHex));
  const redeemed = await readRedeemed(session, payouts);
  return [...new Set([...named.map(({ position }) => position), ...redeemed])];
}

/** As `readRelatedPositions`, with what was read there. */
export async function readRelated(
  session: SqlSession,
  payouts: readonly FoundTx[],
): Promise<CrossedTransaction[]> {
  const positions = await readRelatedPositions(session, payouts);
  if (positions.length === 0) return [];
  const found = await readEthereumTxs(session, positions);
  return found.map((stored) => ({ stored, crossings: crossingsOfStored(stored) }));
}
