/** Returns one trimmed line: FinCEN rejects line feeds, tabs, and surrounding spaces (User Guide, section 3.2). */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const isSpace = (mark: string | undefined): boolean => mark === undefined || mark === ' ';

/**
 * Splits a text into blocks of at most `most` code points, inside words if possible: a block must not begin or end with a
 * space, and blocks are concatenated.
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
