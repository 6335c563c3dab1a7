/** Number formats to choose from, each written as its own example. */
export const numberFormats = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** Separators of a number. */
export interface Marks {
  group: string;
  decimal: string;
}

export interface NumberFormats {
  marks: Marks;
  /** A whole number. */
  count: (value: number | bigint) => string;
  /** A count with its noun: `1 member`, `2,310 members`. */
  counted: (value: number, noun: string, plural?: string) => string;
  /** A decimal number as the API writes it, without rounding; other text unchanged. */
  decimal: (text: string) => string;
  /** A size in bytes; from 10,000 in kB or MB (powers of ten). */
  size: (bytes: number) => string;
  /** Units of a currency (ISO 4217) with two decimals, or with none for a whole number. */
  money: (amount: number, currency: string) => string;
}

const marksOf: Record<NumberFormat, Marks> = {
  '1,234.56': { group: ',', decimal: '.' },
  '1.234,56': { group: '.', decimal: ',' },
  '1 234,56': { group: '\u00a0', decimal: ',' },
  "1'234.56": { group: '’', decimal: '.' },
};

const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const plurals = new Intl.PluralRules('en-US');

/** Digits of a whole number in groups of three. */
export function groupDigits(digits: string, { group }: Marks): string {
  return grouping.format(BigInt(digits)).replaceAll(',', group);
}

/** Returns the form of a noun or verb for a count. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return plurals.select(count) === 'one' ? one : other;
}

/** The sign of a currency if it is a single one (`$`, `£`, `€`), otherwise its code and a space (`MXN `). */
function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return sign.length === 1 ? sign : `${currency} `;
}

/** Formats of numbers with the separators of a format. */
export function createNumberFormats(format: NumberFormat): NumberFormats {
  const marks = marksOf[format];

  /** Exchanges the separators of decimal text; never converts it to floating point. */
  function rewrite(text: string): string {
    const [whole = '', fraction] = text.replace('-', '').split('.');
    const rest = fraction === undefined ? '' : marks.decimal + fraction;
    return `${text.startsWith('-') ? '−' : ''}${groupDigits(whole, marks)}${rest}`;
  }
  const count = (value: number | bigint) => rewrite(String(value));

  return {
    marks,
    count,
    counted: (value, noun, nouns) => `${count(value)} ${plural(value, noun, nouns)}`,
    decimal: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? rewrite(text) : text),
    size(bytes) {
      if (bytes < 10_000) return `${count(bytes)} B`;
      if (bytes < 1_000_000) return `${rewrite((bytes / 1000).toFixed(1))} kB`;
      return `${rewrite((bytes / 1_000_000).toFixed(2))} MB`;
    },
    money(amount, currency) {
      const text = rewrite(Math.abs(amount).toFixed(Number.isInteger(amount) ? 0 : 2));
      return `${amount < 0 ? '−' : ''}${currencySign(currency)}${text}`;
    },
  };
}

/** Numbers where no preference applies: messages of the server, documents, and files. */
export const plainNumbers: NumberFormats = createNumberFormats('1,234.56');
