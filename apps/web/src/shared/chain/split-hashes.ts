/** Ethereum addresses and hashes, Bitcoin transaction and block hashes, Bech32 and Base58 addresses of every network. */
const hashes =
  /\b(?:0x[\da-fA-F]{40,64}|[\da-f]{64}|(?:bc|tb|bcrt)1[\da-z]{8,87}|(?=[1-9A-HJ-NP-Za-km-z]*\d)[123mn][1-9A-HJ-NP-Za-km-z]{25,34})\b/g;

/** Splits a text into parts; `at` is the start of a part. */
export function splitHashes(text: string): { text: string; isHash: boolean; at: number }[] {
  const parts: { text: string; isHash: boolean; at: number }[] = [];
  const add = (from: number, to: number, isHash: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), isHash, at: from });
  };
  let end = 0;
  for (const { 0: hash, index } of text.matchAll(hashes)) {
    add(end, index, false);
    end = index + hash.length;
    add(index, end, true);
  }
  add(end, text.length, false);
  return parts;
}
