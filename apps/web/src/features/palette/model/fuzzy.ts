import { foldText } from '../../../lib/text/fold-text.ts';

/** Minimum average score per letter: scattered letters occur in nearly every long text. */
const enough = 1.6;

/** Score of a matching letter: after the previous one, at the start of a word, elsewhere. */
const worth = { next: 3, word: 2, elsewhere: 1 } as const;

/**
 * Scores how well `text` matches the typed text; more is better: all letters must occur in order, best next to each other or at
 * word starts. Returns undefined without a match.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = foldText(typed).replaceAll(' ', '');
  const letters = foldText(text);
  const start = letters.indexOf(foldText(typed));
  if (start >= 0) return 1000 - start - letters.length / 1000;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const found = letters.indexOf(letter, at + 1);
    if (found < 0) return undefined;
    const starts = found === 0 || /[^\p{L}\p{N}]/u.test(letters.charAt(found - 1));
    score += found === at + 1 ? worth.next : starts ? worth.word : worth.elsewhere;
    at = found;
  }
  return score < enough * wanted.length ? undefined : score;
}

/** Returns matching items, best first, ties in their original order. */
export function fuzzyFilter<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): Item[] {
  if (typed.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const score = fuzzyScore(typed, textOf(item));
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
