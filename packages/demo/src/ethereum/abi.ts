import { keccak256, toHex } from '@hopscope/chain';
import type { Account } from './account.ts';

const text = new TextEncoder();

/** Encodes a number as an ABI word: 64 hex digits. */
export function word(value: bigint | number): string {
  return value.toString(16).padStart(64, '0');
}

/** Encodes an address as an ABI word. */
export function addressWord(account: Account): string {
  return account.hex.slice(2).padStart(64, '0');
}

/** Encodes lists of addresses and numbers after their heads, as the last arguments of a call. */
export function listWords(lists: readonly (readonly string[])[], before = 0): string {
  let at = 32 * (before + lists.length);
  let heads = '';
  let tails = '';
  for (const list of lists) {
    heads += word(at);
    tails += word(list.length) + list.join('');
    at += 32 * (1 + list.length);
  }
  return heads + tails;
}

/** Encodes a text as an argument without fixed length: its length in bytes, and the bytes filled up to whole words. */
export function textWords(value: string): string {
  const hex = toHex(text.encode(value));
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
}

/** Returns the first four bytes of a function's hash, as hex. */
export function selector(signature: string): string {
  return toHex(keccak256(text.encode(signature))).slice(0, 8);
}

/** Returns the hash of an event's signature, as hex. */
export function eventTopic(signature: string): string {
  return toHex(keccak256(text.encode(signature)));
}
