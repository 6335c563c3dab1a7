import { toHex } from '../../bytes.ts';
import { toChecksumAddress } from '../address.ts';

/**
 * A decoded argument: numbers as bigint, addresses with EIP-55 checksum, bytes as hex with `0x`, text unchanged (clean it
 * before display), lists as arrays.
 */
export type AbiValue = bigint | boolean | string | readonly AbiValue[];

/** Longest list that is decoded; a longer one is as good as none to a reader. */
const MAX_ITEMS = 1000;

/**
 * Values of ABI-encoded data (Contract ABI Specification). Of tuples, only those with a member of variable length are
 * supported, and none within another; of lists of fixed length, those of words. Their values are lists. Null unless
 * every value is wholly there and within its type. Never throws.
 */
export function decodeAbi(types: readonly string[], data: Uint8Array): AbiValue[] | null {
  const values: AbiValue[] = [];
  let head = 0;
  for (const type of types) {
    const [, item, count] = /^(.+)\[(\d+)\]$/.exec(type) ?? [];
    const value = isDynamic(type)
      ? dynamicValue(type, data, head)
      : item === undefined
        ? wordValue(type, data, head)
        : wordsOf(item, Number(count), data, head);
    if (value === undefined) return null;
    values.push(value);
    head += 32 * (item === undefined ? 1 : Number(count));
  }
  return values;
}

/** Tests whether a type is encoded by offset in the data, or by its hash in a topic. */
export function isDynamic(type: string): boolean {
  return type === 'bytes' || type === 'string' || type.endsWith('[]') || type.startsWith('(');
}

function dynamicValue(type: string, data: Uint8Array, head: number): AbiValue | undefined {
  const start = lengthAt(data, head);
  if (start !== undefined && type.startsWith('('))
    return decodeAbi(type.slice(1, -1).split(','), data.subarray(start)) ?? undefined;
  const count = start === undefined ? undefined : lengthAt(data, start);
  if (start === undefined || count === undefined) return undefined;
  const body = data.subarray(start + 32);
  if (type.endsWith('[]')) return listOf(type.slice(0, -2), body, count);
  if (count > body.length) return undefined;
  const bytes = body.subarray(0, count);
  return type === 'string' ? new TextDecoder().decode(bytes) : `0x${toHex(bytes)}`;
}

/** A list of a fixed number of words, which is encoded in place. */
function wordsOf(type: string, count: number, data: Uint8Array, at: number): AbiValue[] | undefined {
  if (isDynamic(type) || count > MAX_ITEMS) return undefined;
  const values: AbiValue[] = [];
  for (let i = 0; i < count; i++) {
    const value = wordValue(type, data, at + 32 * i);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function listOf(type: string, body: Uint8Array, count: number): AbiValue[] | undefined {
  if (count > MAX_ITEMS || 32 * count > body.length) return undefined;
  const types = Array.from({ length: count }, () => type);
  return decodeAbi(types, body) ?? undefined;
}

/** A word that is a length or place within the data. */
function lengthAt(data: Uint8Array, at: number): number | undefined {
  const word = numberAt(data, at);
  return word === undefined || word > BigInt(data.length) ? undefined : Number(word);
}

function wordValue(type: string, data: Uint8Array, at: number): AbiValue | undefined {
  const word = numberAt(data, at);
  if (word === undefined) return undefined;
  if (type === 'address') {
    const text = word.toString(16).padStart(40, '0');
    return text.length > 40 ? undefined : toChecksumAddress(`0x${text}`);
  }
  if (type === 'bool') return word > 1n ? undefined : word === 1n;
  const bits = Number(type.replace(/^\D+/, ''));
  if (type.startsWith('bytes')) {
    const bytes = data.subarray(at, at + 32);
    return bytes.subarray(bits).every((byte) => byte === 0)
      ? `0x${toHex(bytes.subarray(0, bits))}`
      : undefined;
  }
  if (type.startsWith('uint')) return word >> BigInt(bits) === 0n ? word : undefined;
  const signed = BigInt.asIntN(256, word);
  return BigInt.asIntN(bits, signed) === signed ? signed : undefined;
}

function numberAt(data: Uint8Array, at: number): bigint | undefined {
  return at + 32 > data.length ? undefined : BigInt(`0x${toHex(data.subarray(at, at + 32))}`);
}
