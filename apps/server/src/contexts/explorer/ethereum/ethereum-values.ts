import { type KnownMethod, methodOf, toChecksumAddress, toHex } from '@hopscope/chain';
import type { AssetView, EthereumTransactionRow } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import type { AssetRow } from '../../../ledger/ethereum/model.ts';

/** Ether as an asset of a row. */
export const ether: AssetView = {
  type: 'ether',
  contract: null,
  symbol: chains.ethereum.coin.symbol,
  name: 'Ether',
  decimals: chains.ethereum.coin.decimals,
  token_id: null,
  fake: false,
};

/** `0x` and bytes in lower case. */
export function hexOf(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

/** The same for what a fork or type may lack. */
export function hexOrNull(bytes: Uint8Array | null): string | null {
  return bytes && hexOf(bytes);
}

/** A number of any size as text. */
export function textOrNull(value: bigint | null): string | null {
  return value === null ? null : String(value);
}

/** An address in the capitals of EIP-55. */
export function addressOf(bytes: Uint8Array): string {
  return toChecksumAddress(hexOf(bytes));
}

export function addressOrNull(bytes: Uint8Array | null): string | null {
  return bytes && addressOf(bytes);
}

/** What is known of the tokens that an answer shows, by contract in hex without 0x. */
export type AssetsByContract = ReadonlyMap<string, AssetRow>;

/** The asset of a movement of `token` (null: ether); what is not known of a contract is null. */
export function presentAsset(
  movement: {
    token: Uint8Array | null;
    standard: 'erc20' | 'erc721' | 'erc1155' | null;
    tokenId: bigint | null;
  },
  assets: AssetsByContract,
): AssetView {
  const { token, standard, tokenId } = movement;
  if (!token) return ether;
  const row = assets.get(toHex(token));
  return {
    type: standard ?? row?.standard ?? 'erc20',
    contract: addressOf(token),
    symbol: row?.symbol ?? null,
    name: row?.name ?? null,
    decimals: row?.decimals ?? null,
    token_id: textOrNull(tokenId),
    fake: row?.fake ?? false,
  };
}

/** The likely method of a call; null for plain payments, creations and unknown selectors. */
export function presentMethod(tx: { to: Uint8Array | null; input: Uint8Array }): KnownMethod | null {
  const method = tx.to && methodOf(tx.input);
  return method && { name: method.name, signature: method.signature, source: method.source };
}

/** How a transaction ended, as far as it is recorded anywhere. */
export function presentStatus(tx: {
  failed: boolean;
  outcomeCertain: boolean;
}): EthereumTransactionRow['status'] {
  if (!tx.outcomeCertain) return null;
  return tx.failed ? 'failed' : 'success';
}

/** Blocks from a height to the top of what is held, itself included. */
export function confirmationsAt(height: number, ranges: readonly { to: number }[]): number | null {
  const tip = ranges.at(-1)?.to;
  return tip === undefined ? null : tip - height + 1;
}
