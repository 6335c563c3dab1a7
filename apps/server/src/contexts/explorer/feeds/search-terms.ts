/** Characters of scripts that are written without blanks: each counts as a word. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordsOf = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
/** Longest word that is kept: addresses have at most 90 characters. */
const longestWord = 100;
const mostWords = 2_000;

/** Text as words are compared: compatible forms alike (full width, ligatures), small letters. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Words of a text, each once, by which it can be found. */
export function words(text: string): string[] {
  const all = new Set<string>();
  for (const [word] of folded(text).matchAll(wordsOf)) {
    if (word.length > longestWord) continue;
    all.add(word);
    if (all.size >= mostWords) break;
  }
  return [...all];
}
