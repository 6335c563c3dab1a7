import { coins } from '@hopscope/domain';
import type { ExpandQuestion } from '../api/expand.ts';
import type { Chain } from './read-address.ts';

/** What the Expand Node dialog asks for, as it was typed; empty texts ask for nothing. */
export interface ExpandFilter {
  readonly direction: 'both' | 'in' | 'out';
  readonly order: 'time' | 'amount';
  readonly from: string;
  readonly to: string;
  /** Coins of the chain, or of the asset where its decimals are known; decimal. */
  readonly min: string;
  readonly max: string;
  readonly asset: string;
  readonly top: string;
  /** Categories of the other side, any of them; `none`: of whom the directory says nothing; empty: anybody. */
  readonly categories: readonly string[];
}

export const emptyFilter: ExpandFilter = {
  direction: 'both',
  order: 'time',
  from: '',
  to: '',
  min: '',
  max: '',
  asset: '',
  top: '',
  categories: [],
};

/** A decimal number of coins as smallest units; null where it is none, or has more decimals than the coin. */
export function unitsOf(text: string, decimals: number): string | null {
  const found = /^(\d{1,60})(?:[.,](\d+))?$/.exec(text.trim());
  if (!found) return null;
  const [, whole = '0', fraction = ''] = found;
  if (fraction.length > decimals) return null;
  return (BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0')).toString();
}

const most = 1000;

type Asked =
  | { readonly kind: 'question'; readonly question: ExpandQuestion }
  | { readonly kind: 'wrong'; readonly reason: string };

const wrong = (reason: string): Asked => ({ kind: 'wrong', reason });

/** Decimals of tokens by contract in small letters; null: the token does not say. */
export type TokenDecimals = ReadonlyMap<string, number | null>;

/** The question that a filter asks, or what is wrong with it. Amounts are of the asset that is named, else of the chain's coin. */
export function expandQuestion(
  chain: Chain,
  address: string,
  filter: ExpandFilter,
  tokens: TokenDecimals = new Map(),
): Asked {
  const { direction, order, from, to, asset, categories } = filter;
  const named = asset.trim().toLowerCase();
  const decimals = named === '' || named === 'ether' ? coins[chain].decimals : (tokens.get(named) ?? null);
  const amounts: { minAmount?: string; maxAmount?: string } = {};
  for (const [name, text] of [
    ['minAmount', filter.min],
    ['maxAmount', filter.max],
  ] as const) {
    if (text.trim() === '') continue;
    if (decimals === null)
      return wrong('How many decimals this token has is not known: it cannot be filtered by amount.');
    const units = unitsOf(text, decimals);
    if (units === null) return wrong(`An amount is a number with at most ${decimals} decimals.`);
    amounts[name] = units;
  }
  const { minAmount, maxAmount } = amounts;
  if (minAmount !== undefined && maxAmount !== undefined && BigInt(minAmount) > BigInt(maxAmount)) {
    return wrong('The least amount is more than the most.');
  }
  if (from !== '' && to !== '' && from > to) return wrong('The first day is after the last.');
  const top = filter.top.trim();
  if (top !== '' && (!/^\d{1,4}$/.test(top) || Number(top) < 1 || Number(top) > most)) {
    return wrong(`The largest 1 to ${most} can be asked for.`);
  }
  return {
    kind: 'question',
    question: {
      blockchain: chain,
      address,
      direction,
      order,
      ...amounts,
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
      ...(asset.trim() !== '' && { asset: asset.trim() }),
      ...(top !== '' && { top: Number(top) }),
      ...(categories.length > 0 && { categories: categories.toSorted() }),
    },
  };
}
