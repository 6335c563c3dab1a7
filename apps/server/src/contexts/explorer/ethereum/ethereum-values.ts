import { type KnownMethod, methodOf, toChecksumAddress, toHex } from '@hopscope/chain';
import type { AssetView, EthereumTransactionRow } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import type { AssetRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';

/** Ether as the asset of a row. */
export const ether: AssetView = {
  type: 'ether',
  contract: null,
  symbol: chains.ethereum.coin.symbol,
  name: 'Ether',
  decimals: chains.ethereum.coin.decimals,
  token_id: null,
  fake: false,
};

/** Returns `0x` and the bytes in lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

/** Returns null for fields that a fork or type doesn't have. */
export function hexOrNull(bytes: Uint8Array | null): string | null {
  return bytes && hexOf(bytes);
}

/** Returns a number of any size as text. */
export function textOrNull(value: bigint | null): string | null {
  return value === null ? null : String(value);
}

/** Addresses as text, by hex: their capitals take a Keccak, and the same ones come again and again. */
const spelled = new Map<string, string>();
const mostSpelled = 20_000;

/** Returns an address with the capitals of EIP-55. */
export function addressOf(bytes: Uint8Array): string {
  const hex = hexOf(bytes);
  const known = spelled.get(hex);
  if (known !== undefined) return known;
  if (spelled.size >= mostSpelled) spelled.clear();
  const address = toChecksumAddress(hex);
  spelled.set(hex, address);
  return address;
}

export function addressOrNull(bytes: Uint8Array | null): string | null {
  return bytes && addressOf(bytes);
}

/** Returns the contract that a transaction called; null for a payment or a creation. */
export function calledBy({ tx }: Pick<StoredEthereumTx, 'tx'>): Uint8Array | null {
  return tx.input.length > 0 ? tx.to : null;
}

/** Known tokens of an answer, by contract in hex without 0x. */
export type AssetsByContract = ReadonlyMap<string, AssetRow>;

/** Returns the asset of a movement of `token` (null: ether); unknown fields of a contract are null. */
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

/** Returns the probable method of a call; null for plain payments, contract creations, and unknown selectors. */
export function presentMethod(tx: { to: Uint8Array | null; input: Uint8Array }): KnownMethod | null {
  const method = tx.to && methodOf(tx.input);
  return method && { name: method.name, signature: method.signature, source: method.source };
}

/** Returns the recorded outcome of a transaction. */
export function presentStatus(tx: {
  failed: boolean;
  outcomeCertain: boolean;
}): EthereumTransactionRow['status'] {
  if (!tx.outcomeCertain) return null;
  return tx.failed ? 'failed' : 'success';
}

/** Returns the number of blocks from a height to the newest one of its range, inclusive. */
export function confirmationsAt(height: number, ranges: readonly { to: number }[]): number | null {
  const tip = ranges.at(-1)?.to;
  return tip === undefined ? null : tip - height + 1;
}
