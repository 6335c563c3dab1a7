/** A moment of a track. */
export interface TimeMark {
  key: string;
  /** Seconds since 1970. */
  at: number;
  /** What happened. */
  title: string;
  /** CSS color. */
  color: string;
}

/** Marks that are too close to distinguish at the current zoom. */
export interface MarkGroup {
  x: number;
  marks: readonly TimeMark[];
}

/** A part of time, in seconds since 1970. */
export interface Range {
  from: number;
  until: number;
}

/** Shortest range that can be shown. */
export const shortestRange = 600;

/** Joins marks whose places are less than `apart` pixels from the first one of a group; marks outside of the range are left out. */
export function groupMarks(
  marks: readonly TimeMark[],
  { from, until }: Range,
  { xOf, apart }: { xOf: (at: number) => number; apart: number },
): MarkGroup[] {
  const groups: { start: number; marks: TimeMark[] }[] = [];
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    if (mark.at < from || mark.at > until) continue;
    const x = xOf(mark.at);
    const last = groups.at(-1);
    if (last && x - last.start < apart) last.marks.push(mark);
    else groups.push({ start: x, marks: [mark] });
  }
  return groups.map(({ marks: joined }) => ({
    x: joined.reduce((sum, { at }) => sum + xOf(at), 0) / joined.length,
    marks: joined,
  }));
}

/** Returns the range that contains all marks and `moments`, with a margin on both sides. */
export function wholeRange(marks: readonly TimeMark[], moments: readonly number[]): Range {
  const times = [...marks.map(({ at }) => at), ...moments];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max(shortestRange / 2, (last - first) * 0.02);
  return { from: first - margin, until: last + margin };
}

/** Scales a range around a moment: by 0.5 it is half as long. It stays within `whole` and above the shortest range. */
export function zoomed(range: Range, by: number, around: number, whole: Range): Range {
  const length = Math.min(whole.until - whole.from, Math.max(shortestRange, (range.until - range.from) * by));
  const part = (around - range.from) / (range.until - range.from);
  return within({ from: around - part * length, until: around + (1 - part) * length }, whole);
}

/** Moves a range by a part of its length; it stays within `whole`. */
export function moved(range: Range, by: number, whole: Range): Range {
  const step = (range.until - range.from) * by;
  return within({ from: range.from + step, until: range.until + step }, whole);
}

function within({ from, until }: Range, whole: Range): Range {
  const length = until - from;
  if (from < whole.from) return { from: whole.from, until: whole.from + length };
  if (until > whole.until) return { from: whole.until - length, until: whole.until };
  return { from, until };
}
