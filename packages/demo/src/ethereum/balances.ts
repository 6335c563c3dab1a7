import type { Shares } from '../bitcoin/wallet.ts';
import { type Account, type Asset, balanceOf } from './account.ts';

/** Shares smaller than the amount divided by this are dropped, as on the Bitcoin side. */
const smallestShare = 1_000n;

/** Returns illicit shares of an amount, in proportion to the balance (haircut). */
export function sharesOf(from: Account, asset: Asset, amount: bigint): Shares | undefined {
  const shares = from.shares.get(asset);
  const total = balanceOf(from, asset);
  if (!shares || total === 0n) return undefined;
  const parts = new Map<number, bigint>();
  for (const [flow, part] of shares) {
    const share = (part * amount) / total;
    if (share > 0n && share * smallestShare >= amount) parts.set(flow, share);
  }
  return parts.size > 0 ? parts : undefined;
}

/** Subtracts an amount from an account and reduces its illicit shares in proportion. Requires a sufficient balance. */
export function take(account: Account, asset: Asset, amount: bigint): void {
  const total = balanceOf(account, asset);
  const rest = total - amount;
  const shares = account.shares.get(asset);
  let left: Map<number, bigint> | undefined;
  if (shares && rest > 0n) {
    for (const [flow, part] of shares) {
      const share = (part * rest) / total;
      if (share * smallestShare >= rest && share > 0n) (left ??= new Map()).set(flow, share);
    }
  }
  setBalance(account, asset, rest, left);
}

/** Adds an amount to an account, with its illicit shares unless the account pools funds. */
export function give(account: Account, asset: Asset, amount: bigint, shares?: Shares): void {
  const before = account.shares.get(asset);
  let sums: Shares | undefined = before;
  if (shares && !account.pools) {
    const added = new Map(before);
    for (const [flow, part] of shares) added.set(flow, (added.get(flow) ?? 0n) + part);
    sums = added;
  }
  setBalance(account, asset, balanceOf(account, asset) + amount, sums);
}

/** Sets the balance of an account, with its illicit shares. */
export function setBalance(account: Account, asset: Asset, amount: bigint, shares: Shares | undefined): void {
  if (amount === 0n) account.balances.delete(asset);
  else account.balances.set(asset, amount);
  if (shares && amount > 0n) account.shares.set(asset, shares);
  else account.shares.delete(asset);
}
