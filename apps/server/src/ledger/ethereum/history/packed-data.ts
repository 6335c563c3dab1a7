import { byteKey } from '../../shared/byte-keys.ts';
import type { PackReader, PackWriter } from '../../shared/varint.ts';

/**
 * Creates a writer of the addresses of one record: a repeated address is written as its number, a new one as 0 and its 20
 * bytes.
 */
export function createAddressWriter(out: PackWriter): (address: Uint8Array) => void {
  const numbers = new Map<string, number>();
  return (address) => {
    const name = byteKey(address);
    const number = numbers.get(name);
    out.uint(number ?? 0);
    if (number !== undefined) return;
    numbers.set(name, numbers.size + 1);
    out.raw(address);
  };
}

export function createAddressReader(reader: PackReader): () => Uint8Array {
  const known: Uint8Array[] = [];
  return () => {
    const number = reader.uint();
    const address = number === 0 ? reader.raw(20) : known[number - 1];
    if (!address) throw new RangeError('A stored address has no place');
    if (number === 0) known.push(address);
    return address;
  };
}

/** Writes 32 bytes without leading zeros. */
export function writeWord(out: PackWriter, word: Uint8Array): void {
  let zeros = 0;
  while (zeros < word.length && word[zeros] === 0) zeros++;
  out.byte(word.length - zeros);
  out.raw(word.subarray(zeros));
}

export function readWord(reader: PackReader): Uint8Array {
  const length = reader.byte();
  const word = new Uint8Array(32);
  if (length > 32) throw new RangeError('A stored word is too long');
  word.set(reader.raw(length), 32 - length);
  return word;
}

/** Writes data of a call or log: if it consists of words, optionally after a selector, each without leading zeros. */
export function writeData(out: PackWriter, data: Uint8Array): void {
  out.uint(data.length);
  const selector = data.length % 32;
  if (selector !== 0 && selector !== 4) {
    out.raw(data);
    return;
  }
  out.raw(data.subarray(0, selector));
  for (let at = selector; at < data.length; at += 32) writeWord(out, data.subarray(at, at + 32));
}

export function readData(reader: PackReader): Uint8Array {
  const length = reader.uint();
  const selector = length % 32;
  if (selector !== 0 && selector !== 4) return reader.raw(length);
  // Checked before allocation: a damaged length must not allocate more than the available bytes.
  const words = Math.floor(length / 32);
  const first = reader.raw(selector);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < words; i++) parts.push(readWord(reader));
  const data = new Uint8Array(length);
  data.set(first);
  parts.forEach((part, i) => data.set(part, selector + 32 * i));
  return data;
}
