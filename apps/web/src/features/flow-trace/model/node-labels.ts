import type { Asset, CanvasNode } from '@hopscope/canvas';
import { fallbackLogoOf, type FallbackLogo } from '@hopscope/contract';
import { shortAddress, shortDecimal, groupDigits, plainNumbers } from '@hopscope/domain';
import type { Hue } from './render-model.ts';

const hues: Readonly<Record<FallbackLogo, Hue>> = {
  exchange: 'exchange',
  pool: 'mining',
  mixer: 'mixing',
  sanctioned: 'ink',
  illicit: 'ink',
  wallet: 'custody',
  defi: 'defi',
  gambling: 'gambling',
  payment: 'payment',
  person: 'other',
  country: 'other',
  entity: 'other',
};

/** Returns the drawing of a node's entity type; null if the type is unknown. */
export function iconOf({ profile }: CanvasNode): FallbackLogo | null {
  return profile?.entityType ? fallbackLogoOf(profile.entityType) : null;
}

export function hueOf({ profile }: CanvasNode): Hue {
  return profile?.entityType ? hues[fallbackLogoOf(profile.entityType)] : 'other';
}

/** Returns the title of a node: its custom name, otherwise its entity's name, otherwise its address. */
export function titleOf(node: Pick<CanvasNode, 'label' | 'profile' | 'address'>): string {
  if (node.label !== '') return node.label;
  return node.profile?.name ?? (node.address === null ? 'Node' : shortAddress(node.address));
}

/** Returns whether a node can be renamed: custom nodes, and those without an entry in the directory (R-5.36). */
export function mayRename({ type, profile }: CanvasNode): boolean {
  return type === 'custom' || profile === null || (profile.entityId === null && profile.name === null);
}

/** Returns two letters for a named node, `?` for one with an unknown owner. */
export function lettersOf(node: CanvasNode): string {
  const name = node.label !== '' ? node.label : node.profile?.name;
  if (!name) return '?';
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word));
  const [first = '', second] = capitals.length > 1 ? capitals : words;
  if (second === undefined || capitals.length < 2) return /^.{0,2}/u.exec(first)?.[0] ?? '?';
  return [first, second].map((word) => /^./u.exec(word)?.[0] ?? '').join('');
}

/** Number of significant digits in a label. */
const labelDigits = 4;

/** Rounds half up to four significant digits; whole units are kept. */
function roundedTo(amount: bigint, decimals: number): bigint {
  const dropped = Math.min(amount.toString().length - labelDigits, decimals);
  if (dropped <= 0) return amount;
  const unit = 10n ** BigInt(dropped);
  return ((amount + unit / 2n) / unit) * unit;
}

/** Formats an amount rounded to the digits of a label; the panel shows all. */
export function labelAmount(amount: bigint, decimals: number): string {
  const exact = shortDecimal(roundedTo(amount, decimals), decimals);
  const [whole = '0', fraction = ''] = exact.split('.');
  if (whole.length > 15) return `${whole[0]}.${whole.slice(1, labelDigits)}×10^${whole.length - 1}`;
  const trimmed = fraction.replace(/0+$/, '');
  return `${groupDigits(whole, plainNumbers.marks)}${trimmed === '' ? '' : `.${trimmed}`}`;
}

/** Formats an exact amount with its unit. */
export function fullAmount(
  amount: bigint | string,
  { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>,
): string {
  const exact = shortDecimal(BigInt(amount), decimals);
  const [whole = '0', fraction] = exact.split('.');
  const stored = fraction?.replace(/0+$/, '') ?? '';
  return `${groupDigits(whole, plainNumbers.marks)}${stored === '' ? '' : `.${stored}`} ${symbol}`;
}
