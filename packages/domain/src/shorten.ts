/** `head…tail` of a hash or address; text that would not get shorter stays whole. */
export function shorten(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Returns the length of the prefix that all addresses of a type share: `bc1q`, `bc1p`, `0x`. */
export function prefixLength(text: string): number {
  return /^(0x|(?:bc|tb|bcrt)1.)/i.exec(text)?.[0].length ?? 0;
}

/** Shortens an address to its type prefix and four characters on each side: `bc1q5kx7…9qmf`. */
export function shortAddress(address: string): string {
  return shorten(address, prefixLength(address) + 4, 4);
}
