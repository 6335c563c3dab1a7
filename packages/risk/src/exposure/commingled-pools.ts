import type { Entry, CommingledPool, Lot } from './types.ts';

/** A Bitcoin transaction as a walk sees it. */
export interface BitcoinFacts {
  readonly txid: string;
  readonly coinbase: boolean;
  /** True for a CoinJoin by `detectCoinJoin`; false if undecided. */
  readonly coinJoin: boolean;
  /** Spent outputs in order; undefined if not in the ledger. Empty for a coinbase. */
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
  /**
   * A movement between accounts: incoming if the account is its owner, outgoing if it is its `from`, both for a
   * self-transfer.
   */
  | { readonly kind: 'transfer'; readonly lot: Lot }
  /** Gas that it paid. */
  | { readonly kind: 'fee'; readonly amount: bigint; readonly transaction?: string }
  /** Rewards, tips, beacon chain withdrawals, and tokens created for it. */
  | { readonly kind: 'made'; readonly amount: bigint; readonly transaction?: string }
  /** Tokens destroyed, ether sent where no account is. */
  | { readonly kind: 'burnt'; readonly amount: bigint; readonly transaction?: string };

export interface AccountFacts {
  /** As lots write their owners' ids. */
  readonly account: string;
  /** As answers write it; `ETH` or the contract. */
  readonly asset: string;
  /** Balance before the first event: 0 if the ledger covers it from the start; undefined if unknown. */
  readonly opening: bigint | undefined;
  /** In the order of the chain. */
  readonly events: readonly AccountEvent[];
}

/** Builds the pool of an Ethereum account with one asset: its events in order, after the opening balance. */
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
 * Returns the lots of a pool that an owner received from others, as roots of walks. None for a transaction whose inputs all
 * belong to the owner: that is change.
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
