import { type RiskLevel, valueInCents, groupDigits, plainNumbers } from '@hopscope/domain';
import type { ReportModel } from './report-model.ts';

/** Signs of Windows-1252 beyond Latin-1: the built-in fonts of PDF have them. */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * Text as the file can show it: signs that its fonts lack become “?”, control characters and marks that turn the direction
 * of writing are left out. `lost`: something became “?”.
 */
export function shownText(text: string): { text: string; lost: boolean } {
  let lost = false;
  const clean = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ');
  const shown = clean.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, (sign) => {
    if (beyondLatin1.includes(sign)) return sign;
    lost = true;
    return '?';
  });
  return { text: shown, lost };
}

const grouped = (digits: string): string => groupDigits(digits, plainNumbers.marks);

/** An amount with all of its decimals and its sign: `12345678` satoshis are `0.12345678 BTC`. */
export function amountText(units: string, { symbol, decimals }: ReportModel['asset']): string {
  const negative = units.startsWith('-');
  const digits = (negative ? units.slice(1) : units).padStart(decimals + 1, '0');
  const integer = grouped(digits.slice(0, digits.length - decimals));
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${negative ? '–' : ''}${integer}${fraction} ${symbol}`;
}

/** What it is worth in dollars and cents; undefined where no price is known. */
export function dollarText(
  units: string,
  { asset, price }: Pick<ReportModel, 'asset' | 'price'>,
): string | undefined {
  if (!price) return undefined;
  const cents = valueInCents(BigInt(units), asset.decimals, BigInt(price.micros));
  const size = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '–' : ''}$${grouped(size.slice(0, -2))}.${size.slice(-2)}`;
}

/** Parts per million as percent, exactly: 123456 is `12.3456%`. */
export function percentText(millionths: number): string {
  return `${pointsText(millionths)}%`;
}

/** Parts per million of 1 as points of 0 to 100, exactly, without trailing zeros: 123456 is `12.3456`. */
export function pointsText(millionths: number): string {
  const sign = millionths < 0 ? '–' : '';
  const size = Math.abs(millionths);
  const fraction = String(size % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${sign}${String(Math.floor(size / 10_000))}${fraction === '' ? '' : `.${fraction}`}`;
}

const levels: Readonly<Record<RiskLevel, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  very_low: 'Very low',
  unknown: 'Unknown',
};
export const levelText = (level: RiskLevel): string => levels[level];

/** A word such as `darknet_market` for readers. */
export function wordText(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
