import { type Crossing, fromDisplayHash, opReturnData, readThorchainMemo, toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { type FoundTx, readTxsById } from '../../../ledger/bitcoin/lookups.ts';

/** Returns whether a transaction asks THORChain to pay an account on Ethereum. */
function asksFor({ record }: FoundTx, recipient: Uint8Array): boolean {
  return record.outputs.some(({ script }) => {
    const text = script && new TextDecoder().decode(Buffer.concat(opReturnData(script)));
    const memo = text === undefined ? undefined : readThorchainMemo(text);
    if (memo?.kind !== 'swap' || memo.chain.id !== 1) return false;
    return memo.account?.toLowerCase() === `0x${toHex(recipient)}`;
  });
}

/**
 * Returns the payouts whose inbound transaction is in the Bitcoin ledger and asks for a payment to the same recipient. Both
 * legs name each other then: the payout its inbound transaction, and the inbound transaction its recipient. Whoever pays both
 * could still make it up, since the account that paid is not checked against THORChain's vaults.
 */
export async function confirmCrossings(
  session: SqlSession,
  crossings: readonly Crossing[],
): Promise<ReadonlySet<Crossing>> {
  const named = crossings.filter(({ transaction, recipient }) => transaction !== null && recipient !== null);
  if (named.length === 0) return new Set();
  const txids = named.map(({ transaction }) => fromDisplayHash(transaction ?? ''));
  const found = await readTxsById(session, txids);
  return new Set(
    named.filter(({ recipient }, i) =>
      found.some(
        (tx) => toHex(tx.txid) === toHex(txids[i] ?? new Uint8Array()) && recipient && asksFor(tx, recipient),
      ),
    ),
  );
}
