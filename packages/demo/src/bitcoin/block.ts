import {
  encodeHeader,
  type Hashing,
  merkleRoot,
  networks,
  sha256d,
  subsidyAt,
  type Transaction,
  type TxOutput,
} from '@hopscope/chain';
import { finish, type MadeTransaction } from './draft.ts';

/** A finished block of the demo. */
export interface DemoBlock {
  readonly height: number;
  readonly hash: Uint8Array;
  /** Seconds since 1970. */
  readonly time: number;
  readonly bytes: Uint8Array;
  readonly transactions: number;
}

const easyBits = 0x207fffff;
const zeroHash = new Uint8Array(32);

/** Returns the shortest push of a height (BIP 34). */
function heightPush(height: number): number[] {
  if (height === 0) return [0];
  if (height <= 16) return [0x50 + height];
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest >>>= 8) bytes.push(rest & 0xff);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return [bytes.length, ...bytes];
}

/** Creates the coinbase of a block: subsidy and fees to one script, the pool's tag, the witness commitment (BIP 141). */
export function makeCoinbase(
  parts: { height: number; tag: string; script: Uint8Array; extra: number },
  others: readonly MadeTransaction[],
  hashing: Hashing,
): { made: MadeTransaction; value: bigint } {
  const tag = new TextEncoder().encode(parts.tag);
  const script = Uint8Array.of(
    ...heightPush(parts.height),
    tag.length,
    ...tag,
    4,
    parts.extra & 0xff,
    (parts.extra >>> 8) & 0xff,
    (parts.extra >>> 16) & 0xff,
    parts.extra >>> 24,
  );
  let value = subsidyAt(parts.height, networks.demo);
  for (const { fee } of others) value += fee;
  const outputs: TxOutput[] = [{ value, script: parts.script }];
  const witness = others.some((tx) => tx.hasWitness);
  if (witness) {
    const root = merkleRoot([zeroHash, ...others.map(({ wtxid }) => wtxid)]).root;
    const pair = new Uint8Array(64);
    pair.set(root);
    outputs.push({
      value: 0n,
      script: Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed, ...sha256d(hashing, pair)),
    });
  }
  const draft: Transaction = {
    txid: zeroHash,
    wtxid: zeroHash,
    version: 2,
    segwit: witness,
    inputs: [
      {
        prevTxid: zeroHash,
        prevVout: 0xffffffff,
        script,
        sequence: 0xffffffff,
        witness: witness ? [zeroHash] : [],
      },
    ],
    outputs,
    locktime: 0,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  };
  return { made: finish(draft, 0n, hashing), value };
}

/** Assembles transactions (coinbase first) into a block with the demo's low proof of work. */
export function mine(
  parts: { height: number; prevHash: Uint8Array; time: number; transactions: readonly MadeTransaction[] },
  hashing: Hashing,
): DemoBlock {
  const { height, prevHash, time, transactions } = parts;
  const fields = {
    version: 0x2000_0000,
    prevHash,
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)).root,
    time,
    bits: easyBits,
  };
  let nonce = 0;
  let header = encodeHeader({ ...fields, nonce });
  let hash = sha256d(hashing, header);
  while ((hash[31] ?? 0) >= 0x7f) {
    nonce++;
    header = encodeHeader({ ...fields, nonce });
    hash = sha256d(hashing, header);
  }
  const count = transactions.length;
  const countBytes = count < 0xfd ? [count] : [0xfd, count & 0xff, count >>> 8];
  let size = 80 + countBytes.length;
  for (const tx of transactions) size += tx.bytes.length;
  const bytes = new Uint8Array(size);
  bytes.set(header);
  bytes.set(countBytes, 80);
  let at = 80 + countBytes.length;
  for (const tx of transactions) {
    bytes.set(tx.bytes, at);
    at += tx.bytes.length;
  }
  return { height, hash, time, bytes, transactions: count };
}
