import { toHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import type { Movement } from '../tokens/movements.ts';
import { tokenChangesOf } from '../tokens/token-transfers.ts';
import { type Conversion, conversionsOf, type ConvertedSide } from './conversions.ts';
import { eur, friend, maker, pool, router, second, signer, tokens, usd, weth } from './movements.fixture.ts';

export const names = new Map<string, string>([
  ['', 'ETH'],
  [toHex(usd), 'USD'],
  [toHex(eur), 'EUR'],
  [toHex(weth), 'WETH'],
]);
const people = new Map([signer, router, pool, second, friend, maker].map((each, i) => [toHex(each), i]));
const peopleNames = ['signer', 'router', 'pool', 'second', 'friend', 'maker'];

export const sideText = ({ account: of, parts }: ConvertedSide): string => {
  const name = peopleNames[people.get(toHex(of)) ?? -1] ?? toHex(of);
  const list = parts.map(({ token, tokenId, amount }) => {
    const symbol = names.get(token ? toHex(token) : '') ?? 'NFT';
    return tokenId === null ? `${amount} ${symbol}` : `${symbol} #${tokenId}`;
  });
  return `${name} ${list.join(' + ')}`;
};

/** Wrapped ether that events created and destroyed. */
const wrapsIn = (logs: readonly EthereumLog[]): Movement[] =>
  logs.flatMap((each) =>
    tokenChangesOf(each).flatMap(({ kind, from, to, token, amount }): Movement[] => {
      const side = (address: Uint8Array) => (address.every((byte) => byte === 0) ? null : address);
      return kind === 'wrap' ? [{ ...tokens(token, side(from), side(to), amount), kind }] : [];
    }),
  );

export const findIn = (
  movements: readonly Movement[],
  logs: readonly EthereumLog[],
  called: Uint8Array,
): Conversion[] => conversionsOf({ signer, called, movements: [...movements, ...wrapsIn(logs)], logs });

/** Conversions in words, in order. */
export function textsOf(
  movements: readonly Movement[],
  logs: readonly EthereumLog[] = [],
  called = router,
): string[] {
  return findIn(movements, logs, called).map(
    ({ gave, received, basis }) =>
      `${gave.map(sideText).join(', ')} -> ${received.map(sideText).join(', ')} (${basis})`,
  );
}
