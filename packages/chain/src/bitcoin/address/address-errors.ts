import { ChainError } from '../../errors.ts';

/** Creates the error for an invalid character at `offset`; `leftOut` lists excluded characters that are easily confused. */
export function badCharacter(text: string, offset: number, leftOut: string): ChainError {
  const code = text.codePointAt(offset) ?? 0;
  const character = code > 32 && code < 127 ? `“${String.fromCodePoint(code)}”` : nameOf(code);
  const hint = leftOut.includes(text[offset] ?? ' ')
    ? `: ${leftOut.split('').join(', ')} are excluded because they are easily confused`
    : '';
  return new ChainError(
    'address_character',
    `Character ${offset + 1}, ${character}, is not in the alphabet of this address type${hint}.`,
    { offset, details: { character: String.fromCodePoint(code) } },
  );
}

/** Refusal of an address whose checksum does not fit. */
export function wrongChecksum(): ChainError {
  return new ChainError(
    'address_checksum',
    'The checksum of the address does not match: characters are probably mistyped or missing.',
  );
}

function nameOf(code: number): string {
  return code === 32 ? 'a space' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
