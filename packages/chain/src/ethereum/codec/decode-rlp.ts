import { ChainError } from '../../errors.ts';
import type { RlpItem } from '../trie/rlp.ts';

/** Lists within lists: more than any transaction, receipt, header or node of a trie has. */
const mostLevels = 12;

function refuse(message: string): never {
  throw new ChainError('field_out_of_range', message);
}

/** Where the content of an item begins and ends, and whether it is a list. */
function headOf(bytes: Uint8Array, at: number, end: number): { from: number; to: number; list: boolean } {
  const first = bytes[at] ?? refuse('RLP data ends where an item is expected.');
  if (first < 0x80) return { from: at, to: at + 1, list: false };
  const list = first >= 0xc0;
  const short = first - (list ? 0xc0 : 0x80);
  if (short < 56) {
    const to = at + 1 + short;
    if (to > end) refuse('An RLP item exceeds its container.');
    if (!list && short === 1 && (bytes[at + 1] ?? 0) < 0x80)
      refuse('An RLP byte is not in the shortest form.');
    return { from: at + 1, to, list };
  }
  const width = short - 55;
  const from = at + 1 + width;
  if (width > 4 || from > end) refuse('An RLP item exceeds its container.');
  let length = 0;
  for (let i = at + 1; i < from; i++) length = length * 256 + (bytes[i] ?? 0);
  if (length < 56 || bytes[at + 1] === 0) refuse('An RLP length is not in the shortest form.');
  if (from + length > end) refuse('An RLP item exceeds its container.');
  return { from, to: from + length, list };
}

function itemsOf(bytes: Uint8Array, from: number, to: number, level: number): RlpItem[] {
  if (level > mostLevels) refuse('RLP data is nested too deeply.');
  const items: RlpItem[] = [];
  for (let at = from; at < to; ) {
    const head = headOf(bytes, at, to);
    items.push(
      head.list ? itemsOf(bytes, head.from, head.to, level + 1) : bytes.subarray(head.from, head.to),
    );
    at = head.to;
  }
  return items;
}

/** The item of these bytes (Yellow Paper, appendix B); views into them. Throws ChainError for anything but its one form. */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const head = headOf(bytes, 0, bytes.length);
  if (head.to !== bytes.length) refuse('Trailing bytes after an RLP item.');
  return head.list ? itemsOf(bytes, head.from, head.to, 1) : bytes.subarray(head.from, head.to);
}
