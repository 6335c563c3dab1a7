const digitBits = 11;
const digits = 2 ** digitBits;
const counts = new Uint32Array(digits);

/**
 * Sorts offsets of records by the first `compared` words at each, as unsigned numbers, the first word first. Stable. A least
 * significant digit radix sort, which skips digits that all records share.
 */
export function sortByWords(words: Uint32Array, offsets: Uint32Array, compared: number): Uint32Array {
  let from = offsets;
  let to: Uint32Array = new Uint32Array(offsets.length);
  for (let word = compared - 1; word >= 0; word--) {
    const first = words[(offsets[0] ?? 0) + word] ?? 0;
    let differing = 0;
    for (const at of offsets) differing |= (words[at + word] ?? 0) ^ first;
    for (let shift = 0; shift < 32; shift += digitBits) {
      if (((differing >>> shift) & (digits - 1)) === 0) continue;
      counts.fill(0);
      for (const at of from) {
        const digit = ((words[at + word] ?? 0) >>> shift) & (digits - 1);
        counts[digit] = (counts[digit] ?? 0) + 1;
      }
      let start = 0;
      for (let digit = 0; digit < digits; digit++) {
        const count = counts[digit] ?? 0;
        counts[digit] = start;
        start += count;
      }
      for (const at of from) {
        const digit = ((words[at + word] ?? 0) >>> shift) & (digits - 1);
        const place = counts[digit] ?? 0;
        to[place] = at;
        counts[digit] = place + 1;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

/** Returns the offsets of records of `size` words, sorted by their first words. */
export function sortRecords(words: Uint32Array, size: number, compared: number): Uint32Array {
  const offsets = new Uint32Array(words.length / size);
  for (let i = 0; i < offsets.length; i++) offsets[i] = size * i;
  return sortByWords(words, offsets, compared);
}
