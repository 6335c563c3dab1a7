import type { DemoEntity } from '../entities.ts';
import type { Shares } from '../bitcoin/wallet.ts';
import type { AccountKey } from './keys.ts';

/** The asset: 0 is ether, otherwise the account number of the token contract. */
export type Asset = number;
export const ETHER: Asset = 0;

/** An account of the demo's Ethereum side. */
export interface Account {
  /** Starts at 1, in the order of creation. */
  readonly id: number;
  readonly address: Uint8Array;
  /** `0x` and the address in lower case. */
  readonly hex: string;
  /** Undefined for contracts and addresses without a known key. */
  readonly key: AccountKey | undefined;
  readonly entity: DemoEntity;
  /** A service that pools its funds: flows end here. */
  readonly pools: boolean;
  /** Nonce of its next transaction, including pending ones. */
  nonce: bigint;
  /** Amounts by asset; wei for ether, otherwise the token's smallest unit. */
  readonly balances: Map<Asset, bigint>;
  /** Wei reserved for pending transactions. */
  reserved: bigint;
  /** Tokens that the swap router is allowed to transfer. */
  readonly approved: Set<Asset>;
  /** Illicit shares of the balances. */
  readonly shares: Map<Asset, Shares>;
}

/** Returns the balance of an asset. */
export function balanceOf(account: Account, asset: Asset = ETHER): bigint {
  return account.balances.get(asset) ?? 0n;
}

/** Returns the wei that are not reserved. */
export function spendable(account: Account): bigint {
  return balanceOf(account) - account.reserved;
}
