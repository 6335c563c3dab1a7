import { fromHex, toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';
import type { Movement } from '../tokens/movements.ts';

export const account = (n: number): Uint8Array => fromHex(n.toString(16).padStart(40, '0'));
export const word = (n: bigint): string => n.toString(16).padStart(64, '0');
export const topic = (text: string): Uint8Array => keccak256(new TextEncoder().encode(text));
export const indexed = (address: Uint8Array): Uint8Array => fromHex(toHex(address).padStart(64, '0'));

export const [signer, router, pool, second, friend, maker] = [1, 2, 3, 4, 5, 6].map(account) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
export const [usd, eur] = [account(0xa1), account(0xa2)];
export const weth = fromHex('c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');

const moved = { tokenId: null, failed: false, path: null, logIndex: null, spam: null } as const;

export function ether(from: Uint8Array, to: Uint8Array, amount: bigint): Movement {
  const kind = toHex(from) === toHex(signer) ? 'transfer' : 'internal';
  return { ...moved, kind, from, to, token: null, standard: null, amount, attempted: amount };
}

export function tokens(
  token: Uint8Array,
  from: Uint8Array | null,
  to: Uint8Array | null,
  amount: bigint,
): Movement {
  return { ...moved, kind: 'token', from, to, token, standard: 'erc20', amount, attempted: amount };
}

export function item(
  token: Uint8Array,
  from: Uint8Array | null,
  to: Uint8Array | null,
  tokenId: bigint,
): Movement {
  return { ...tokens(token, from, to, 1n), standard: 'erc721', tokenId };
}

export const log = (address: Uint8Array, topics: readonly Uint8Array[], data = ''): EthereumLog => ({
  address,
  topics,
  data: fromHex(data),
  index: 0,
});
/** An event of a pool: it runs code. */
export const swapOf = (address: Uint8Array): EthereumLog => log(address, [topic('Swap()')]);
