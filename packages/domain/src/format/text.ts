/** Returns English names of countries for ISO 3166-1 alpha-2 codes; other text unchanged. */
export function createCountryNames(): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first `most` characters (grapheme clusters) and reads no further. */
export function firstCharacters(text: string, most: number): string {
  let taken = '';
  let n = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (n++ === most) break;
    taken += segment;
  }
  return taken;
}
