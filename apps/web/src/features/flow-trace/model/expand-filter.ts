import { type Blockchain, chains } from '@hopscope/domain';
import type { ExpandQuestion } from '../api/expand.ts';

/** Filter of the Expand Node dialog as typed; empty texts are ignored. */
export interface ExpandFilter {
  readonly direction: 'both' | 'in' | 'out';
  readonly order: 'time' | 'amount';
  readonly from: string;
  readonly to: string;
  /** Coins of the chain, or of the asset if its decimals are known; decimal. */
  readonly min: string;
  readonly max: string;
  readonly asset: string;
  readonly top: string;
  /** Counterparty categories, any of them; `none`: not in the directory; empty: all. */
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

/** Parses a decimal amount into smallest units; null if it is invalid or has too many decimals. */
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

/** Decimals of tokens by lowercase contract; null: unknown. */
export type TokenDecimals = ReadonlyMap<string, number | null>;

/** Returns the query of a filter, or why it is invalid. Amounts are in the named asset, otherwise in the native coin. */
export function expandQuestion(
  chain: Blockchain,
  address: string,
  filter: ExpandFilter,
  tokens: TokenDecimals = new Map(),
): Asked {
  const { direction, order, from, to, asset, categories } = filter;
  const named = asset.trim().toLowerCase();
  const decimals =
    named === '' || named === 'ether' ? chains[chain].coin.decimals : (tokens.get(named) ?? null);
  const amounts: { minAmount?: string; maxAmount?: string } = {};
  for (const [name, text] of [
    ['minAmount', filter.min],
    ['maxAmount', filter.max],
  ] as const) {
    if (text.trim() === '') continue;
    if (decimals === null)
      return wrong('The decimals of this token are unknown, so you cannot filter by amount.');
    const units = unitsOf(text, decimals);
    if (units === null) return wrong(`Enter amounts with at most ${decimals} decimals.`);
    amounts[name] = units;
  }
  const { minAmount, maxAmount } = amounts;
  if (minAmount !== undefined && maxAmount !== undefined && BigInt(minAmount) > BigInt(maxAmount)) {
    return wrong('Enter a minimum amount that is not above the maximum.');
  }
  if (from !== '' && to !== '' && from > to) return wrong('Enter a first day that is not after the last.');
  const top = filter.top.trim();
  if (top !== '' && (!/^\d{1,4}$/.test(top) || Number(top) < 1 || Number(top) > most)) {
    return wrong(`Enter 1 to ${most} for the largest transfers.`);
  }
  return {
    kind: 'question',
    question: {
      blockchain: chain,
      address,
      direction,
      order,
      count: 'transactions',
      ...amounts,
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
      ...(asset.trim() !== '' && { asset: asset.trim() }),
      ...(top !== '' && { top: Number(top) }),
      ...(categories.length > 0 && { categories: categories.toSorted() }),
    },
  };
}
