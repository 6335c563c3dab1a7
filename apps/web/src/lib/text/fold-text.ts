/** Letters that do not come apart into a base and a mark (Unicode NFKD). */
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

/** Text as it is compared: small letters without marks, spaces as one. */
export function foldText(text: string): string {
  // Most words of an index are so already, and there are hundreds of thousands of them.
  if (/^[a-z0-9]+$/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłħıþ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
