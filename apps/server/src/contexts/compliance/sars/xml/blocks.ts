/** One line without spaces at its ends: FinCEN takes no line feeds, tabs and double ends (User Guide, section 3.2). */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const isSpace = (mark: string | undefined): boolean => mark === undefined || mark === ' ';

/**
 * A text in blocks of at most `most` code points. It is cut inside a word where it can, because a block must not begin or end with
 * a space, and the blocks are read one after the other.
 */
export function blocksOf(text: string, most: number): string[] {
  const marks = Array.from(oneLine(text));
  const blocks: string[] = [];
  let from = 0;
  while (marks.length - from > most) {
    let to = from + most;
    while (to > from + most / 2 && (isSpace(marks[to]) || isSpace(marks[to - 1]))) to -= 1;
    if (isSpace(marks[to]) || isSpace(marks[to - 1])) to = from + most;
    blocks.push(marks.slice(from, to).join('').trim());
    from = to;
  }
  blocks.push(marks.slice(from).join('').trim());
  return blocks.filter((block) => block !== '');
}
