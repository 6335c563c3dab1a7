import { visibleText } from '../../bitcoin/script/data-text.ts';

/** Maximum stored length of names, in characters; contracts can return anything. */
export const TOKEN_NAME_LENGTH = 64;
export const TOKEN_SYMBOL_LENGTH = 16;

/** Invisible characters that take space: Hangul fillers, the Braille blank, the emoji joiner. */
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800\u200d]/gu;
/** Marks above and below a letter, from the third on: stacks of them cover the lines around. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * The name or symbol of a token from what `name()` or `symbol()` answered: a text in the ABI's form, or 32 bytes ending
 * in zeros as early tokens have it. Cleaned like `cleanTokenText`. Null for anything else. Never throws.
 */
export function tokenText(answer: Uint8Array, maxLength: number): string | null {
  const bytes = answer.length === 32 ? untilZero(answer) : abiText(answer);
  if (!bytes) return null;
  // Text beyond what can be kept is not even read: four bytes a character, and room for what is cleaned away.
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 64 * maxLength));
  return cleanTokenText(text, maxLength);
}

/**
 * Makes untrusted text safe to display: removes control characters, direction overrides, zero-width and blank characters,
 * stacked marks, and damaged characters; collapses white space; truncates to `maxLength` characters. Null if nothing is left.
 */
export function cleanTokenText(text: string, maxLength: number): string | null {
  const visible = visibleText(text.normalize('NFC')).replace(BLANKS, '').replaceAll('\ufffd', '');
  const tidy = visible.replace(PILED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(tidy);
  const cut =
    characters.length > maxLength
      ? `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      : tidy;
  return cut === '' ? null : cut;
}

/** Decimals of a token from what `decimals()` answered: 0 to 255 (EIP-20), null for anything else. Never throws. */
export function tokenDecimals(answer: Uint8Array): number | null {
  if (answer.length !== 32) return null;
  for (let i = 0; i < 31; i++) if (answer[i] !== 0) return null;
  return answer[31] ?? null;
}

/** Bytes of a text in the ABI's form: place, length, bytes; undefined when it is not wholly there. */
function abiText(answer: Uint8Array): Uint8Array | undefined {
  const start = smallWord(answer, 0);
  if (start === undefined) return undefined;
  const length = smallWord(answer, start);
  if (length === undefined || start + 32 + length > answer.length) return undefined;
  return answer.subarray(start + 32, start + 32 + length);
}

/** A word that is a length within the answer; undefined for any other. */
function smallWord(answer: Uint8Array, at: number): number | undefined {
  if (at + 32 > answer.length) return undefined;
  let value = 0;
  for (let i = at; i < at + 32; i++) {
    value = value * 256 + (answer[i] ?? 0);
    if (value > answer.length) return undefined;
  }
  return value;
}

function untilZero(bytes: Uint8Array): Uint8Array | undefined {
  const end = bytes.indexOf(0);
  if (end < 0) return bytes;
  return bytes.subarray(end).every((byte) => byte === 0) ? bytes.subarray(0, end) : undefined;
}
