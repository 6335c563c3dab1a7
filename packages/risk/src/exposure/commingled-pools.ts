import type { Entry, CommingledPool, Lot } from './types.ts';

/** A Bitcoin transaction as a walk sees it. */
export interface BitcoinFacts {
  readonly txid: string;
  readonly coinbase: boolean;
  /** What `detectCoinJoin` says is a CoinJoin; undecided ones are none. */
  readonly coinJoin: boolean;
  /** The outputs that it spends, in order; undefined where the ledger does not hold them. Of a coinbase none. */
  readonly inputs: readonly (Lot | undefined)[];
  /** Its outputs, in order. */
  readonly outputs: readonly Lot[];
}

/**
 * A Bitcoin transaction as a pool: inputs, outputs in order, the fee last. Outputs of nothing are left out. A coinbase's outputs are
 * newly mined, its fees among them. Where an input is unknown, so is the fee.
 * @throws RangeError where outputs are more than inputs that are all known
 */
export function bitcoinPool({ txid, coinbase, coinJoin, inputs, outputs }: BitcoinFacts): CommingledPool {
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const entries: Entry[] = coinbase
    ? [{ flow: 'in', end: 'mined', amount: paid }]
    : inputs.map(
        (lot): Entry => (lot ? { flow: 'in', lot } : { flow: 'in', end: 'unknown', amount: undefined }),
      );
  for (const lot of outputs) if (lot.amount > 0n) entries.push({ flow: 'out', lot });
  if (!coinbase && !inputs.includes(undefined)) {
    const fee = inputs.reduce((sum, lot) => sum + (lot?.amount ?? 0n), 0n) - paid;
    if (fee < 0n) throw new RangeError(`${txid} pays out ${-fee} more than it spends`);
    if (fee > 0n) entries.push({ flow: 'out', end: 'fee', amount: fee });
  }
  return { id: txid, transaction: txid, coinJoin, entries };
}

/** Something that happened to an account's holding of one asset. */
export type AccountEvent =
  /** A movement between accounts: in where the account is its owner, out where it is its `from`, one after the other where both. */
  | { readonly kind: 'transfer'; readonly lot: Lot }
  /** Gas that it paid. */
  | { readonly kind: 'fee'; readonly amount: bigint; readonly transaction?: string }
  /** Rewards, tips, withdrawals of the beacon chain; tokens made for it. */
  | { readonly kind: 'made'; readonly amount: bigint; readonly transaction?: string }
  /** Tokens destroyed, ether sent where no account is. */
  | { readonly kind: 'burnt'; readonly amount: bigint; readonly transaction?: string };

export interface AccountFacts {
  /** As lots write their owners' ids. */
  readonly account: string;
  /** As answers write it; `ETH` or the contract. */
  readonly asset: string;
  /** What it held before the first event: 0 where the ledger begins before it, undefined where nobody knows. */
  readonly opening: bigint | undefined;
  /** In the order of the chain. */
  readonly events: readonly AccountEvent[];
}

/** An Ethereum account with one asset as a pool: its events in order, what it held before them first. */
export function ethereumPool({ account, asset, opening, events }: AccountFacts): CommingledPool {
  const entries: Entry[] = opening === 0n ? [] : [{ flow: 'in', end: 'unknown', amount: opening }];
  for (const event of events) {
    if (event.kind === 'transfer') {
      const { lot } = event;
      if (lot.from?.id === account) entries.push({ flow: 'out', lot });
      if (lot.owner?.id === account) entries.push({ flow: 'in', lot });
      continue;
    }
    const { kind, ...what } = event;
    entries.push(
      kind === 'made' ? { flow: 'in', end: 'mined', ...what } : { flow: 'out', end: kind, ...what },
    );
  }
  return { id: `${account} ${asset}`, transaction: null, coinJoin: false, entries };
}

/**
 * The lots of a pool that an owner received from others, as roots of walks. Of a transaction none where every input is the
 * owner's own: that is change. Of an account what came from other accounts.
 */
export function receiptsOf(pool: CommingledPool, owner: string): Lot[] {
  const isOwn = (lot: Lot): boolean => lot.owner?.id === owner;
  if (pool.transaction === null) {
    return pool.entries.flatMap((entry) =>
      entry.flow === 'in' && 'lot' in entry && isOwn(entry.lot) && entry.lot.from?.id !== owner
        ? [entry.lot]
        : [],
    );
  }
  const others = pool.entries.some((entry) => entry.flow === 'in' && !('lot' in entry && isOwn(entry.lot)));
  if (!others) return [];
  return pool.entries.flatMap((entry) =>
    entry.flow === 'out' && 'lot' in entry && isOwn(entry.lot) ? [entry.lot] : [],
  );
}
