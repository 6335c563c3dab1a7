import {
  asksForBitcoin,
  bridgedAddressKey,
  type Crossing,
  decodeTransaction,
  earlyPayout,
  inboundOf,
  proofOfBitcoinPayout,
  signersOf,
  toHex,
} from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { readRawTx } from '../../../ledger/bitcoin/blocks/stored-scripts.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readAccounts } from '../../../ledger/bitcoin/accounts/many-histories.ts';
import { type AccountRow, readActivity } from '../../../ledger/bitcoin/reader.ts';
import { firstNot } from '../../../lib/first-not.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf, positionOf } from '../../../ledger/shared/positions.ts';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { paidRedemptions, payableRedemptions, spentBy } from './paid-redemptions.ts';

/** A transaction on Ethereum with its crossings. */
export interface CrossedTransaction {
  readonly stored: StoredEthereumTx;
  readonly crossings: readonly Crossing[];
}

/** A payout on Bitcoin for what was given on Ethereum; both ledgers agree. */
export interface BitcoinPayout<D extends CrossedTransaction> {
  readonly payout: FoundTx;
  /** Output of the payout that the recipient got. */
  readonly output: number;
  readonly deposit: D;
  readonly crossing: Crossing;
  readonly proof: 'agreed' | 'exact';
}

/** A transaction on Ethereum that can have asked for a payment on Bitcoin. */
export interface BitcoinDeposit extends CrossedTransaction {
  /** Seconds since 1970. */
  readonly time: number;
}

/** Transactions in which an address received something after a deposit, oldest first, among which its payout is searched. */
const mostReceipts = 200;

/** Returns the transactions on Ethereum (lower-case hex) for which a Bitcoin transaction claims to pay, by its memos. */
export const claimedDeposits = ({ record }: FoundTx): string[] => inboundOf(record.outputs);

const hashOf = ({ stored }: CrossedTransaction): string => toHex(stored.tx.hash);

/** Returns the Ethereum accounts of the keys that signed a transaction, as far as its scripts are stored. */
async function readSigners(session: SqlSession, found: FoundTx): Promise<Uint8Array[]> {
  const raw = await readRawTx(session, found, nativeHashing);
  if (!raw) return [];
  const { inputs } = decodeTransaction(raw, { hashing: nativeHashing });
  const spent = spentBy(found);
  return signersOf(
    inputs.map(({ witness, script }, i) => ({ witness, script, spent: spent[i] })),
    nativeHashing,
  );
}

/**
 * Returns what Bitcoin transactions paid for crossings of transactions on Ethereum, as far as both agree. `related`: all transactions
 * on Ethereum that these payouts can be for, with those that say so (`readRelatedPositions`). Where an exact one has the same deposit,
 * or is in the same transaction, those that are only agreed are left out: someone could have made them up.
 */
export async function agreedPayouts<D extends CrossedTransaction>(
  session: SqlSession,
  payouts: readonly FoundTx[],
  related: readonly D[],
): Promise<BitcoinPayout<D>[]> {
  const asking = Map.groupBy(
    related.flatMap((deposit) =>
      deposit.crossings.flatMap((crossing) =>
        crossing.claimed && asksForBitcoin(crossing) ? [{ deposit, crossing }] : [],
      ),
    ),
    ({ deposit }) => hashOf(deposit),
  );
  const found: BitcoinPayout<D>[] = [];
  for (const payout of payouts) {
    const named = claimedDeposits(payout).flatMap((hash) => asking.get(hash) ?? []);
    const redeemed = paidRedemptions(payout, related);
    const signers = named.length === 0 ? [] : await readSigners(session, payout);
    const side = { outputs: payout.record.outputs, spent: spentBy(payout), signers };
    for (const { deposit, crossing } of [...named, ...redeemed]) {
      const proven = proofOfBitcoinPayout({ crossing, hash: hashOf(deposit) }, side);
      if (proven) found.push({ payout, deposit, crossing, ...proven });
    }
  }
  const exact = found.filter(({ proof }) => proof === 'exact');
  const proven = new Set(exact.flatMap(({ payout, deposit }) => [byteKey(payout.txid), hashOf(deposit)]));
  return found.filter(
    ({ payout, deposit, proof }) =>
      proof === 'exact' || !(proven.has(byteKey(payout.txid)) || proven.has(hashOf(deposit))),
  );
}

/** Returns the first of an account's entries that is at a position or after it. */
const entryFrom = (session: SqlSession, account: AccountRow, position: number): Promise<number> =>
  firstNot(account.txCount, async (place) => {
    const [entry] = await readActivity(session, account, place, place);
    return entry !== undefined && entry.position < position;
  });

/**
 * Returns Bitcoin transactions that can pay for deposits on Ethereum: by their memos, or as redemptions of tBTC.
 * Deposits name the address that they ask to be paid, so what it received since then is searched, up to a limit.
 */
export async function findBitcoinPayouts(
  {
    session,
    height,
    heightAtTime,
  }: {
    session: SqlSession;
    /** The highest block that counts. */
    height: number;
    /** Returns the newest block of Bitcoin whose time (seconds since 1970) isn't after another. */
    heightAtTime: (time: number) => Promise<number | undefined>;
  },
  deposits: readonly BitcoinDeposit[],
): Promise<FoundTx[]> {
  const wanted = deposits.flatMap((deposit) =>
    deposit.crossings.flatMap((crossing) => {
      const key = asksForBitcoin(crossing) ? bridgedAddressKey(crossing.account ?? '') : undefined;
      return key ? [{ key, crossing, hash: hashOf(deposit), time: deposit.time }] : [];
    }),
  );
  if (wanted.length === 0) return [];
  const accounts = await readAccounts(
    session,
    wanted.map(({ key }) => key),
  );
  const positions = new Set<number>();
  for (const { key, time } of wanted) {
    const account = accounts.get(byteKey(key));
    const before = account && (await heightAtTime(time - earlyPayout));
    if (!account) continue;
    const from = await entryFrom(session, account, positionOf((before ?? -1) + 1, 0));
    const to = Math.min(from + mostReceipts, account.txCount) - 1;
    if (to < from) continue;
    for (const { position, received } of await readActivity(session, account, from, to)) {
      if (received > 0n && heightOf(position) <= height) positions.add(position);
    }
  }
  const hashes = new Set(wanted.map(({ hash }) => hash));
  const redemptions = new Set(
    wanted.flatMap(({ crossing: { redemption } }) =>
      redemption === null || redemption === 'paid' ? [] : redemption.key,
    ),
  );
  const paysRedemption = (tx: FoundTx): boolean =>
    redemptions.size > 0 && payableRedemptions(tx).some((key) => key !== undefined && redemptions.has(key));
  const found = await readTxsAt(session, [...positions]);
  return found.filter((tx) => claimedDeposits(tx).some((hash) => hashes.has(hash)) || paysRedemption(tx));
}
