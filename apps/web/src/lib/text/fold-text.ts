/** Letters that Unicode NFKD doesn't decompose into a base and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/** Normalizes text for comparison: lowercase without marks, runs of spaces as one. */
export function foldText(text: string): string {
  // Fast path: most of the hundreds of thousands of words in an index are normalized already.
  if (/^[a-z0-9]+$/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłħıþ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
