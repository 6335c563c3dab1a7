import type { Spam } from '@hopscope/chain';
import { createPackReader } from '../../shared/varint.ts';
import type { Direction } from '../model.ts';
import type { Codec } from '../history/numbered-list.ts';
import { readSigned, readWide, writeSigned, writeWide } from '../../shared/wide.ts';

/** One movement in the list of an account. */
export interface Entry {
  readonly position: number;
  /** Index among the movements of the transaction or block. */
  readonly movement: number;
  readonly direction: Direction;
  readonly spam: Spam | null;
  readonly amount: bigint;
}

/** Directions and reasons to hide, by their numbers in entries. */
export const directions: readonly Direction[] = ['in', 'out', 'self'];
export const spams: readonly (Spam | null)[] = [null, 'zero_value', 'fake_token'];

/** Entries in ascending order of position: the first in full, the others as differences. */
export const entryCodec: Codec<Entry> = {
  pack(out, entries) {
    let before = 0;
    for (const { position, movement, direction, spam, amount } of entries) {
      out.uint(position - before);
      out.uint(movement * 16 + directions.indexOf(direction) * 4 + spams.indexOf(spam));
      writeWide(out, amount);
      before = position;
    }
    return out.take();
  },
  unpack(bytes) {
    const reader = createPackReader(bytes);
    const entries: Entry[] = [];
    let position = 0;
    while (!reader.done) {
      position += reader.uint();
      const head = reader.uint();
      const direction = directions[Math.floor(head / 4) % 4];
      const spam = spams[head % 4];
      if (direction === undefined || spam === undefined) throw new RangeError('A stored entry is damaged');
      entries.push({ position, movement: Math.floor(head / 16), direction, spam, amount: readWide(reader) });
    }
    return entries;
  },
};

/** Ascending numbers of entries of another list. */
export const numberCodec: Codec<number> = {
  pack(out, numbers) {
    let before: number | undefined;
    for (const number of numbers) {
      if (before === undefined) writeSigned(out, number);
      else out.uint(number - before);
      before = number;
    }
    return out.take();
  },
  unpack(bytes) {
    const reader = createPackReader(bytes);
    const numbers: number[] = [];
    while (!reader.done) {
      const before = numbers.at(-1);
      numbers.push(before === undefined ? readSigned(reader) : before + reader.uint());
    }
    return numbers;
  },
};
