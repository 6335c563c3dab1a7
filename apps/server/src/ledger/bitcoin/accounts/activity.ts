import { createPackReader, type PackWriter } from '../../shared/varint.ts';

/** The effect of one transaction on one address. */
export interface ActivityEntry {
  /** Position of the transaction in the chain. */
  position: number;
  /** Satoshis. */
  received: bigint;
  spent: bigint;
  /** True if at least one of its outputs pays directly to the public key (P2PK). */
  p2pk: boolean;
}

/** Entries per chunk; the tail contains the rest, which is always fewer. */
export const chunkEntries = 64;

/** Packs entries in ascending order of position: the first position in full, the others as differences. */
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
