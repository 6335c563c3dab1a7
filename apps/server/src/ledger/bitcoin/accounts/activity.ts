import { createPackReader, type PackWriter } from '../../shared/varint.ts';

/** What one transaction did to one address. */
export interface ActivityEntry {
  /** Position of the transaction in the chain. */
  position: number;
  /** Satoshis. */
  received: bigint;
  spent: bigint;
  /** At least one of its outputs pays straight to the public key (P2PK). */
  p2pk: boolean;
}

/** Entries a chunk; the tail holds the rest, fewer than this. */
export const chunkEntries = 64;

/** Packs entries in ascending position: the first position whole, the next as differences. */
export function packActivity(out: PackWriter, entries: readonly ActivityEntry[]): Uint8Array {
  let before = 0;
  for (const entry of entries) {
    out.uint((entry.position - before) * 2 + (entry.p2pk ? 1 : 0));
    out.amount(entry.received);
    out.amount(entry.spent);
    before = entry.position;
  }
  return out.take();
}

export function unpackActivity(packed: Uint8Array): ActivityEntry[] {
  const reader = createPackReader(packed);
  const entries: ActivityEntry[] = [];
  let position = 0;
  while (!reader.done) {
    const step = reader.uint();
    position += Math.floor(step / 2);
    entries.push({ position, p2pk: step % 2 === 1, received: reader.amount(), spent: reader.amount() });
  }
  return entries;
}
