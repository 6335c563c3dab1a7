import type { DemoEntity } from '../entities.ts';
import type { Shares } from '../bitcoin/wallet.ts';
import type { AccountKey } from './keys.ts';

/** Which asset: 0 is ether, otherwise the number of the account of the token's contract. */
export type Asset = number;
export const ETHER: Asset = 0;

/** An account of the demo's Ethereum side. */
export interface Account {
  /** From 1 on, in the order in which they were opened. */
  readonly id: number;
  readonly address: Uint8Array;
  /** `0x` and the address in lower case. */
  readonly hex: string;
  /** Undefined for contracts and for addresses that nobody has a key to. */
  readonly key: AccountKey | undefined;
  readonly entity: DemoEntity;
  /** A service that pools what it receives: flows end here. */
  readonly pools: boolean;
  /** Nonce of the next transaction that it sends, waiting ones included. */
  nonce: bigint;
  /** Amounts by asset; wei for ether, otherwise the token's smallest unit. */
  readonly balances: Map<Asset, bigint>;
  /** Wei that waiting transactions may take. */
  reserved: bigint;
  /** Tokens that it lets the swap router take. */
  readonly approved: Set<Asset>;
  /** What of the balances comes from illicit flows. */
  readonly shares: Map<Asset, Shares>;
}

/** What an account has of an asset. */
export function balanceOf(account: Account, asset: Asset = ETHER): bigint {
  return account.balances.get(asset) ?? 0n;
}

/** Wei that an account can still promise. */
export function spendable(account: Account): bigint {
  return balanceOf(account) - account.reserved;
}
