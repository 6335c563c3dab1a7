/** Characters of scripts without spaces: each counts as a word. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordsOf = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
/** Longest word to index: addresses have at most 90 characters. */
const longestWord = 100;
const mostWords = 2_000;

/** Normalizes text for comparing words: compatible forms (full width, ligatures) and lower case. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns the distinct words of a text for the index. */
export function words(text: string): string[] {
  const all = new Set<string>();
  for (const [word] of folded(text).matchAll(wordsOf)) {
    if (word.length > longestWord) continue;
    all.add(word);
    if (all.size >= mostWords) break;
  }
  return [...all];
}
