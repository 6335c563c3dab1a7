import { chainOfThorchain, type OtherChain } from './other-chains.ts';

/** What a memo of THORChain says: a swap into an asset of a chain, or a payout for an inbound transaction. */
export type ThorchainMemo =
  | {
      readonly kind: 'swap';
      readonly chain: OtherChain;
      /** As in the memo, with one-letter names written out: `BTC.BTC`. */
      readonly asset: string;
      /** Recipient there; null: a name of THORChain, or none. */
      readonly account: string | null;
    }
  /** `inbound`: transaction in lower-case hex, of an unknown chain. */
  | { readonly kind: 'payout' | 'refund'; readonly inbound: string };

/** Assets with one-letter names (thornode, common/asset.go). */
const short: Readonly<Record<string, string>> = {
  a: 'AVAX.AVAX',
  b: 'BTC.BTC',
  c: 'BCH.BCH',
  d: 'DOGE.DOGE',
  e: 'ETH.ETH',
  f: 'BASE.ETH',
  g: 'GAIA.ATOM',
  l: 'LTC.LTC',
  n: 'BNB.BNB',
  r: 'THOR.RUNE',
  s: 'BSC.BNB',
};

/** Those of Maya, a fork with other assets, that are certain. */
export const mayaShortNames: Readonly<Record<string, string>> = { b: 'BTC.BTC' };

/** Longest memo that is read (THORChain: 250 bytes). */
const longest = 250;
const plainAsset = /^[A-Za-z]{2,5}[./~-][A-Za-z0-9-]{1,80}$/;
const plainAccount = /^[A-Za-z0-9:]{20,110}$/;

/**
 * Reads a memo of THORChain: `=:ASSET:ACCOUNT[/REFUND]:…` (also `s`, `swap`), `OUT:TRANSACTION`, or `REFUND:TRANSACTION`.
 * Undefined for all others. A memo proves nothing by itself: anyone can write one.
 */
export function readThorchainMemo(memo: string, shortNames = short): ThorchainMemo | undefined {
  if (memo.length > longest) return undefined;
  const [action = '', first = '', second = ''] = memo.split(':');
  const word = action.toLowerCase();
  if (word === 'out' || word === 'refund') {
    if (!/^[0-9a-f]{64}$/i.test(first)) return undefined;
    return { kind: word === 'out' ? 'payout' : 'refund', inbound: first.toLowerCase() };
  }
  if (word !== '=' && word !== 's' && word !== 'swap') return undefined;
  const asset = shortNames[first.toLowerCase()] ?? first;
  if (!plainAsset.test(asset)) return undefined;
  // Synthetic, traded, and secured assets stay on THORChain: their separator is no point.
  const [name = ''] = asset.split(/[./~-]/);
  const chain = chainOfThorchain(asset.includes('.') ? name : 'THOR');
  const [account = ''] = second.split('/');
  return chain && { kind: 'swap', chain, asset, account: plainAccount.test(account) ? account : null };
}
